// The kernels for AVX2 without fused multiply-add, eight lanes. Compiled with its own flags: see
// CMakeLists.txt.
#if defined(__x86_64__)
#define PIPETTE_ISA isa_avx2
#define PIPETTE_WIDTH 8
#define PIPETTE_TILE_ROWS 6
#include "kernels/isa/table_impl.h"

namespace pipette::kernels {
const KernelTable* avx2_table() { return &isa_avx2::kTable; }
}  // namespace pipette::kernels
#else
#include "kernels/kernel_table.h"

namespace pipette::kernels {
const KernelTable* avx2_table() { return nullptr; }
}  // namespace pipette::kernels
#endif
