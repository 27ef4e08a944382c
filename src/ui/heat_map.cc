#include "ui/heat_map.h"

#include <algorithm>
#include <cmath>

namespace pipette::app {
namespace {

constexpr std::int64_t kInOneRow = 10;  // units
constexpr float kWholeRows = 0.7f;      // of the largest possible size, for complete rows
constexpr std::int64_t kImage = 28;     // a first layer sees images of 28 x 28

int as_int(std::int64_t value) { return static_cast<int>(value); }

// The number of columns that gives each value the most room; rows do not split groups of
// `together`.
int best_columns(const Arrangement& tiles, std::int64_t together, float width, float height) {
  int best = 1;
  float best_scale = 0;
  for (int columns = 1; columns <= tiles.count; ++columns) {
    if (columns % together != 0 && together % columns != 0) continue;
    Arrangement tried = tiles;
    tried.columns = columns;
    const float scale = std::min(width / static_cast<float>(tried.width()),
                                 height / static_cast<float>(tried.height()));
    if (scale <= best_scale) continue;
    best_scale = scale;
    best = columns;
  }
  return best;
}

}  // namespace

Arrangement::Cell Arrangement::cell(int x, int y) const {
  const int column = x / (tile_w + gap), row = y / (tile_h + gap);
  const int in_x = x - column * (tile_w + gap), in_y = y - row * (tile_h + gap);
  const int tile = row * columns + column;
  if (x < 0 || y < 0 || column >= columns || tile >= count || in_x >= tile_w || in_y >= tile_h) {
    return {};
  }
  return {tile, in_x, in_y,
          tile / inner * stride_outer + tile % inner + in_y * stride_y + in_x * stride_x};
}

Arrangement arrange(const Shape& element, bool kernel, float width, float height) {
  const auto& size = element.sizes();
  const std::size_t rank = size.size();
  Arrangement tiles;
  std::int64_t together = 1;
  if (kernel && rank == 2 && size[0] == kImage * kImage) {
    tiles.count = as_int(size[1]);
    tiles.tile_w = tiles.tile_h = as_int(kImage);
    tiles.inner = tiles.stride_x = size[1];
  } else if (kernel && rank == 4) {
    tiles.count = as_int(size[2] * size[3]);
    tiles.tile_h = as_int(size[0]);
    tiles.tile_w = as_int(size[1]);
    tiles.inner = tiles.stride_x = size[2] * size[3];
    together = size[3];
  } else if (rank >= 3) {
    const std::int64_t channels =
        rank == 3 ? 1 : element.num_elements() / (size[0] * size[1] * size[2]);
    tiles.count = as_int(size[0] * channels);
    tiles.tile_h = as_int(size[1]);
    tiles.tile_w = as_int(size[2]);
    tiles.inner = tiles.stride_x = together = channels;
    tiles.stride_outer = size[1] * size[2] * channels;
  } else {
    tiles.tile_h = rank == 2 ? as_int(size[0]) : 1;
    tiles.tile_w = rank == 0 ? 1 : as_int(size[rank - 1]);
  }
  tiles.stride_y = tiles.tile_w * tiles.stride_x;
  if (tiles.count > 1) {
    tiles.gap = tiles.tile_w > 8 ? 2 : 1;
    tiles.columns = best_columns(tiles, together, width, height);
  }
  return tiles;
}

Arrangement arrange_units(std::int64_t count, float width, float height) {
  Arrangement tiles;
  tiles.count = as_int(count);
  if (count == kImage * kImage || count <= kInOneRow) {
    tiles.columns = as_int(std::min(count, kImage));
    return tiles;
  }
  const auto side = [&](int columns) {
    tiles.columns = columns;
    return std::min(width / static_cast<float>(columns), height / static_cast<float>(tiles.rows()));
  };
  const int best = best_columns(tiles, 1, width, height);
  // Complete rows, if they cost little.
  float whole_side = kWholeRows * side(best);
  int whole = best;
  for (int columns = 1; columns <= tiles.count; ++columns) {
    if (tiles.count % columns != 0 || side(columns) < whole_side) continue;
    whole_side = side(columns);
    whole = columns;
  }
  tiles.columns = whole;
  return tiles;
}

double color_limit(double farthest, double mean_square) {
  const double limit = std::min(farthest, theme::kStrongestSigmas * std::sqrt(mean_square));
  return limit > 0 ? limit : 1;
}

double color_limit(const float* values, std::int64_t count) {
  double farthest = 0, mean_square = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const double value = std::fabs(static_cast<double>(values[i]));
    if (!std::isfinite(value)) continue;
    farthest = std::max(farthest, value);
    mean_square += value * value / static_cast<double>(count);
  }
  return color_limit(farthest, mean_square);
}

std::uint8_t level_of(float value, double limit) {
  if (!std::isfinite(value)) return kNotFinite;
  const double scaled = std::clamp(static_cast<double>(value) / limit, -1.0, 1.0);
  return static_cast<std::uint8_t>(kZero + std::lround(scaled * kLevels));
}

std::vector<std::uint8_t> paint(const float* values, const Arrangement& arrangement, double limit,
                                int width, int height) {
  std::vector<std::uint8_t> levels(static_cast<std::size_t>(width) *
                                   static_cast<std::size_t>(height));
  // The first value under `pixel`.
  const auto from = [](int pixel, int values_across, int pixels) {
    return as_int(static_cast<std::int64_t>(pixel) * values_across / pixels);
  };
  const int across = arrangement.width(), down = arrangement.height();
  auto* level = levels.data();
  for (int py = 0; py < height; ++py) {
    const int top = from(py, down, height);
    const int bottom = std::max(top + 1, from(py + 1, down, height));
    for (int px = 0; px < width; ++px, ++level) {
      const int left = from(px, across, width);
      const int right = std::max(left + 1, from(px + 1, across, width));
      int farthest = -1;
      for (int y = top; y < bottom; ++y) {
        for (int x = left; x < right; ++x) {
          const Arrangement::Cell cell = arrangement.cell(x, y);
          if (cell.tile < 0) continue;
          const std::uint8_t own = level_of(values[cell.index], limit);
          const int distance = own == kNotFinite ? kZero : std::abs(own - kZero);
          if (distance <= farthest) continue;
          farthest = distance;
          *level = own;
        }
      }
    }
  }
  return levels;
}

}  // namespace pipette::app
