// Reductions in a fixed order, independent of the instruction set.
//
//   reduce(ReduceOp::mean, DType::f32, {.outer = 1, .reduced = 32, .inner = 1}, losses, &mean);
//   column_sum(d_hidden, 32, 128, bias, Epilogue::Store::sgd, 0.01f);   // bias -= lr * sum of rows
//
// The operand is viewed as [outer, reduced, inner], the result is [outer, inner]: adjacent axes
// merge into one of the three. A set of axes that are not adjacent takes one call per group.
//
// A sum with inner > 1 goes from index 0 upwards. A sum with inner = 1 has eight partial sums, lane
// l over the indices l, l+8, l+16, ... upwards, combined as ((0+4)+(2+6)) + ((1+5)+(3+7)). f16 is
// summed in float and rounded once at the end; integers wrap around; an integer mean sums in 64
// bits and truncates towards zero. An empty reduction gives 0 (sum), NaN (mean of a floating dtype;
// an integer mean throws InvalidArgument), or throws InvalidArgument (max, min, argmax). A maximum
// or minimum over a NaN is NaN. Operand and result must not overlap. Thread-safe.
#pragma once

#include <cstdint>

#include "core/dtype.h"
#include "kernels/matmul.h"

namespace pipette::kernels {

enum class ReduceOp { sum, mean, max, min };

struct Reduction {
  std::int64_t outer = 1;
  std::int64_t reduced = 1;
  std::int64_t inner = 1;
};

// The dtypes are f32, f16, i32, u32, i8 and u8; others throw TypeError.
void reduce(ReduceOp op, DType dtype, const Reduction& shape, const void* x, void* y);

// Index of the first largest element of each row of x [rows, columns]; a NaN counts as the largest.
// Supports the dtypes of reduce().
void argmax(DType dtype, const void* x, std::int64_t rows, std::int64_t columns, std::int32_t* y);

// y [columns] <- the sum over the rows of x [rows, columns], each column from row 0 upwards, stored
// as in matmul: a bias gradient, or the bias update itself.
void column_sum(const float* x, std::int64_t rows, std::int64_t columns, float* y,
                Epilogue::Store store = Epilogue::Store::assign, float learning_rate = 0);

}  // namespace pipette::kernels
