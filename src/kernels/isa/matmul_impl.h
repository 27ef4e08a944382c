// The matrix product of one instruction set: blocking, packing and the edges around the register
// tiles of matmul_tile_impl.h. Included only by the isa_*.cc units (see simd.h).
//
// A small b with adjacent columns is read in place. Otherwise a panel of kTileColumns columns by
// kBlockK rows is packed, kBlockRows rows of c go over it, and their sums wait in `partial` for the
// next block of k. Every element still sums its terms in order.
#pragma once

#include "kernels/isa/matmul_tile_impl.h"

namespace pipette::kernels::PIPETTE_ISA {

constexpr std::ptrdiff_t kBlockK = 256;
constexpr std::ptrdiff_t kBlockRows = 32 * kTileRows;
constexpr std::ptrdiff_t kDirectB = 131072;    // floats that b may span to be read in place
constexpr std::ptrdiff_t kFirstLevelB = 8192;  // floats of b that stay in the first-level cache

constexpr std::ptrdiff_t kMatmulScratch = (kBlockK + kBlockRows) * kTileColumns;

inline std::ptrdiff_t smaller(std::ptrdiff_t a, std::ptrdiff_t b) { return a < b ? a : b; }
inline int vectors_of(std::ptrdiff_t columns) { return columns > kWidth ? 2 : 1; }

inline Finish finish_of(const Epilogue& e) {
  if (e.bias != nullptr || e.activation != Activation::none || e.relu_mask != nullptr ||
      e.store == Epilogue::Store::add) {
    return Finish::general;
  }
  return e.store == Epilogue::Store::sgd ? Finish::sgd : Finish::raw;
}

// Rows [k0, k0 + depth) of `columns` columns of b from column j0, side by side and padded with
// zeros to whole vectors.
PIPETTE_NOINLINE void pack_panel(const MatmulCall& call, std::ptrdiff_t k0, std::ptrdiff_t depth,
                                 std::ptrdiff_t j0, std::ptrdiff_t columns, float* panel) {
  const std::ptrdiff_t padded = vectors_of(columns) * kWidth;
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
  for (std::ptrdiff_t j = 0; j < columns; ++j) {
    const float* from = b + j * call.b_column_stride;
    for (std::ptrdiff_t k = 0; k < depth; ++k) panel[k * padded + j] = from[k * call.b_row_stride];
  }
}

// The run of tiles whose first element is (i, j) of c, with the call's epilogue.
inline TileRun run_at(const MatmulCall& call, std::ptrdiff_t i, std::ptrdiff_t j) {
  const Epilogue& e = *call.epilogue;
  TileRun t{};
  t.count = 1;
  t.k = call.k;
  t.a = call.a + i * call.a_row_stride;
  t.a_row_stride = call.a_row_stride;
  t.a_column_stride = call.a_column_stride;
  t.c = call.c + i * call.ldc + j;
  t.ldc = call.ldc;
  t.store = e.store;
  t.relu = e.activation == Activation::relu;
  t.bias = e.bias == nullptr ? nullptr : e.bias + j;
  t.relu_mask = e.relu_mask == nullptr ? nullptr : e.relu_mask + i * call.n + j;
  t.relu_mask_stride = call.n;
  t.learning_rate = e.learning_rate;
  return t;
}

inline void run_tiles(const TileRun& t, int vectors, Finish finish, std::ptrdiff_t rows) {
  kTileKernels.by[vectors - 1][static_cast<int>(finish)][rows](t);
}

// b in the first-level cache: along each row of tiles, so that c is written in order.
inline void multiply_along_rows(const MatmulCall& call, Finish finish) {
  for (std::ptrdiff_t i = 0; i < call.m; i += kTileRows) {
    TileRun t = run_at(call, i, 0);
    t.count = call.n / kTileColumns;
    t.b = call.b;
    t.b_row_stride = call.b_row_stride;
    t.b_step = t.c_step = t.bias_step = t.relu_mask_step = kTileColumns;
    run_tiles(t, 2, finish, smaller(kTileRows, call.m - i));
  }
}

// Runs `t`, set up for the rows from the top of a panel, over `rows` rows.
inline void run_down(TileRun t, int vectors, Finish finish, std::ptrdiff_t rows) {
  t.count = rows / kTileRows;
  t.a_step = kTileRows * t.a_row_stride;
  t.c_step = kTileRows * t.ldc;
  t.partial_step = kTileRows * vectors * kWidth;
  t.relu_mask_step = kTileRows * t.relu_mask_stride;
  if (t.count > 0) run_tiles(t, vectors, finish, kTileRows);
  const std::ptrdiff_t rest = rows % kTileRows;
  if (rest == 0) return;
  t.a += t.count * t.a_step;
  t.c += t.count * t.c_step;
  if (t.partial != nullptr) t.partial += t.count * t.partial_step;
  if (t.relu_mask != nullptr) t.relu_mask += t.count * t.relu_mask_step;
  t.count = 1;
  run_tiles(t, vectors, finish, rest);
}

// Applies the epilogue to `columns` columns of finished sums: a panel narrower than its vectors.
PIPETTE_NOINLINE void finish_columns(const TileRun& t, const float* sums, std::ptrdiff_t rows,
                                     std::ptrdiff_t columns) {
  const std::ptrdiff_t padded = vectors_of(columns) * kWidth;
  for (std::ptrdiff_t i = 0; i < rows; ++i) {
    for_lanes(
        columns, [&t, sums, padded, i ](auto s, std::ptrdiff_t j) __attribute__((always_inline)) {
          using S = decltype(s);
          finish<S>(t, S::load(sums + i * padded + j), t.bias == nullptr ? nullptr : t.bias + j,
                    t.relu_mask == nullptr ? nullptr : t.relu_mask + i * t.relu_mask_stride + j,
                    t.c + i * t.ldc + j);
        });
  }
}

// Rows [i0, i0 + rows) by columns [j0, j0 + columns) of c, through packed panels.
inline void multiply_packed(const MatmulCall& call, Finish finish, std::ptrdiff_t i0,
                            std::ptrdiff_t rows, std::ptrdiff_t j0, std::ptrdiff_t columns) {
  const int vectors = vectors_of(columns);
  float* panel = call.scratch;
  float* partial = call.scratch + kBlockK * kTileColumns;
  const TileRun whole = run_at(call, i0, j0);
  std::ptrdiff_t k0 = 0;
  do {
    const std::ptrdiff_t depth = smaller(kBlockK, call.k - k0);
    const bool last = k0 + depth == call.k;
    pack_panel(call, k0, depth, j0, columns, panel);
    TileRun t = whole;
    t.k = depth;
    t.a += k0 * call.a_column_stride;
    t.b = panel;
    t.b_row_stride = vectors * kWidth;
    t.partial = k0 == 0 ? nullptr : partial;
    if (last && columns == vectors * kWidth) {
      run_down(t, vectors, finish, rows);
    } else {
      t.c = partial;
      t.ldc = vectors * kWidth;
      run_down(t, vectors, Finish::raw, rows);
      if (last) finish_columns(whole, partial, rows, columns);
    }
    k0 += depth;
  } while (k0 < call.k);
}

void matmul(const MatmulCall& call) {
  const Finish finish = finish_of(*call.epilogue);
  const bool in_place = call.b_column_stride == 1 && call.k * call.b_row_stride <= kDirectB;
  if (in_place && call.k * call.n <= kFirstLevelB && call.n % kTileColumns == 0) {
    return multiply_along_rows(call, finish);
  }
  for (std::ptrdiff_t i0 = 0; i0 < call.m; i0 += kBlockRows) {
    const std::ptrdiff_t rows = smaller(kBlockRows, call.m - i0);
    for (std::ptrdiff_t j0 = 0; j0 < call.n; j0 += kTileColumns) {
      const std::ptrdiff_t columns = smaller(kTileColumns, call.n - j0);
      if (in_place && columns % kWidth == 0) {
        TileRun t = run_at(call, i0, j0);
        t.b = call.b + j0;
        t.b_row_stride = call.b_row_stride;
        run_down(t, vectors_of(columns), finish, rows);
      } else {
        multiply_packed(call, finish, i0, rows, j0, columns);
      }
    }
  }
}

}  // namespace pipette::kernels::PIPETTE_ISA
