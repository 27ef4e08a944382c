// Finds the terms of a matrix product that matter: a term of c[i][j] whose a[i][k] is zero adds an
// exact zero, which changes no sum, provided that b[k][j] is finite. Included only by the isa_*.cc
// units (see simd.h).
//
// If a holds many zeros, as images of digits do, each tile of kTermRows rows gets a list of the k
// at which one of its rows is not zero, with the rows' values; all panels of columns walk it.
//
// Infinity times zero is NaN, so a product whose b is not finite is computed in full. If c is
// overwritten, finding out costs next to nothing: a non-finite value in a row of b that a list
// contains shows up in the sums, which are checked, and only the rows that no list contains are
// read for it. If c is updated, all of b is read first; it is small in that case, a gradient of few
// rows.
#pragma once

#include "kernels/isa/matmul_tile_table_impl.h"

namespace pipette::kernels::PIPETTE_ISA {

constexpr std::ptrdiff_t kFewestColumns = 32;  // of c, for lists to pay
constexpr std::ptrdiff_t kSampledTiles = 8;    // one of this many tiles of rows is sampled
constexpr std::ptrdiff_t kMostTerms = 3;       // in four: with more, a product is computed in full
static_assert(kTermRows == Four::W);

// True if a bit is set in one of four floats.
PIPETTE_INLINE bool any(Four::F v) {
#if defined(__wasm_simd128__)
  return wasm_v128_any_true((v128_t)v);
#elif defined(__SSE4_1__)
  return _mm_testz_si128((__m128i)v, (__m128i)v) == 0;
#else
  std::uint64_t halves[2];
  __builtin_memcpy(halves, &v, sizeof halves);
  return (halves[0] | halves[1]) != 0;
#endif
}

// The lists of consecutive tiles of rows.
struct TermLists {
  std::int32_t* count;        // [tiles]
  std::int32_t* k;            // [tiles, depth]
  std::int32_t* named;        // [depth], 1 if a list has this k, else 0
  std::uint32_t* not_finite;  // not 0 if a sum was infinite or NaN
  float* values;              // [tiles, depth, kTermRows]

  static std::ptrdiff_t floats(std::ptrdiff_t tiles, std::ptrdiff_t depth) {
    return tiles * (1 + depth * (1 + kTermRows)) + depth + 1;
  }
  TermLists(float* memory, std::ptrdiff_t tiles, std::ptrdiff_t depth)
      : count(reinterpret_cast<std::int32_t*>(memory)),
        k(count + tiles),
        named(k + tiles * depth),
        not_finite(reinterpret_cast<std::uint32_t*>(named + depth)),
        values(memory + tiles * (1 + depth) + depth + 1) {}
};

struct TermWriter {
  std::int32_t* k;
  float* values;

  // Without a branch: the next term overwrites one that does not matter.
  PIPETTE_INLINE void add(std::ptrdiff_t at, Four::F rows) {
    *k = static_cast<std::int32_t>(at);
    Four::store(values, rows);
    const std::ptrdiff_t matters = any(rows) ? 1 : 0;
    k += matters;
    values += matters * kTermRows;
  }
};

// Lists the terms of rows [i, i + kTermRows) of a as those of `tile`; returns their number.
PIPETTE_NOINLINE std::int32_t list_terms(const MatmulCall& call, std::ptrdiff_t i,
                                         const TermLists& lists, std::ptrdiff_t tile) {
  std::int32_t* const list = lists.k + tile * call.k;
  TermWriter writer{list, lists.values + tile * call.k * kTermRows};
  const std::ptrdiff_t depth = call.k;
  const std::ptrdiff_t row_stride = call.a_row_stride, column_stride = call.a_column_stride;
  const float* a = call.a + i * row_stride;
  std::ptrdiff_t k = 0;
  if (row_stride == 1) {
    PIPETTE_UNROLL_BY_4
    for (; k < depth; ++k, a += column_stride) writer.add(k, Four::load(a));
  } else if (column_stride == 1) {
    for (; k + 4 <= depth; k += 4, a += 4) {
      Four::F block[4];
      PIPETTE_UNROLL
      for (int row = 0; row < 4; ++row) block[row] = Four::load(a + row * row_stride);
      transpose(block);
      PIPETTE_UNROLL
      for (int column = 0; column < 4; ++column) writer.add(k + column, block[column]);
    }
  }
  for (; k < depth; ++k, a += column_stride) {
    Four::F rows;
    for (int row = 0; row < kTermRows; ++row) rows[row] = a[row * row_stride];
    writer.add(k, rows);
  }
  return lists.count[tile] = static_cast<std::int32_t>(writer.k - list);
}

// True if the lists of a sample of a's tiles are short. Every build decides alike.
inline bool has_many_zeros(const MatmulCall& call, const TermLists& memory) {
  const std::ptrdiff_t tiles = call.m / kTermRows;
  std::ptrdiff_t terms = 0, looked_at = 0;
  for (std::ptrdiff_t tile = 0; tile < tiles; tile += kSampledTiles) {
    terms += list_terms(call, tile * kTermRows, memory, 0);
    looked_at += call.k;
  }
  return 4 * terms <= kMostTerms * looked_at;
}

// True if `columns` columns of b from j0 are finite, in the rows for which `named` is not 1, or in
// all rows if it is null.
PIPETTE_NOINLINE bool is_finite(const MatmulCall& call, std::ptrdiff_t j0, std::ptrdiff_t columns,
                                const std::int32_t* named) {
  Wide::U wide{};
  Narrow::U narrow{};
  One::U one = 0;
  for (std::ptrdiff_t k = 0; k < call.k; ++k) {
    if (named != nullptr && named[k] != 0) continue;
    const float* row = call.b + k * call.b_row_stride + j0 * call.b_column_stride;
    std::ptrdiff_t j = 0;
    if (call.b_column_stride == 1) {
      for (; j + kWidth <= columns; j += kWidth) {
        wide = wide | not_finite_bits<Wide>(Wide::load(row + j));
      }
      for (; j + Narrow::W <= columns; j += Narrow::W) {
        narrow = narrow | not_finite_bits<Narrow>(Narrow::load(row + j));
      }
    }
    for (; j < columns; ++j) one |= not_finite_bits<One>(row[j * call.b_column_stride]);
  }
  return (any_bit<Wide>(wide) | any_bit<Narrow>(narrow) | one) == 0;
}

inline bool overwrites(const MatmulCall& call) {
  return call.epilogue->store == Epilogue::Store::assign;
}

// Lists the terms of the whole tiles of rows [i, i + rows). Returns false if b is not finite in
// `columns` columns from j0, in rows whose values will not show up in the sums.
inline bool list_rows(const MatmulCall& call, std::ptrdiff_t i, std::ptrdiff_t rows,
                      std::ptrdiff_t j0, std::ptrdiff_t columns, const TermLists& lists) {
  for (std::ptrdiff_t k = 0; k < call.k; ++k) lists.named[k] = 0;
  for (std::ptrdiff_t tile = 0; (tile + 1) * kTermRows <= rows; ++tile) {
    const std::int32_t count = list_terms(call, i + tile * kTermRows, lists, tile);
    const std::int32_t* list = lists.k + tile * call.k;
    for (std::int32_t n = 0; n < count; ++n) lists.named[list[n]] = 1;
  }
  *lists.not_finite = 0;
  return is_finite(call, j0, columns, overwrites(call) ? lists.named : nullptr);
}

// True if c stays unchanged where a tile has no term: nothing is added, and only +0 is subtracted.
// (Adding +0 would turn a negative zero into a positive one.)
inline bool keeps_without_terms(const Epilogue& e) {
  return e.bias == nullptr && e.store == Epilogue::Store::sgd &&
         One::bits(e.learning_rate) < 0x7f800000u;  // neither negative nor infinite nor NaN
}

// Makes run `t` walk the lists from the first on, advancing `step` lists with each tile.
inline void walk(TileRun& t, const TermLists& lists, std::ptrdiff_t step, const Epilogue& e) {
  t.term_count = lists.count;
  t.term_k = lists.k;
  t.term_values = lists.values;
  t.term_step = step;
  t.skip_without_terms = keeps_without_terms(e);
  t.not_finite = lists.not_finite;
}

// Calls run(lists) for rows [i, i + rows) of `columns` columns of c from j0, or run(null) if they
// must be computed in full. `lists` is null if that is certain beforehand.
template <class F>
inline void walk_or_not(const MatmulCall& call, std::ptrdiff_t i, std::ptrdiff_t rows,
                        std::ptrdiff_t j0, std::ptrdiff_t columns, const TermLists* lists, F run) {
  if (lists != nullptr && list_rows(call, i, rows, j0, columns, *lists)) {
    run(lists);
    if (!overwrites(call) || *lists->not_finite == 0) return;
  }
  run(nullptr);
}

}  // namespace pipette::kernels::PIPETTE_ISA
