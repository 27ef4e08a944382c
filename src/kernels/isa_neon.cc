// The kernels for NEON, which every 64-bit ARM processor has: four lanes and 32 registers.
#if defined(__aarch64__)
#define PIPETTE_ISA isa_neon
#define PIPETTE_WIDTH 4
#define PIPETTE_TILE_ROWS 8
#include "kernels/isa/table_impl.h"

namespace pipette::kernels {
const KernelTable* neon_table() { return &isa_neon::kTable; }
}  // namespace pipette::kernels
#else
#include "kernels/kernel_table.h"

namespace pipette::kernels {
const KernelTable* neon_table() { return nullptr; }
}  // namespace pipette::kernels
#endif
