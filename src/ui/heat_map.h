// A tensor as a picture: which pixel shows which value, and how strong its colour is. Pure.
//
//   Arrangement tiles = arrange(Shape({784, 128}), true, 460, 200);   // 128 images of 28 x 28
//   std::vector<std::uint8_t> levels = paint(values, tiles, limit, width, height);
//
// A matrix is drawn as it is, a kernel [784, n] as n images of 28 x 28, a kernel [h, w, in, out] as
// in * out images, [batch, h, w] and [batch, h, w, c] as one image per example and channel, and a
// vector as one row. A pixel that stands for several values shows the one farthest from zero;
// values that are not finite take precedence, so that none is overlooked.
#pragma once

#include <cstdint>
#include <vector>

#include "core/shape.h"
#include "theme/theme.h"

namespace pipette::app {

struct Arrangement {
  int tile_w = 1, tile_h = 1;                // values
  int count = 1, columns = 1;                // of tiles, laid out row by row
  int gap = 0;                               // between tiles, in values
  std::int64_t stride_x = 1, stride_y = 1;   // from value to value inside a tile
  std::int64_t inner = 1, stride_outer = 1;  // tile t begins at t / inner * outer + t % inner

  int rows() const { return (count + columns - 1) / columns; }
  int width() const { return columns * (tile_w + gap) - gap; }
  int height() const { return rows() * (tile_h + gap) - gap; }

  struct Cell {
    int tile = -1, x = 0, y = 0;  // no tile: a gap
    std::int64_t index = 0;
  };
  Cell cell(int x, int y) const;  // at (x, y) in 0..width(), 0..height()
};

// `kernel`: the values are weights or their gradient, not a batch.
Arrangement arrange(const Shape& element, bool kernel, float width, float height);
// A vector as squares, row by row, as large as possible, in complete rows where that costs little:
// up to ten in one row, and a flattened image as the image.
Arrangement arrange_units(std::int64_t count, float width, float height);

// The value of the strongest colour: see theme::kStrongestSigmas. Never 0.
double color_limit(double farthest, double mean_square);
double color_limit(const float* values, std::int64_t count);  // ignores values that are not finite

constexpr std::uint8_t kNothing = 0;             // a gap
constexpr std::uint8_t kNotFinite = 1;           // NaN or infinite
constexpr int kLowest = kNotFinite + 1;          // -limit, and below
constexpr int kLevels = theme::kHeatLevels / 2;  // on either side of zero
constexpr std::uint8_t kZero = kLowest + kLevels;
std::uint8_t level_of(float value, double limit);

std::vector<std::uint8_t> paint(const float* values, const Arrangement& arrangement, double limit,
                                int width, int height);

}  // namespace pipette::app
