// The instruction set of the hot kernels: chosen once at start, or by the caller.
//
//   kernels::current();                              // the fastest set that this processor has
//   kernels::select(InstructionSet::scalar);         // the same bits, slower
//   PIPETTE_KERNELS=sse41 build/native/pipette ...   // or scalar, avx2, ...
//
// All sets give the same bits: every element is computed by the same operations in the same order,
// without fused multiply-add, whatever the vector width. In a WebAssembly build the sets are scalar
// (not in the page) and wasm_simd; the environment variable is read in native builds only, once, at
// the first kernel, which throws InvalidArgument for an unknown name and FailedPrecondition for a
// set that is not available.
//
// select() takes effect for later calls of every thread; call it while no kernel runs.
#pragma once

#include <string>
#include <vector>

#include "core/choices.h"

namespace pipette::kernels {

// avx512vl: vectors of 256 bits with the registers and broadcasts of AVX-512.
enum class InstructionSet { scalar, sse41, avx2, avx512vl, avx512, neon, wasm_simd };

constexpr auto choices_of(InstructionSet) {
  return std::to_array<Choice<InstructionSet>>({{InstructionSet::scalar, "scalar"},
                                                {InstructionSet::sse41, "sse41"},
                                                {InstructionSet::avx2, "avx2"},
                                                {InstructionSet::avx512vl, "avx512vl"},
                                                {InstructionSet::avx512, "avx512"},
                                                {InstructionSet::neon, "neon"},
                                                {InstructionSet::wasm_simd, "wasm_simd"}});
}

// The sets that this build contains and this processor can run, the widest last.
std::vector<InstructionSet> available();
// The set that was measured to be the fastest on processors of this family.
InstructionSet best_available();
InstructionSet current();
// Throws FailedPrecondition if the build or the processor lacks `set`.
void select(InstructionSet set);

}  // namespace pipette::kernels
