// The kernels for WebAssembly SIMD128, four lanes. Compiled with its own flags: see CMakeLists.txt.
#if defined(__wasm_simd128__)
#define PIPETTE_ISA isa_wasm_simd
#define PIPETTE_WIDTH 4
#define PIPETTE_TILE_ROWS 4
#include "kernels/isa/table_impl.h"

namespace pipette::kernels {
const KernelTable* wasm_simd_table() { return &isa_wasm_simd::kTable; }
}  // namespace pipette::kernels
#else
#include "kernels/kernel_table.h"

namespace pipette::kernels {
const KernelTable* wasm_simd_table() { return nullptr; }
}  // namespace pipette::kernels
#endif
