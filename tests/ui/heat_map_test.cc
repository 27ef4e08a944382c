// Which value goes to which pixel, and with which colour.
#include "ui/heat_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace pipette::app {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(HeatMap, EveryValueHasExactlyOnePlaceInEveryArrangement) {
  const struct {
    Shape shape;
    bool kernel;
    int tiles;
  } cases[] = {
      {Shape{}, false, 1},           {Shape{10}, true, 1},       {Shape{32, 128}, false, 1},
      {Shape{784, 12}, true, 12},    {Shape{784, 12}, false, 1}, {Shape{256, 128}, true, 1},
      {Shape{3, 3, 4, 6}, true, 24}, {Shape{5, 7, 9}, false, 5}, {Shape{4, 6, 5, 3}, false, 12}};
  for (const auto& [shape, kernel, count] : cases) {
    for (const float width : {40.0f, 400.0f}) {
      const Arrangement tiles = arrange(shape, kernel, width, 200);
      EXPECT_EQ(tiles.count, count) << shape.to_string();
      std::set<std::int64_t> seen;
      for (int y = 0; y < tiles.height(); ++y) {
        for (int x = 0; x < tiles.width(); ++x) {
          const Arrangement::Cell cell = tiles.cell(x, y);
          if (cell.tile < 0) continue;
          EXPECT_TRUE(seen.insert(cell.index).second) << shape.to_string();
        }
      }
      EXPECT_EQ(static_cast<std::int64_t>(seen.size()), shape.num_elements()) << shape.to_string();
      EXPECT_EQ(*seen.begin(), 0);
      EXPECT_EQ(*seen.rbegin(), shape.num_elements() - 1);
    }
  }
}

TEST(HeatMap, AFirstLayersKernelIsAnImageForEachUnit) {
  const Arrangement tiles = arrange(Shape{784, 128}, true, 460, 200);
  const Arrangement::Cell cell = tiles.cell(30 + 5, 3);  // past the first image and its gap
  EXPECT_EQ(cell.tile, 1);
  EXPECT_EQ(cell.index, (3 * 28 + 5) * 128 + 1);
  EXPECT_EQ(tiles.cell(28, 3).tile, -1) << "a gap";
}

TEST(HeatMap, AConvolutionsKernelsStandByInputAndOutput) {
  const Arrangement tiles = arrange(Shape{3, 3, 2, 8}, true, 400, 100);
  EXPECT_EQ(tiles.columns % 8, 0) << "the filters of one input share a row";
  const Arrangement::Cell cell = tiles.cell(4 * 3 + 1, 2);
  EXPECT_EQ(cell.index, ((2 * 3 + 1) * 2 + 0) * 8 + 3);
}

TEST(HeatMap, ActivationsOfImagesStandByExampleAndChannel) {
  const Arrangement tiles = arrange(Shape{2, 6, 5, 3}, false, 1000, 10);
  const Arrangement::Cell cell = tiles.cell(4 * (5 + 1) + 2, 3);  // example 1, channel 1
  EXPECT_EQ(cell.index, ((1 * 6 + 3) * 5 + 2) * 3 + 1);
}

TEST(HeatMap, LevelsAreSymmetricAndLoudWhereThereIsNoValue) {
  EXPECT_EQ(level_of(0, 2), kZero);
  EXPECT_EQ(level_of(2, 2) - kZero, kZero - level_of(-2, 2));
  EXPECT_EQ(level_of(5, 2), level_of(2, 2));
  for (const float value : {kNan, kInf, -kInf}) EXPECT_EQ(level_of(value, 2), kNotFinite);
  EXPECT_GT(level_of(-5, 2), kNotFinite);
}

TEST(HeatMap, NoNanIsOverlookedWhenManyValuesShareAPixel) {
  std::vector<float> values(100 * 100, 0.5f);
  values[4321] = kNan;
  const Arrangement matrix = arrange(Shape{100, 100}, false, 10, 10);
  const auto levels = paint(values.data(), matrix, 1, 10, 10);
  EXPECT_EQ(std::count(levels.begin(), levels.end(), kNotFinite), 1);
  EXPECT_EQ(levels[4 * 10 + 2], kNotFinite) << "row 43, column 21";
}

TEST(HeatMap, LargePixelsRepeatTheirValue) {
  const std::vector<float> values = {-1, 0, 1, 0.5f};
  const auto levels = paint(values.data(), arrange(Shape{2, 2}, false, 6, 4), 1, 6, 4);
  EXPECT_EQ(levels[0], level_of(-1, 1));
  EXPECT_EQ(levels[2], level_of(-1, 1));
  EXPECT_EQ(levels[3], kZero);
  EXPECT_EQ(levels[3 * 6 + 0], level_of(1, 1));
  EXPECT_EQ(levels[3 * 6 + 5], level_of(0.5f, 1));
}

// The cases that <pipette-queues> is held to as well.
TEST(HeatMap, GivesThePublishedLevels) {
  std::ifstream file(PIPETTE_SOURCE_DIR "/tests/golden/heat_map.json");
  const auto golden = nlohmann::json::parse(file);
  ASSERT_GE(golden["cases"].size(), 6u);
  for (const auto& each : golden["cases"]) {
    std::vector<float> values;
    for (const auto& value : each["values"]) {
      values.push_back(value.is_string() ? std::stof(value.get<std::string>())
                                         : value.get<float>());
    }
    Arrangement matrix;
    matrix.tile_w = each["columns"];
    matrix.tile_h = each["rows"];
    matrix.stride_y = matrix.tile_w;
    EXPECT_EQ(paint(values.data(), matrix, each["limit"], each["width"], each["height"]),
              each["levels"].get<std::vector<std::uint8_t>>())
        << each["name"];
  }
}

TEST(HeatMap, UnitsAreSquaresInOrder) {
  for (const std::int64_t count : {1, 10, 127, 128, 784, 25088}) {
    for (const float width : {40.0f, 700.0f}) {
      const Arrangement tiles = arrange_units(count, width, 150);
      EXPECT_EQ(tiles.count, count);
      EXPECT_GE(tiles.columns * tiles.rows(), count);
      for (int i = 0; i < tiles.count; i += 7) {
        EXPECT_EQ(tiles.cell(i % tiles.columns, i / tiles.columns).index, i);
      }
    }
  }
  EXPECT_EQ(arrange_units(784, 700, 150).columns, 28) << "the image that was flattened";
  EXPECT_EQ(arrange_units(10, 700, 150).columns, 10);
}

TEST(HeatMap, TheStrongestColourStandsForWhatIsNotRare) {
  const std::vector<float> values = {1, -1, kInf, kNan};
  EXPECT_EQ(color_limit(values.data(), 2), 1);
  EXPECT_GT(color_limit(values.data(), 4), 0.9) << "of those that are finite";
  EXPECT_EQ(color_limit(values.data(), 0), 1) << "never 0";
  EXPECT_EQ(color_limit(100, 1), theme::kStrongestSigmas);
}

}  // namespace
}  // namespace pipette::app
