// The kernels for SSE4.1, four lanes. Compiled with its own flags: see CMakeLists.txt.
#if defined(__x86_64__)
#define PIPETTE_ISA isa_sse41
#define PIPETTE_WIDTH 4
#define PIPETTE_TILE_ROWS 4
#include "kernels/isa/table_impl.h"

namespace pipette::kernels {
const KernelTable* sse41_table() { return &isa_sse41::kTable; }
}  // namespace pipette::kernels
#else
#include "kernels/kernel_table.h"

namespace pipette::kernels {
const KernelTable* sse41_table() { return nullptr; }
}  // namespace pipette::kernels
#endif
