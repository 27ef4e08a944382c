// The matrix product of one instruction set: blocking, and edges around the register tiles of
// matmul_tile_impl.h. Included only by the isa_*.cc units (see simd.h).
//
// A small b with adjacent columns is read in place. Otherwise a block of b is packed into panels of
// kTileColumns columns and multiplied by blocks of rows of a that fit in the second-level cache. If
// k has more than one block, sums wait in `partial`. Every element sums its terms in order.
#pragma once

#include "kernels/isa/matmul_pack_impl.h"
#include "kernels/isa/matmul_terms_impl.h"

namespace pipette::kernels::PIPETTE_ISA {

constexpr std::ptrdiff_t kBlockK = 1024;        // rows of a packed block of b
constexpr std::ptrdiff_t kPackedB = 1 << 20;    // floats of a packed block of b
constexpr std::ptrdiff_t kBlockA = 1 << 17;     // floats of a block of a
constexpr std::ptrdiff_t kMaxRows = 1024;       // rows of a block of a, however small k is
constexpr std::ptrdiff_t kDirectB = 1 << 17;    // floats that b may span to be read in place
constexpr std::ptrdiff_t kFewRows = 64;         // rows of a: too few to pay for packing a larger b
constexpr std::ptrdiff_t kDirectFew = 1 << 20;  // floats that b may span in that case
constexpr std::ptrdiff_t kFirstLevelB = 8192;   // floats of b that stay in the first-level cache

struct Blocks {
  std::ptrdiff_t rows, columns, k;
  bool k_is_whole;
  bool in_place;
  bool may_walk;  // lists of terms (matmul_terms_impl.h), if a holds many zeros

  explicit Blocks(const MatmulCall& call) {
    k = maximum(minimum(call.k, kBlockK), 1);
    k_is_whole = call.k <= k;
    rows = round_up(minimum(call.m, minimum(kBlockA / k, kMaxRows)), kTileRows);
    const std::ptrdiff_t span = call.m <= kFewRows ? kDirectFew : kDirectB;
    in_place = call.b_column_stride == 1 && k_is_whole && call.k * call.b_row_stride <= span;
    // If b is read in place, only the last panel may need packing.
    columns = in_place ? kTileColumns
                       : minimum(kPackedB / k / kTileColumns * kTileColumns,
                                 round_up(call.n, kTileColumns));
    may_walk =
        k_is_whole && call.k >= kTermsAhead && call.m >= kTermRows && call.n >= kFewestColumns;
  }
  std::ptrdiff_t packed() const { return k * columns; }
  // Sums of one panel, or of all panels of the block if they wait for the next block of k.
  std::ptrdiff_t partial() const { return rows * (k_is_whole ? kTileColumns : columns); }
  std::ptrdiff_t terms() const { return may_walk ? TermLists::floats(rows / kTermRows, k) : 0; }
};

inline Finish finish_of(const Epilogue& e) {
  if (e.bias != nullptr || e.activation != Activation::none || e.relu_mask != nullptr) {
    return Finish::general;
  }
  if (e.store == Epilogue::Store::add) return Finish::add;
  return e.store == Epilogue::Store::sgd ? Finish::sgd : Finish::raw;
}

// The run of tiles whose first element is (i, j) of c, with the call's epilogue.
inline TileRun run_at(const MatmulCall& call, std::ptrdiff_t i, std::ptrdiff_t j) {
  const Epilogue& e = *call.epilogue;
  TileRun t{};
  t.count = 1;
  t.k = call.k;
  t.segments = 1;
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

inline void drop_epilogue(TileRun& t) {
  t.store = Epilogue::Store::assign;
  t.relu = false;
  t.bias = nullptr;
  t.relu_mask = nullptr;
  t.skip_without_terms = false;
}

// For a b in the first-level cache: goes along each row of tiles, so that c is written in order.
// `lists` has memory for one tile's list, or is null if terms are not walked.
inline void multiply_along_rows(const MatmulCall& call, Finish finish, const TermLists* lists) {
  const bool wide = call.n % kTermColumns == 0;
  const Tile& tile =
      lists == nullptr ? kTwoVectors : term_tile_for(wide ? kTermColumns : kTileColumns);
  const std::ptrdiff_t tile_rows = tile.rows_of(run_at(call, 0, 0));
  for (std::ptrdiff_t i = 0; i < call.m; i += tile_rows) {
    const std::ptrdiff_t rows = minimum(tile_rows, call.m - i);
    TileRun t = run_at(call, i, 0);
    t.count = call.n / tile.columns;
    t.b = call.b;
    t.b_row_stride = call.b_row_stride;
    t.b_step = t.c_step = t.bias_step = t.relu_mask_step = tile.columns;
    if (lists != nullptr && rows == kTermRows) {
      list_terms(call, i, *lists, 0);
      walk(t, *lists, 0, *call.epilogue);
      if (t.skip_without_terms && *t.term_count == 0) continue;
    }
    run_tiles(t, tile, finish, rows);
  }
}

// Runs `t`, set up for the rows from the top of a panel, over `rows` rows.
inline void run_down(TileRun t, const Tile& tile, Finish finish, std::ptrdiff_t rows) {
  const std::ptrdiff_t tile_rows = tile.rows_of(t);
  t.count = rows / tile_rows;
  t.a_step = tile_rows * t.a_row_stride;
  t.c_step = tile_rows * t.ldc;
  t.partial_step = tile_rows * tile.columns;
  t.relu_mask_step = tile_rows * t.relu_mask_stride;
  if (t.count > 0) run_tiles(t, tile, finish, tile_rows);
  const std::ptrdiff_t rest = rows % tile_rows;
  if (rest == 0) return;
  t.a += t.count * t.a_step;
  t.c += t.count * t.c_step;
  if (t.partial != nullptr) t.partial += t.count * t.partial_step;
  if (t.relu_mask != nullptr) t.relu_mask += t.count * t.relu_mask_step;
  t.count = 1;
  run_tiles(t, tile, finish, rest);
}

// If c is the panel, row after row: adds bias and ReLU to the padded sums, closes their gaps in
// place, and runs along the whole of c. Takes a third off the weight gradient of a layer of 10.
PIPETTE_NOINLINE void finish_flat(TileRun t, float* sums, std::ptrdiff_t rows,
                                  std::ptrdiff_t columns) {
  const int vectors = columns > kWidth ? 2 : 1;
  float bias[kTileColumns] = {};
  if (t.bias != nullptr) {
    for (std::ptrdiff_t j = 0; j < columns; ++j) bias[j] = t.bias[j];
  }
  for (std::ptrdiff_t i = 0; i < rows; ++i) {
    Wide::F v[kTileVectors];
    for (int part = 0; part < vectors; ++part) {
      v[part] = Wide::load(sums + (i * vectors + part) * kWidth);
      if (t.bias != nullptr) v[part] = v[part] + Wide::load(bias + part * kWidth);
      if (t.relu) v[part] = relu<Wide>(v[part]);
    }
    // Ends before the next row's sums begin; the next row overwrites what is beyond `columns`.
    for (int part = 0; part < vectors; ++part) {
      Wide::store(sums + i * columns + part * kWidth, v[part]);
    }
  }
  t.relu = false;
  for_lanes(
      rows * columns, [&t, sums ](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        finish<S>(t, S::load(sums + i), nullptr, t.relu_mask == nullptr ? nullptr : t.relu_mask + i,
                  t.c + i);
      });
}

// Applies the epilogue to `columns` columns of finished sums, for a panel narrower than its
// vectors.
PIPETTE_NOINLINE void finish_columns(const TileRun& t, float* sums, std::ptrdiff_t rows,
                                     std::ptrdiff_t columns) {
  const std::ptrdiff_t padded = tile_for(columns).columns;
  if (padded > columns && t.ldc == columns && t.relu_mask_stride == columns) {
    return finish_flat(t, sums, rows, columns);
  }
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

// Runs `t` down `rows` rows of a panel. Sums with further terms to come, and those of a panel
// narrower than its tile, go to `sums`, with contiguous rows; the epilogue is applied with the
// `last` terms.
inline void run_panel(const TileRun& t, Finish finish, std::ptrdiff_t rows, std::ptrdiff_t columns,
                      float* sums, bool last) {
  const Tile& tile = t.term_count == nullptr ? tile_for(columns) : term_tile_for(columns);
  if (last && columns == tile.columns) return run_down(t, tile, finish, rows);
  TileRun raw = t;
  drop_epilogue(raw);
  raw.c = sums;
  raw.ldc = tile.columns;
  run_down(raw, tile, Finish::raw, rows);
  if (last) finish_columns(t, sums, rows, columns);
}

// Multiplies rows [i0, i0 + rows) by one panel of columns from j0, over `depth` terms from k0.
// `lists` are those of the rows, or null if terms are not walked.
inline void multiply_panel(const MatmulCall& call, Finish finish, std::ptrdiff_t i0,
                           std::ptrdiff_t rows, std::ptrdiff_t j0, std::ptrdiff_t columns,
                           std::ptrdiff_t k0, std::ptrdiff_t depth, const float* panel,
                           std::ptrdiff_t panel_stride, const TermLists* lists, float* partial) {
  TileRun t = run_at(call, i0, j0);
  t.k = depth;
  t.a += k0 * call.a_column_stride;
  t.b = panel;
  t.b_row_stride = panel_stride;
  t.partial = k0 == 0 ? nullptr : partial;
  if (lists != nullptr) walk(t, *lists, 1, *call.epilogue);
  run_panel(t, finish, rows, columns, partial, k0 + depth == call.k);
}

// One block of columns of c, from j0.
inline void multiply_columns(const MatmulCall& call, Finish finish, const Blocks& block,
                             const TermLists* lists, std::ptrdiff_t j0) {
  const std::ptrdiff_t columns = minimum(block.columns, call.n - j0);
  float* packed = call.scratch;
  float* partial = call.scratch + block.packed();
  for (std::ptrdiff_t i0 = 0; i0 < call.m; i0 += block.rows) {
    const std::ptrdiff_t rows = minimum(block.rows, call.m - i0);
    walk_or_not(call, i0, rows, j0, columns, lists, [&](const TermLists* rows_lists) {
      std::ptrdiff_t k0 = 0;
      do {
        const std::ptrdiff_t depth = minimum(block.k, call.k - k0);
        if (i0 == 0 || !block.k_is_whole) pack_block(call, k0, depth, j0, columns, packed);
        for (std::ptrdiff_t j = 0; j < columns; j += kTileColumns) {
          const std::ptrdiff_t width = minimum(kTileColumns, columns - j);
          multiply_panel(call, finish, i0, rows, j0 + j, width, k0, depth, packed + j * depth,
                         tile_for(width).columns, rows_lists,
                         block.k_is_whole ? partial : partial + j * block.rows);
        }
        k0 += depth;
      } while (k0 < call.k);
    });
  }
}

// With b read in place: rows [i0, i0 + rows) panel by panel.
inline void multiply_rows(const MatmulCall& call, Finish finish, const Blocks& block,
                          std::ptrdiff_t i0, std::ptrdiff_t rows, const TermLists* lists) {
  std::ptrdiff_t columns;
  for (std::ptrdiff_t j0 = 0; j0 < call.n; j0 += columns) {
    const bool wide = lists != nullptr && call.n - j0 >= kTermColumns;
    columns = wide ? kTermColumns : minimum(kTileColumns, call.n - j0);
    const float* panel = call.b + j0;
    std::ptrdiff_t stride = call.b_row_stride;
    if (columns < tile_for(columns).columns) {  // reading whole vectors would pass the end
      pack_panel(call, 0, call.k, j0, columns, call.scratch);
      panel = call.scratch;
      stride = tile_for(columns).columns;
    }
    multiply_panel(call, finish, i0, rows, j0, columns, 0, call.k, panel, stride, lists,
                   call.scratch + block.packed());
  }
}

std::ptrdiff_t matmul_scratch(const MatmulCall& call) {
  const Blocks block(call);
  return block.packed() + block.partial() + block.terms();
}

void matmul(const MatmulCall& call) {
  const Finish finish = finish_of(*call.epilogue);
  const Blocks block(call);
  const TermLists memory(call.scratch + block.packed() + block.partial(), block.rows / kTermRows,
                         call.k);
  const TermLists* lists = block.may_walk && has_many_zeros(call, memory) ? &memory : nullptr;
  if (block.in_place && call.k * call.n <= kFirstLevelB && call.n % kTileColumns == 0) {
    if (lists != nullptr && !is_finite(call, 0, call.n, nullptr)) lists = nullptr;
    return multiply_along_rows(call, finish, lists);
  }
  if (!block.in_place) {
    for (std::ptrdiff_t j0 = 0; j0 < call.n; j0 += block.columns) {
      multiply_columns(call, finish, block, lists, j0);
    }
    return;
  }
  for (std::ptrdiff_t i0 = 0; i0 < call.m; i0 += block.rows) {
    const std::ptrdiff_t rows = minimum(block.rows, call.m - i0);
    walk_or_not(call, i0, rows, 0, call.n, lists, [&](const TermLists* rows_lists) {
      multiply_rows(call, finish, block, i0, rows, rows_lists);
    });
  }
}

}  // namespace pipette::kernels::PIPETTE_ISA
