// Plans how a matrix product [m, k] x [k, n] is split over the tiles of an IPU, and its cycles.
//
//   MatmulPlan plan = plan_matmul(1024, 1024, 1024, DType::f32, architecture("Bow"));
//   plan.m_splits, plan.k_splits, plan.n_splits     // 32, 5, 9: 1440 of 1472 tiles
//   plan.total_cycles()                             // about 88,000: 45 TFLOP/s
//
// The matrix unit (AMP) holds a block of one operand as weights, 16 output channels by 16 (f16) or
// 8 (f32) input channels, and streams rows of the other operand past it, six workers taking turns.
// A plan says which operand acts as the weights (`swapped`: the right one), into how many parts
// each dimension is cut, and into how many serial passes the work of one tile is cut if the
// gathered operands would not fit. Cutting k leaves partial sums that a second superstep adds up.
//
// Sources: vertex cycles from PopLibs PerformanceEstimation.hpp:397-612; exchange 4 bytes a cycle;
// layout regression ConvModel.cpp:1571; fixed exchange and sync terms from the Bristol stencil. No
// constant was fitted to a matrix product. Against 45 published f32 points (1.4 us to 2.5 ms) the
// test prints bias and rms error; docs/hardware.md, "Dense products", says what is inferred about
// those points.
//
// The search covers every pair of cuts of m and k (distinct block sizes only; a bound skips cuts
// that cannot win), and n gets the tiles that are left, all in well under a millisecond. Pure
// function, any thread. It uses only + - * / and integer arithmetic, so every build makes the same
// plan.
//
// Inaccuracies: all tiles are alike (no proximity), both operands are spread evenly over all tiles
// beforehand, the operand used as weights needs no layout change, partial sums have the dtype of
// the operands, and real planners have more strategies (grouping, outer product, vertical MAC).
#pragma once

#include <cstdint>

#include "device/architecture.h"

namespace pipette {

struct MatmulPlan {
  std::int64_t m = 0, k = 0, n = 0;
  DType dtype = DType::f32;
  bool swapped = false;  // the right operand is held as weights

  // Parts that each dimension is cut into, and the block of one tile (padded to the AMP's
  // granularity).
  std::int64_t m_splits = 1, k_splits = 1, n_splits = 1, serial_splits = 1;
  std::int64_t m_block = 0, k_block = 0, n_block = 0;
  int tiles = 0;

  std::int64_t gather_exchange_cycles = 0;  // operands to the tiles that need them
  std::int64_t multiply_cycles = 0;
  std::int64_t reduce_exchange_cycles = 0;  // partial sums; 0 when k is not cut
  std::int64_t reduce_compute_cycles = 0;
  std::int64_t layout_cycles = 0;
  std::int64_t sync_cycles = 0;

  std::int64_t gathered_bytes_per_tile = 0;  // operands and partials alive during one serial pass
  std::int64_t flops = 0;

  std::int64_t total_cycles() const;
  double flops_per_second(const Architecture& arch) const;
};

struct MatmulOptions {
  bool layout_changes = true;
  double available_memory_proportion = 0.6;  // of a tile, for one product [P] ConvOptions.hpp:36
};

// Takes f16 or f32 and sizes of 1 to 2^31; throws TypeError or InvalidArgument otherwise.
MatmulPlan plan_matmul(std::int64_t m, std::int64_t k, std::int64_t n, DType dtype,
                       const Architecture& arch, const MatmulOptions& options = {});

}  // namespace pipette
