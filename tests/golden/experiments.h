// Fingerprints of `mnist-with-feeds` on generated digits, seed 1, after 200 steps: FNV-1a of all
// weights, of all losses, and the modelled clock. The contract that native builds under every
// instruction set, node and browsers compute the same. They change only when the order of
// operations of a kernel, the digit generator or the cost model is changed on purpose.
#pragma once

#include <cstdint>

namespace pipette::golden {

inline constexpr const char* kMnistWeights = "c4fd8b3ace94b0d4";
inline constexpr const char* kMnistLosses = "d14bde954c29f097";
inline constexpr std::int64_t kMnistCycles = 80232712;

}  // namespace pipette::golden
