// Register tiles of the matrix product: kTileRows x kTileColumns of c in registers, K innermost and
// in order. Included only by the isa_*.cc units (see simd.h).
//
// Tile sizes: with separate multiply and add the loop is bound by arithmetic, not by latency, so
// tiles only need to hide loads. V8 spills above 4 x 8 (4 x 12 and 8 x 8 lose a third or more, and
// so does unrolling K), and it re-optimises a function only between calls: a kernel does one run of
// tiles, is never inlined, and is called through a table.
#pragma once

#include "kernels/isa/simd.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels::PIPETTE_ISA {

constexpr int kTileRows = PIPETTE_TILE_ROWS;
constexpr int kTileVectors = 2;
constexpr int kTileColumns = kTileVectors * kWidth;

// Consecutive tiles of one product, down a panel of columns or along a row of tiles.
struct TileRun {
  std::ptrdiff_t count;
  std::ptrdiff_t k;
  const float* a;  // [rows, k]
  std::ptrdiff_t a_row_stride, a_column_stride;
  const float* b;  // [k, vectors * W], columns side by side
  std::ptrdiff_t b_row_stride;
  const float* partial;  // sums over earlier k, rows side by side; null: start at 0
  float* c;
  std::ptrdiff_t ldc;
  // From one tile to the next, in elements:
  std::ptrdiff_t a_step, b_step, c_step, partial_step, bias_step, relu_mask_step;
  // Only where the epilogue is applied:
  Epilogue::Store store;
  bool relu;
  const float* bias;
  const float* relu_mask;
  std::ptrdiff_t relu_mask_stride;
  float learning_rate;
};

enum class Finish { raw, sgd, general };

// The epilogue on one vector of the product; pointers are those of its first element.
template <class S>
PIPETTE_INLINE void finish(const TileRun& t, typename S::F v, const float* bias,
                           const float* relu_mask, float* c) {
  if (bias != nullptr) v = v + S::load(bias);
  if (t.relu) v = relu<S>(v);
  if (relu_mask != nullptr) v = keep_where_positive<S>(S::load(relu_mask), v);
  if (t.store == Epilogue::Store::add) v = S::load(c) + v;
  if (t.store == Epilogue::Store::sgd) v = S::load(c) - S::splat(t.learning_rate) * v;
  S::store(c, v);
}

template <int kRows, int kVectors>
struct Sums {
  Wide::F at[kRows][kVectors];

  PIPETTE_INLINE void start(const float* partial) {
    PIPETTE_UNROLL
    for (int i = 0; i < kRows; ++i) {
      PIPETTE_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        at[i][v] = partial == nullptr ? Wide::splat(0.0f)
                                      : Wide::load(partial + (i * kVectors + v) * kWidth);
      }
    }
  }
  // kAdjacentRows: a's rows are one element apart (a transposed operand). Known offsets save V8 an
  // address computation per row.
  template <bool kAdjacentRows>
  PIPETTE_INLINE void add_terms(std::ptrdiff_t k, const float* a, std::ptrdiff_t row_stride,
                                std::ptrdiff_t a_step, const float* b, std::ptrdiff_t b_step) {
    const std::ptrdiff_t a_row_stride = kAdjacentRows ? 1 : row_stride;
    for (; k != 0; --k) {
      Wide::F row[kVectors];
      PIPETTE_UNROLL
      for (int v = 0; v < kVectors; ++v) row[v] = Wide::load(b + v * kWidth);
      PIPETTE_UNROLL
      for (int i = 0; i < kRows; ++i) {
        const Wide::F x = Wide::splat(a[i * a_row_stride]);
        PIPETTE_UNROLL
        for (int v = 0; v < kVectors; ++v) at[i][v] = at[i][v] + x * row[v];
      }
      a += a_step;
      b += b_step;
    }
  }
};

// c tiles [kRows, kVectors * W] <- a [kRows, k] x b [k, kVectors * W]
template <int kRows, int kVectors, Finish kFinish, bool kAdjacentRows>
PIPETTE_NOINLINE void tile_kernel(const TileRun& t) {
  const float* a = t.a;
  const float* b = t.b;
  const float* partial = t.partial;
  const float* bias = t.bias;
  const float* relu_mask = t.relu_mask;
  float* tile = t.c;
  const std::ptrdiff_t ldc = t.ldc;
  const Wide::F learning_rate = Wide::splat(t.learning_rate);
  for (std::ptrdiff_t count = t.count; count > 0; --count) {
    Sums<kRows, kVectors> sums;
    sums.start(partial);
    sums.template add_terms<kAdjacentRows>(t.k, a, t.a_row_stride, t.a_column_stride, b,
                                           t.b_row_stride);
    PIPETTE_UNROLL
    for (int i = 0; i < kRows; ++i) {
      PIPETTE_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const std::ptrdiff_t column = v * kWidth;
        float* c = tile + i * ldc + column;
        if constexpr (kFinish == Finish::raw) {
          Wide::store(c, sums.at[i][v]);
        } else if constexpr (kFinish == Finish::sgd) {
          Wide::store(c, Wide::load(c) - learning_rate * sums.at[i][v]);
        } else {
          const float* mask =
              relu_mask == nullptr ? nullptr : relu_mask + i * t.relu_mask_stride + column;
          finish<Wide>(t, sums.at[i][v], bias == nullptr ? nullptr : bias + column, mask, c);
        }
      }
    }
    a += t.a_step;
    b += t.b_step;
    tile += t.c_step;
    if (partial != nullptr) partial += t.partial_step;
    if (bias != nullptr) bias += t.bias_step;
    if (relu_mask != nullptr) relu_mask += t.relu_mask_step;
  }
}

using TileKernel = void (*)(const TileRun&);

// Kernels for whole tiles, and general ones for the rows below them.
struct TileKernels {
  TileKernel whole[kTileVectors][3][2] = {};          // [vectors - 1][Finish][adjacent rows]
  TileKernel rest[kTileVectors][kTileRows + 1] = {};  // [vectors - 1][rows]
};
template <int kVectors, bool kAdjacentRows>
constexpr void list_whole(TileKernels& list) {
  TileKernel(&by_finish)[3][2] = list.whole[kVectors - 1];
  by_finish[0][kAdjacentRows] = tile_kernel<kTileRows, kVectors, Finish::raw, kAdjacentRows>;
  by_finish[1][kAdjacentRows] = tile_kernel<kTileRows, kVectors, Finish::sgd, kAdjacentRows>;
  by_finish[2][kAdjacentRows] = tile_kernel<kTileRows, kVectors, Finish::general, kAdjacentRows>;
}
template <int kRows>
constexpr void list_rest(TileKernels& list) {
  list.rest[0][kRows] = tile_kernel<kRows, 1, Finish::general, false>;
  list.rest[1][kRows] = tile_kernel<kRows, 2, Finish::general, false>;
  if constexpr (kRows > 1) list_rest<kRows - 1>(list);
}
constexpr TileKernels list_kernels() {
  TileKernels list;
  list_whole<1, false>(list);
  list_whole<1, true>(list);
  list_whole<2, false>(list);
  list_whole<2, true>(list);
  list_rest<kTileRows - 1>(list);
  return list;
}
inline constexpr TileKernels kTileKernels = list_kernels();

// The kernel for tiles of `rows` rows of run `t`. With Finish::raw, t must have no epilogue.
inline void run_tiles(const TileRun& t, int vectors, Finish finish, std::ptrdiff_t rows) {
  const TileKernel kernel =
      rows == kTileRows
          ? kTileKernels.whole[vectors - 1][static_cast<int>(finish)][t.a_row_stride == 1]
          : kTileKernels.rest[vectors - 1][rows];
  kernel(t);
}

}  // namespace pipette::kernels::PIPETTE_ISA
