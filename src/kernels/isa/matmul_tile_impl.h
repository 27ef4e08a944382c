// Register tiles of the matrix product: some rows and columns of c in registers, K innermost and in
// order; matmul_tile_table_impl.h sets their sizes. Included only by the isa_*.cc units (see
// simd.h).
#pragma once

#include "kernels/isa/simd.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels::PIPETTE_ISA {

constexpr int kTileVectors = 2;
constexpr int kTileColumns = kTileVectors * kWidth;
constexpr int kTermsAhead = 8;  // a row of b is fetched this many list terms early

// Consecutive tiles of one product, down a panel of columns or along a row of tiles. The sums run
// over `segments` times k terms: a convolution's patch is not one contiguous piece of a, but one
// piece of each row of the image. A matrix has one segment.
struct TileRun {
  std::ptrdiff_t count;
  std::ptrdiff_t k, segments;
  const float* a;  // [rows, segments, k]
  std::ptrdiff_t a_row_stride, a_column_stride, a_segment_stride;
  const float* b;  // [segments * k, columns], adjacent columns
  std::ptrdiff_t b_row_stride;
  const float* partial;  // sums over earlier k, adjacent rows; null: start at 0
  float* c;
  std::ptrdiff_t ldc;
  // From one tile to the next, in elements:
  std::ptrdiff_t a_step, b_step, c_step, partial_step, bias_step, relu_mask_step;
  // If only terms that matter are multiplied: the list of each tile (matmul_terms_impl.h), `k`
  // entries apart; a is not read then. From one tile to the next, `term_step` lists.
  const std::int32_t* term_count;
  const std::int32_t* term_k;
  const float* term_values;
  std::ptrdiff_t term_step;
  bool skip_without_terms;    // c stays unchanged where a tile has no term
  std::uint32_t* not_finite;  // set to a nonzero value if a sum is infinite or NaN
  // Only used if the epilogue is applied:
  Epilogue::Store store;
  bool relu;
  const float* bias;
  const float* relu_mask;
  std::ptrdiff_t relu_mask_stride;
  float learning_rate;
};

enum class Finish { raw, add, sgd, general };
constexpr int kFinishes = 4;

// Applies the epilogue to one vector of the product; pointers are for its first element.
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

template <class S, int kRows, int kVectors>
struct Sums {
  using F = typename S::F;
  F at[kRows][kVectors];

  PIPETTE_INLINE void start(const float* partial) {
    PIPETTE_UNROLL
    for (int i = 0; i < kRows; ++i) {
      PIPETTE_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        at[i][v] =
            partial == nullptr ? S::splat(0.0f) : S::load(partial + (i * kVectors + v) * S::W);
      }
    }
  }
  // Adds one term to each sum: a(i) is the element of row i, times a row of b.
  template <class RowOfA>
  PIPETTE_INLINE void add_term(RowOfA a, const float* b) {
    F row[kVectors];
    PIPETTE_UNROLL
    for (int v = 0; v < kVectors; ++v) row[v] = S::load(b + v * S::W);
    PIPETTE_UNROLL
    for (int i = 0; i < kRows; ++i) {
      const F x = S::splat(a(i));
      PIPETTE_UNROLL
      for (int v = 0; v < kVectors; ++v) at[i][v] = at[i][v] + x * row[v];
    }
  }
  // kAdjacentRows: a's rows are one element apart (a transposed operand). Known offsets save V8 an
  // address computation per row. For other rows, each group of four has a pointer: g++ would keep
  // the offset of each row, and has too few registers for that.
  template <bool kAdjacentRows>
  PIPETTE_INLINE void add_terms(std::ptrdiff_t k, const float* a, std::ptrdiff_t row_stride,
                                std::ptrdiff_t a_step, const float*& b, std::ptrdiff_t b_step) {
    constexpr int kFours = kAdjacentRows ? 1 : (kRows + 3) / 4;
    const float* four[kFours];
    PIPETTE_UNROLL
    for (int f = 0; f < kFours; ++f) four[f] = a + 4 * f * row_stride;
    for (; k != 0; --k) {
      add_term(
          [&](int i) __attribute__((always_inline)) {
            return kAdjacentRows ? four[0][i] : four[i / 4][i % 4 * row_stride];
          },
          b);
      PIPETTE_UNROLL
      for (int f = 0; f < kFours; ++f) four[f] += a_step;
      b += b_step;
    }
  }
  // Nonzero bits where a sum is infinite or NaN.
  PIPETTE_INLINE typename S::U not_finite() const {
    typename S::U found{};
    PIPETTE_UNROLL
    for (int i = 0; i < kRows; ++i) {
      PIPETTE_UNROLL
      for (int v = 0; v < kVectors; ++v) found = found | not_finite_bits<S>(at[i][v]);
    }
    return found;
  }
  // Adds the terms of a list: kRows values of a for each row of b by which they are multiplied. The
  // order of rows is unpredictable for the processor, so they are fetched kTermsAhead terms early;
  // beyond a list is other memory of TermLists, and fetching the rows it refers to does no harm.
  PIPETTE_INLINE void walk_terms(std::ptrdiff_t count, const std::int32_t* k, const float* values,
                                 const float* b, std::ptrdiff_t b_row_stride) {
    const auto row_bytes = static_cast<std::uintptr_t>(b_row_stride) * sizeof(float);
    for (; count != 0; --count) {
      const std::uintptr_t ahead = static_cast<std::uintptr_t>(k[kTermsAhead]) * row_bytes;
      __builtin_prefetch(
          reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(b) + ahead));
      add_term(
          [values](int i) __attribute__((always_inline)) { return values[i]; },
          b + *k * b_row_stride);
      values += kRows;
      ++k;
    }
  }
};

// Writes one finished tile to `tile`; bias and mask are for its first element, or null.
template <class S, int kRows, int kVectors, Finish kFinish>
PIPETTE_INLINE void finish_tile(const TileRun& t, const Sums<S, kRows, kVectors>& sums,
                                typename S::F learning_rate, const float* bias,
                                const float* relu_mask, float* tile, std::ptrdiff_t ldc) {
  PIPETTE_UNROLL
  for (int i = 0; i < kRows; ++i) {
    PIPETTE_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const std::ptrdiff_t column = v * S::W;
      float* c = tile + i * ldc + column;
      if constexpr (kFinish == Finish::raw) {
        S::store(c, sums.at[i][v]);
      } else if constexpr (kFinish == Finish::add) {
        S::store(c, S::load(c) + sums.at[i][v]);
      } else if constexpr (kFinish == Finish::sgd) {
        S::store(c, S::load(c) - learning_rate * sums.at[i][v]);
      } else {
        const float* mask =
            relu_mask == nullptr ? nullptr : relu_mask + i * t.relu_mask_stride + column;
        finish<S>(t, sums.at[i][v], bias == nullptr ? nullptr : bias + column, mask, c);
      }
    }
  }
}

// c tiles [kRows, kVectors * S::W] <- a [kRows, segments * k] x b [segments * k, kVectors * S::W].
// kWalk: takes terms from lists instead.
template <class S, int kRows, int kVectors, Finish kFinish, bool kAdjacentRows, bool kWalk = false>
PIPETTE_NOINLINE void tile_kernel(const TileRun& t) {
  const float* a = t.a;
  const float* b = t.b;
  const float* partial = t.partial;
  const float* bias = t.bias;
  const float* relu_mask = t.relu_mask;
  float* tile = t.c;
  const std::ptrdiff_t ldc = t.ldc;
  const typename S::F learning_rate = S::splat(t.learning_rate);
  std::ptrdiff_t list = 0;
  constexpr bool kCheck = kWalk && kFinish != Finish::sgd && kFinish != Finish::add;
  typename S::U not_finite{};
  for (std::ptrdiff_t count = t.count; count > 0; --count) {
    if (!kWalk || t.term_count[list] > 0 || !t.skip_without_terms) {
      Sums<S, kRows, kVectors> sums;
      if constexpr (kWalk) {
        sums.start(nullptr);
        sums.walk_terms(t.term_count[list], t.term_k + list * t.k,
                        t.term_values + list * t.k * kRows, b, t.b_row_stride);
      } else {
        sums.start(partial);
        const float* segment = a;
        const float* terms = b;
        for (std::ptrdiff_t left = t.segments; left != 0; --left) {
          sums.template add_terms<kAdjacentRows>(t.k, segment, t.a_row_stride, t.a_column_stride,
                                                 terms, t.b_row_stride);
          segment += t.a_segment_stride;
        }
      }
      if constexpr (kCheck) not_finite = not_finite | sums.not_finite();
      finish_tile<S, kRows, kVectors, kFinish>(t, sums, learning_rate, bias, relu_mask, tile, ldc);
    }
    a += t.a_step;
    b += t.b_step;
    tile += t.c_step;
    list += t.term_step;
    if (partial != nullptr) partial += t.partial_step;
    if (bias != nullptr) bias += t.bias_step;
    if (relu_mask != nullptr) relu_mask += t.relu_mask_step;
  }
  if constexpr (kCheck) *t.not_finite |= any_bit<S>(not_finite);
}

}  // namespace pipette::kernels::PIPETTE_ISA
