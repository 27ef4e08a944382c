// Dropout: some elements become 0, and the others are scaled up so that the mean stays the same.
//
//   dropout({.rate = 0.25, .seed = 7}, step, x, y, count);       // y may be x
//   dropout({.rate = 0.25, .seed = 7}, step, dy, dx, count);     // its gradient: the same mask
//
// Element i is dropped if number i of RandomStream(seed, "dropout", step) is below rate * 2^32
// (core/random.h). So the mask is a function of seed, step and position alone: it has the same bits
// in every build, and need not be kept for the backward pass. The remaining elements are multiplied
// by 1 / (1 - rate), rounded to float. 0 <= rate < 1. Thread-safe.
#pragma once

#include <cstdint>

namespace pipette::kernels {

struct DropoutMask {
  double rate = 0;
  std::uint64_t seed = 0;
};

void dropout(const DropoutMask& mask, std::int32_t step, const float* x, float* y,
             std::int64_t count);

}  // namespace pipette::kernels
