// Cycles of one matrix-unit vertex: a 1x1 convolution, the form in which a matrix product runs.
//
//   // one tile: 96 rows of activations, 64 input channels, 16 output channels
//   amp_cycles(96, 64, 16, DType::f32, architecture("Mk2"));
//
// Weights are loaded for 16 output channels by 16 (f16) or 8 (f32) input channels, then the rows
// stream past them. The six workers share the rows, and the slowest worker determines the time. The
// first pass over the input channels zeroes the partial sums, the later passes add to them.
//
// Source: PopLibs at 7eac0f2, lib/poplin/PerformanceEstimation.hpp:397-612 (supervisor and inner
// loops), :558 (weight load at 8 bytes a cycle). Exact integers, pure function.
#pragma once

#include <cstdint>

#include "device/architecture.h"

namespace pipette {

inline constexpr std::int64_t kAmpOutChannels = 16;
constexpr std::int64_t amp_in_channels(DType dtype) { return dtype == DType::f16 ? 16 : 8; }

// dtype is f16 or f32, and sizes are at least 1. An architecture with 8 conv_units makes two
// passes.
std::int64_t amp_cycles(std::int64_t rows, std::int64_t in_channels, std::int64_t out_channels,
                        DType dtype, const Architecture& arch);

}  // namespace pipette
