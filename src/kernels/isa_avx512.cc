// The kernels for AVX-512 without fused multiply-add, sixteen lanes. Compiled with its own flags:
// see CMakeLists.txt.
#if defined(__x86_64__)
#define PIPETTE_ISA isa_avx512
#define PIPETTE_WIDTH 16
#define PIPETTE_TILE_ROWS 8
#define PIPETTE_EIGHT_ROWS 12
#define PIPETTE_EIGHT_APART_ROWS 14
#include "kernels/isa/table_impl.h"

namespace pipette::kernels {
const KernelTable* avx512_table() { return &isa_avx512::kTable; }
}  // namespace pipette::kernels
#else
#include "kernels/kernel_table.h"

namespace pipette::kernels {
const KernelTable* avx512_table() { return nullptr; }
}  // namespace pipette::kernels
#endif
