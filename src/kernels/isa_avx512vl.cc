// The kernels for eight lanes with what AVX-512 adds to them: twice the registers, and a
// multiplication that reads one number for all lanes. Without fused multiply-add. Compiled with its
// own flags: see CMakeLists.txt.
#if defined(__x86_64__)
#define PIPETTE_ISA isa_avx512vl
#define PIPETTE_WIDTH 8
#define PIPETTE_TILE_ROWS 8
#define PIPETTE_APART_ROWS 12
#define PIPETTE_TERM_VECTORS 4
#define PIPETTE_EIGHT_ROWS 12
#define PIPETTE_EIGHT_APART_ROWS 14
#include "kernels/isa/table_impl.h"

namespace pipette::kernels {
const KernelTable* avx512vl_table() { return &isa_avx512vl::kTable; }
}  // namespace pipette::kernels
#else
#include "kernels/kernel_table.h"

namespace pipette::kernels {
const KernelTable* avx512vl_table() { return nullptr; }
}  // namespace pipette::kernels
#endif
