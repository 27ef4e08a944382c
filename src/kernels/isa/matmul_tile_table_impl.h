// The sizes of register tiles, and their kernels by size. Included only by the isa_*.cc units (see
// simd.h), which set the number of rows that suits their registers.
//
// Tile sizes: with separate multiply and add the loop is limited by arithmetic, not by latency, so
// tiles need only hide loads and stay below what a processor decodes in a cycle: the more rows, the
// fewer loads per product. V8 spills above 4 x 8 (4 x 12 and 8 x 8 lose a third or more, and so
// does unrolling K), and it re-optimises a function only between calls, so a kernel does one run of
// tiles, is never inlined, and is called through a table.
#pragma once

#include "kernels/isa/matmul_tile_impl.h"

namespace pipette::kernels::PIPETTE_ISA {

// Rows of a tile if the rows of a are adjacent, as in a transposed operand, and if they are apart.
constexpr int kTileRows = PIPETTE_TILE_ROWS;
#if defined(PIPETTE_APART_ROWS)
constexpr int kApartRows = PIPETTE_APART_ROWS;
#else
constexpr int kApartRows = kTileRows;
#endif
// The same for eight columns.
#if defined(PIPETTE_EIGHT_ROWS)
constexpr int kEightRows = PIPETTE_EIGHT_ROWS;
constexpr int kEightApartRows = PIPETTE_EIGHT_APART_ROWS;
#else
constexpr int kEightRows = 8;
constexpr int kEightApartRows = 8;
#endif
constexpr int kMostRows = 16;

using TileKernel = void (*)(const TileRun&);

// Tiles with the same number of columns: kernels for whole tiles, and general ones for the
// remaining rows.
struct Tile {
  int rows[2];  // [adjacent rows of a]
  int columns;
  TileKernel whole[kFinishes][2];  // [Finish][adjacent rows of a]
  TileKernel rest[kMostRows];      // [rows]

  PIPETTE_INLINE int rows_of(const TileRun& t) const { return rows[t.a_row_stride == 1]; }
};
template <class S, int kRows, int kVectors, bool kAdjacentRows, bool kWalk = false>
constexpr void list_whole(Tile& tile) {
  tile.rows[kAdjacentRows] = kRows;
  constexpr bool kAdjacent = kAdjacentRows || kWalk;  // a list's values are contiguous
  tile.whole[0][kAdjacentRows] = tile_kernel<S, kRows, kVectors, Finish::raw, kAdjacent, kWalk>;
  tile.whole[1][kAdjacentRows] = tile_kernel<S, kRows, kVectors, Finish::add, kAdjacent, kWalk>;
  tile.whole[2][kAdjacentRows] = tile_kernel<S, kRows, kVectors, Finish::sgd, kAdjacent, kWalk>;
  tile.whole[3][kAdjacentRows] = tile_kernel<S, kRows, kVectors, Finish::general, kAdjacent, kWalk>;
}
template <class S, int kRows, int kVectors>
constexpr void list_rest(Tile& tile) {
  tile.rest[kRows] = tile_kernel<S, kRows, kVectors, Finish::general, false>;
  if constexpr (kRows > 1) list_rest<S, kRows - 1, kVectors>(tile);
}
template <class S, int kApart, int kAdjacent, int kVectors>
constexpr Tile list_tile() {
  static_assert(kApart <= kMostRows && kAdjacent <= kMostRows);
  Tile tile{{}, kVectors * S::W, {}, {}};
  list_whole<S, kApart, kVectors, false>(tile);
  list_whole<S, kAdjacent, kVectors, true>(tile);
  list_rest<S, (kApart > kAdjacent ? kApart : kAdjacent) - 1, kVectors>(tile);
  return tile;
}
// Whole tiles walk lists of terms; they have kTermRows rows in every build. If there are enough
// registers, more columns than in other tiles make up for the few rows.
constexpr int kTermRows = 4;
#if defined(PIPETTE_TERM_VECTORS)
constexpr int kTermVectors = PIPETTE_TERM_VECTORS;
#else
constexpr int kTermVectors = kTileVectors;
#endif
constexpr int kTermColumns = kTermVectors * kWidth;
template <class S, int kVectors>
constexpr Tile list_term_tile() {
  Tile tile{{}, kVectors * S::W, {}, {}};
  list_whole<S, kTermRows, kVectors, false, true>(tile);
  list_whole<S, kTermRows, kVectors, true, true>(tile);
  list_rest<S, kTermRows - 1, kVectors>(tile);
  return tile;
}
inline constexpr Tile kOneVector = list_tile<Wide, kApartRows, kTileRows, 1>();
inline constexpr Tile kTwoVectors = list_tile<Wide, kApartRows, kTileRows, kTileVectors>();

// The tile for the next panel, of at most kTileColumns columns. Eight columns, typical for the
// convolutions of small networks, fill a vector of eight lanes; eight or more rows then hide the
// latency of an addition.
template <int kLanes = kWidth>
inline const Tile& tile_for(std::ptrdiff_t columns) {
  if constexpr (kLanes >= 8) {
    using Eight = Simd<(kLanes > 8 ? 8 : kLanes)>;
    static constexpr Tile kEight = list_tile<Eight, kEightApartRows, kEightRows, 1>();
    if (columns == 8) return kEight;
  }
  return columns > kWidth ? kTwoVectors : kOneVector;
}

// The tile with the same columns that takes its terms from lists; kTermColumns counts as one panel,
// too.
template <int kLanes = kWidth>
inline const Tile& term_tile_for(std::ptrdiff_t columns) {
  static constexpr Tile kOne = list_term_tile<Wide, 1>();
  static constexpr Tile kTwo = list_term_tile<Wide, kTileVectors>();
  static constexpr Tile kMost = list_term_tile<Wide, kTermVectors>();
  if constexpr (kLanes >= 8) {
    static constexpr Tile kEight = list_term_tile<Simd<(kLanes > 8 ? 8 : kLanes)>, 1>();
    if (columns == 8) return kEight;
  }
  if (columns > kTileColumns) return kMost;
  return columns > kWidth ? kTwo : kOne;
}

// Runs the kernel for tiles of `rows` rows of run `t`. With Finish::raw, t must have no epilogue.
inline void run_tiles(const TileRun& t, const Tile& tile, Finish finish, std::ptrdiff_t rows) {
  const TileKernel kernel = rows == tile.rows_of(t)
                                ? tile.whole[static_cast<int>(finish)][t.a_row_stride == 1]
                                : tile.rest[rows];
  kernel(t);
}

}  // namespace pipette::kernels::PIPETTE_ISA
