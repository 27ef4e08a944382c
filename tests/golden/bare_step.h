// FNV-1a of the weights after the 300 steps of tests/kernels/bare_step_test.cc: the contract that
// every instruction set, compiler and WebAssembly engine computes the same bits. It changes only
// when the order of operations of a kernel is changed on purpose.
#pragma once

namespace pipette::golden {

inline constexpr const char* kBareStepWeights = "7444e2dd0778b23e";

}  // namespace pipette::golden
