// The matrix product of one instruction set: register tiles of kTileRows x kTileColumns, K
// innermost and in order. Included only by the isa_*.cc units (see simd.h).
//
// Tile sizes: with separate multiply and add the loop is bound by arithmetic, not by latency, so
// tiles only need to hide loads. V8 spills above 4 x 8 (4 x 12 and 8 x 8 lose a third or more, and
// so does unrolling K), and it re-optimises a function only between calls: the tile kernels are
// small, never inlined, and called through a table.
#pragma once

#include "kernels/isa/simd.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels::PIPETTE_ISA {

constexpr int kTileRows = PIPETTE_TILE_ROWS;
constexpr int kTileVectors = 2;
constexpr int kTileColumns = kTileVectors * kWidth;
constexpr std::ptrdiff_t kBlockK = 256;                // rows of a packed panel of b
constexpr std::ptrdiff_t kBlockRows = 32 * kTileRows;  // rows of c that share a packed panel
constexpr std::ptrdiff_t kDirectB = 131072;  // floats: a larger b is packed panel by panel

constexpr std::ptrdiff_t kMatmulScratch =
    kBlockK * kTileColumns + kBlockRows * kTileColumns + kTileRows * kTileColumns;

struct Tile {
  std::ptrdiff_t k;
  const float* a;
  std::ptrdiff_t a_row_stride, a_column_stride;
  const float* b;  // kTileColumns (or one vector) of consecutive columns per row
  std::ptrdiff_t b_row_stride;
  const float* partial;  // sums over earlier k; null: start at 0
  std::ptrdiff_t partial_stride;
  float* c;
  std::ptrdiff_t ldc;
  // Only where the epilogue is applied:
  Epilogue::Store store;
  bool relu;
  const float* bias;
  const float* relu_mask;
  std::ptrdiff_t relu_mask_stride;
  float learning_rate;
};

template <class S>
PIPETTE_INLINE void finish(const Tile& t, typename S::F v, std::ptrdiff_t i, std::ptrdiff_t j) {
  if (t.bias != nullptr) v += S::load(t.bias + j);
  if (t.relu) v = relu<S>(v);
  if (t.relu_mask != nullptr) {
    v = keep_where_positive<S>(S::load(t.relu_mask + i * t.relu_mask_stride + j), v);
  }
  float* c = t.c + i * t.ldc + j;
  if (t.store == Epilogue::Store::add) v = S::load(c) + v;
  if (t.store == Epilogue::Store::sgd) v = S::load(c) - S::splat(t.learning_rate) * v;
  S::store(c, v);
}

enum class Finish { raw, sgd, general };

// c tile [kRows, kVectors * W] <- a [kRows, k] x b [k, kVectors * W]
template <int kRows, int kVectors, Finish kFinish>
PIPETTE_NOINLINE void tile_kernel(const Tile& t) {
  using F = Wide::F;
  F acc[kRows][kVectors];
  PIPETTE_UNROLL
  for (int i = 0; i < kRows; ++i) {
    PIPETTE_UNROLL
    for (int v = 0; v < kVectors; ++v) acc[i][v] = F{};
  }
  if (t.partial != nullptr) {
    PIPETTE_UNROLL
    for (int i = 0; i < kRows; ++i) {
      PIPETTE_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        acc[i][v] = Wide::load(t.partial + i * t.partial_stride + v * kWidth);
      }
    }
  }
  const std::ptrdiff_t a_row_stride = t.a_row_stride;
  const std::ptrdiff_t a_step = t.a_column_stride;
  const std::ptrdiff_t b_step = t.b_row_stride;
  const float* a = t.a;
  const float* b = t.b;
  for (std::ptrdiff_t k = t.k; k > 0; --k) {
    F row[kVectors];
    PIPETTE_UNROLL
    for (int v = 0; v < kVectors; ++v) row[v] = Wide::load(b + v * kWidth);
    PIPETTE_UNROLL
    for (int i = 0; i < kRows; ++i) {
      const F x = Wide::splat(a[i * a_row_stride]);
      PIPETTE_UNROLL
      for (int v = 0; v < kVectors; ++v) acc[i][v] = acc[i][v] + x * row[v];
    }
    a += a_step;
    b += b_step;
  }
  PIPETTE_UNROLL
  for (int i = 0; i < kRows; ++i) {
    PIPETTE_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      float* c = t.c + i * t.ldc + v * kWidth;
      if constexpr (kFinish == Finish::raw) {
        Wide::store(c, acc[i][v]);
      } else if constexpr (kFinish == Finish::sgd) {
        Wide::store(c, Wide::load(c) - Wide::splat(t.learning_rate) * acc[i][v]);
      } else {
        finish<Wide>(t, acc[i][v], i, v * kWidth);
      }
    }
  }
}

using TileKernel = void (*)(const Tile&);

struct TileKernels {
  TileKernel by[2][3][kTileRows + 1] = {};  // [vectors - 1][Finish][rows]
};
template <int kRows, int kVectors>
constexpr void list_vectors(TileKernels& list) {
  list.by[kVectors - 1][0][kRows] = tile_kernel<kRows, kVectors, Finish::raw>;
  list.by[kVectors - 1][1][kRows] = tile_kernel<kRows, kVectors, Finish::sgd>;
  list.by[kVectors - 1][2][kRows] = tile_kernel<kRows, kVectors, Finish::general>;
}
template <int kRows>
constexpr void list_rows(TileKernels& list) {
  list_vectors<kRows, 1>(list);
  list_vectors<kRows, 2>(list);
  if constexpr (kRows > 1) list_rows<kRows - 1>(list);
}
constexpr TileKernels list_kernels() {
  TileKernels list;
  list_rows<kTileRows>(list);
  return list;
}
inline constexpr TileKernels kTileKernels = list_kernels();

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
                                 std::ptrdiff_t j0, std::ptrdiff_t columns, std::ptrdiff_t padded,
                                 float* panel) {
  const float* b = call.b + k0 * call.b_row_stride + j0 * call.b_column_stride;
  if (columns < padded) {
    for (std::ptrdiff_t i = 0; i < depth * padded; ++i) panel[i] = 0.0f;
  }
  if (call.b_column_stride == 1) {
    for (std::ptrdiff_t k = 0; k < depth; ++k) {
      const float* from = b + k * call.b_row_stride;
      float* to = panel + k * padded;
      for_lanes(columns, [&](auto s, std::ptrdiff_t j) { s.store(to + j, s.load(from + j)); });
    }
    return;
  }
  for (std::ptrdiff_t j = 0; j < columns; ++j) {
    const float* from = b + j * call.b_column_stride;
    for (std::ptrdiff_t k = 0; k < depth; ++k) panel[k * padded + j] = from[k * call.b_row_stride];
  }
}

// One product being computed: where panels and partial sums live, and how tiles are finished.
struct MatmulRun {
  const MatmulCall& call;
  Finish finish;
  float* panel;
  float* partial;
  float* edge;

  // All tiles of rows [i0, i1) and of the `columns` columns from j0, over `depth` terms from k0.
  void tile(std::ptrdiff_t i, std::ptrdiff_t rows, std::ptrdiff_t j0, std::ptrdiff_t columns,
            const float* b, std::ptrdiff_t b_row_stride, std::ptrdiff_t k0, std::ptrdiff_t depth,
            float* sums) const {
    const Epilogue& e = *call.epilogue;
    const int vectors = columns > kWidth ? 2 : 1;
    const std::ptrdiff_t padded = vectors * kWidth;
    const bool last = k0 + depth == call.k;
    Tile t;
    t.k = depth;
    t.a = call.a + i * call.a_row_stride + k0 * call.a_column_stride;
    t.a_row_stride = call.a_row_stride;
    t.a_column_stride = call.a_column_stride;
    t.b = b;
    t.b_row_stride = b_row_stride;
    t.partial = k0 == 0 ? nullptr : sums;
    t.partial_stride = padded;
    t.store = e.store;
    t.relu = e.activation == Activation::relu;
    t.bias = e.bias == nullptr ? nullptr : e.bias + j0;
    t.relu_mask = e.relu_mask == nullptr ? nullptr : e.relu_mask + i * call.n + j0;
    t.relu_mask_stride = call.n;
    t.learning_rate = e.learning_rate;
    if (last && columns == padded) {
      t.c = call.c + i * call.ldc + j0;
      t.ldc = call.ldc;
      kTileKernels.by[vectors - 1][static_cast<int>(finish)][rows](t);
      return;
    }
    float* raw = last ? edge : sums;
    t.c = raw;
    t.ldc = padded;
    kTileKernels.by[vectors - 1][0][rows](t);
    if (!last) return;
    t.c = call.c + i * call.ldc + j0;
    t.ldc = call.ldc;
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
      for_lanes(columns, [&](auto s, std::ptrdiff_t j) {
        finish_lanes(t, s, s.load(raw + r * padded + j), r, j);
      });
    }
  }
  template <class S>
  static PIPETTE_INLINE void finish_lanes(const Tile& t, S, typename S::F v, std::ptrdiff_t i,
                                          std::ptrdiff_t j) {
    pipette::kernels::PIPETTE_ISA::finish<S>(t, v, i, j);
  }

  void rows_of_panel(std::ptrdiff_t i0, std::ptrdiff_t i1, std::ptrdiff_t j0,
                     std::ptrdiff_t columns, const float* b, std::ptrdiff_t b_row_stride,
                     std::ptrdiff_t k0, std::ptrdiff_t depth) const {
    const std::ptrdiff_t padded = columns > kWidth ? 2 * kWidth : kWidth;
    for (std::ptrdiff_t i = i0; i < i1; i += kTileRows) {
      const std::ptrdiff_t rows = i1 - i < kTileRows ? i1 - i : kTileRows;
      tile(i, rows, j0, columns, b, b_row_stride, k0, depth, partial + (i - i0) * padded);
    }
  }
};

inline std::ptrdiff_t smaller(std::ptrdiff_t a, std::ptrdiff_t b) { return a < b ? a : b; }

void matmul(const MatmulCall& call) {
  MatmulRun run{call, finish_of(*call.epilogue), call.scratch, nullptr, nullptr};
  run.partial = run.panel + kBlockK * kTileColumns;
  run.edge = run.partial + kBlockRows * kTileColumns;
  const bool readable = call.b_column_stride == 1 && call.k * call.b_row_stride <= kDirectB;
  if (readable && call.k * call.n <= 8192 &&
      call.n % kTileColumns == 0) {  // b fits the first-level cache
    for (std::ptrdiff_t i = 0; i < call.m; i += kTileRows) {
      const std::ptrdiff_t rows = smaller(kTileRows, call.m - i);
      for (std::ptrdiff_t j = 0; j < call.n; j += kTileColumns) {
        run.tile(i, rows, j, kTileColumns, call.b + j, call.b_row_stride, 0, call.k, nullptr);
      }
    }
    return;
  }
  for (std::ptrdiff_t i0 = 0; i0 < call.m; i0 += kBlockRows) {
    const std::ptrdiff_t i1 = smaller(i0 + kBlockRows, call.m);
    for (std::ptrdiff_t j0 = 0; j0 < call.n; j0 += kTileColumns) {
      const std::ptrdiff_t columns = smaller(kTileColumns, call.n - j0);
      const std::ptrdiff_t padded = columns > kWidth ? 2 * kWidth : kWidth;
      if (readable && columns == padded) {
        run.rows_of_panel(i0, i1, j0, columns, call.b + j0, call.b_row_stride, 0, call.k);
        continue;
      }
      std::ptrdiff_t k0 = 0;
      do {
        const std::ptrdiff_t depth = smaller(kBlockK, call.k - k0);
        pack_panel(call, k0, depth, j0, columns, padded, run.panel);
        run.rows_of_panel(i0, i1, j0, columns, run.panel, padded, k0, depth);
        k0 += depth;
      } while (k0 < call.k);
    }
  }
}

}  // namespace pipette::kernels::PIPETTE_ISA
