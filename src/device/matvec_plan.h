// The matrix-vector product of the Poplar tutorial (tut6), split over columns by a small planner.
//
//   MatvecPlan plan = plan_matvec(10000, 1000, architecture("Mk2"));
//   plan.column_splits == 7;  plan.compute_cycles == 3696;   // the figures the tutorial prints
//
// Each vertex multiplies one segment of a row by the matching segment of the vector: 5 cycles plus
// one per two f32 elements, with six vertices per tile taking turns. A second compute set adds up
// the segments' sums. It is the smallest example of cutting k: more column splits shorten the
// vertices and lengthen the reduction. Pure functions, any thread.
//
// Source: graphcore/tutorials tut6 (matrix-vector example) and its printed planner breakdown.
#pragma once

#include <cstdint>

#include "device/architecture.h"

namespace pipette {

struct MatvecPlan {
  std::int64_t column_splits = 1;
  std::int64_t compute_cycles = 0;
  std::int64_t exchange_cycles = 0;
  std::int64_t reduce_exchange_cycles = 0;
  std::int64_t reduce_compute_cycles = 0;
  std::int64_t total_cycles() const {
    return compute_cycles + exchange_cycles + reduce_exchange_cycles + reduce_compute_cycles;
  }
};

// For f32 [rows, columns] x [columns]; throws InvalidArgument unless 1 <= column_splits <= columns.
MatvecPlan matvec_with_splits(std::int64_t rows, std::int64_t columns, std::int64_t column_splits,
                              const Architecture& arch);

// The fastest plan over all column splits up to the number of tiles; ties go to fewer splits.
MatvecPlan plan_matvec(std::int64_t rows, std::int64_t columns, const Architecture& arch);

}  // namespace pipette
