// The kernels one float at a time: the reference the other sets must equal bit by bit. Compiled
// without the compiler's own vectorisation: see CMakeLists.txt.
#if !defined(PIPETTE_NO_SCALAR_SET)
#define PIPETTE_ISA isa_scalar
#define PIPETTE_WIDTH 1
#define PIPETTE_TILE_ROWS 4
#include "kernels/isa/table_impl.h"

namespace pipette::kernels {
const KernelTable* scalar_table() { return &isa_scalar::kTable; }
}  // namespace pipette::kernels
#else
#include "kernels/kernel_table.h"

namespace pipette::kernels {
const KernelTable* scalar_table() { return nullptr; }
}  // namespace pipette::kernels
#endif
