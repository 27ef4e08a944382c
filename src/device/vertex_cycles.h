// Cycles of single vertices on one tile: the bottom layer of the cost model.
//
//   // 1000 f32 on a tile, six workers: 6 x (17 + 84 vectors x 3) + 20
//   elementwise_cycles(1000, vector_cycles(OpClass::relu, DType::f32), 2, arch);
//
// A tile's six workers take turns, so a supervisor vertex costs 6 x its slowest worker. Source of
// all figures: PopLibs at 7eac0f2, popopsCycleEstimators.hpp:131-384 and .cpp:1543, reduction/
// CycleEstimationFunctions.cpp:60-200, PerformanceEstimation.cpp:50-115 (slices). Pure functions.
//
// Inaccuracies: types without a vector path (integers, bool) count 4 cycles an element, the figure
// for plain C++ vertices (docs/hardware.md, "Vertices").
#pragma once

#include <cstdint>

#include "device/architecture.h"

namespace pipette {

// Classes of element-wise operators, by the cost of their inner loop.
enum class OpClass {
  copy,     // also fill, and a reshape that moves data
  add,      // add, subtract, multiply
  negate,   // negate, abs, square
  relu,     // also its gradient
  compare,  // max, min, comparisons, select
  divide,
  exp,
  log,
  tanh,
  sigmoid,
  sqrt,
  rsqrt,
  reciprocal,
  gelu,
  swish,
  power,
  scalar,  // anything without a hand-written loop
};

int vector_lanes(DType dtype, const Architecture& arch);  // elements per vector; 1 for integers
double vector_cycles(OpClass op, DType dtype);            // of the inner loop, per vector

// A tile that holds `elements`, each vector taking `cycles_per_vector`.
double elementwise_cycles(std::int64_t elements, double cycles_per_vector, int lanes,
                          const Architecture& arch);
// A tile that reduces `outputs` x `partials` elements to `outputs`.
double reduction_cycles(std::int64_t outputs, std::int64_t partials, DType dtype,
                        const Architecture& arch);
// A tile that copies `rows` rows of `row_elements` out of a table it holds.
double slice_cycles(std::int64_t rows, std::int64_t row_elements, DType dtype,
                    const Architecture& arch);

}  // namespace pipette
