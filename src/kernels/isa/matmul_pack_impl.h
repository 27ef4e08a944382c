// Packs the right operand of a matrix product into panels of kTileColumns columns. Included only by
// the isa_*.cc units (see simd.h).
#pragma once

#include "kernels/isa/matmul_tile_table_impl.h"

namespace pipette::kernels::PIPETTE_ISA {

inline std::ptrdiff_t minimum(std::ptrdiff_t a, std::ptrdiff_t b) { return a < b ? a : b; }
inline std::ptrdiff_t maximum(std::ptrdiff_t a, std::ptrdiff_t b) { return a < b ? b : a; }
// Rounds up to a multiple of `unit`.
inline std::ptrdiff_t round_up(std::ptrdiff_t value, std::ptrdiff_t unit) {
  return (value + unit - 1) / unit * unit;
}

// Packs four columns of a transposed b, whose elements are contiguous: `depth` rows of four.
PIPETTE_INLINE void pack_four(const float* from, std::ptrdiff_t column_stride, std::ptrdiff_t depth,
                              float* to, std::ptrdiff_t row_stride) {
  std::ptrdiff_t k = 0;
  for (; k + 4 <= depth; k += 4) {
    Four::F block[4];
    PIPETTE_UNROLL
    for (int column = 0; column < 4; ++column)
      block[column] = Four::load(from + column * column_stride + k);
    transpose(block);
    PIPETTE_UNROLL
    for (int row = 0; row < 4; ++row) Four::store(to + (k + row) * row_stride, block[row]);
  }
  for (; k < depth; ++k) {
    for (int column = 0; column < 4; ++column)
      to[k * row_stride + column] = from[column * column_stride + k];
  }
}

// Packs rows [k0, k0 + depth) of `columns` columns of b from column j0, side by side and padded
// with zeros to whole vectors.
PIPETTE_NOINLINE void pack_panel(const MatmulCall& call, std::ptrdiff_t k0, std::ptrdiff_t depth,
                                 std::ptrdiff_t j0, std::ptrdiff_t columns, float* panel) {
  const std::ptrdiff_t padded = tile_for(columns).columns;
  const float* b = call.b + k0 * call.b_row_stride + j0 * call.b_column_stride;
  for (std::ptrdiff_t k = 0; k < depth; ++k) {
    for (std::ptrdiff_t j = columns; j < padded; ++j) panel[k * padded + j] = 0.0f;
  }
  if (call.b_column_stride == 1) {
    for (std::ptrdiff_t k = 0; k < depth; ++k) {
      const float* from = b + k * call.b_row_stride;
      float* to = panel + k * padded;
      for_lanes(columns, [=](auto s, std::ptrdiff_t j) { s.store(to + j, s.load(from + j)); });
    }
    return;
  }
  std::ptrdiff_t j = 0;
  if (call.b_row_stride == 1) {
    for (; j + 4 <= columns; j += 4) {
      pack_four(b + j * call.b_column_stride, call.b_column_stride, depth, panel + j, padded);
    }
  }
  for (; j < columns; ++j) {
    const float* from = b + j * call.b_column_stride;
    for (std::ptrdiff_t k = 0; k < depth; ++k) panel[k * padded + j] = from[k * call.b_row_stride];
  }
}

// Packs all panels of one block of b: panel p starts at p * depth * kTileColumns.
inline void pack_block(const MatmulCall& call, std::ptrdiff_t k0, std::ptrdiff_t depth,
                       std::ptrdiff_t j0, std::ptrdiff_t columns, float* packed) {
  for (std::ptrdiff_t j = 0; j < columns; j += kTileColumns) {
    pack_panel(call, k0, depth, j0 + j, minimum(kTileColumns, columns - j), packed + j * depth);
  }
}

}  // namespace pipette::kernels::PIPETTE_ISA
