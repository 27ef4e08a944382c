#include "data/digit_drawing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/random.h"

namespace pipette {
namespace {

using Image = std::array<std::uint8_t, kDigitPixels>;

PenPath path_of(const std::vector<std::pair<float, float>>& points) {
  PenPath path;
  path.size = static_cast<int>(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    path.x[i] = points[i].first;
    path.y[i] = points[i].second;
    path.mark[i] = i + 1 == points.size() ? PenMark::lift : PenMark::smooth;
  }
  return path;
}

Image draw(const PenPath& path, float radius) {
  Image image;
  draw_digit(path, radius, image);
  return image;
}

struct Moments {
  double mass = 0, x = 0, y = 0;
  int rows = 0, columns = 0;  // extent of the ink
};

Moments moments(const Image& image) {
  Moments m;
  int low_x = 99, high_x = -1, low_y = 99, high_y = -1;
  for (int y = 0; y < kDigitSide; ++y) {
    for (int x = 0; x < kDigitSide; ++x) {
      const double ink = image[static_cast<std::size_t>(y * kDigitSide + x)] / 255.0;
      m.mass += ink;
      m.x += ink * x;
      m.y += ink * y;
      if (ink == 0) continue;
      low_x = std::min(low_x, x), high_x = std::max(high_x, x);
      low_y = std::min(low_y, y), high_y = std::max(high_y, y);
    }
  }
  m.x /= m.mass;
  m.y /= m.mass;
  m.rows = high_y - low_y + 1;
  m.columns = high_x - low_x + 1;
  return m;
}

TEST(DigitDrawing, AStraightStrokeHasItsAreaAndHeight) {
  for (const float radius : {0.8f, 1.5f, 2.5f}) {
    const Moments m = moments(draw(path_of({{0, 0}, {0, 7}}), radius));
    // A rectangle of 2 r by 20 - 2 r with two half discs: the longer side is 20 pixels.
    const double area = 2 * radius * (20 - 2 * radius) + 3.14159 * radius * radius;
    EXPECT_NEAR(m.mass, area, 0.05 * area) << radius;
    EXPECT_NEAR(m.rows, 20, 2) << radius;  // the faded edge adds up to a pixel on each side
    EXPECT_NEAR(m.x, 14, 0.51);
    EXPECT_NEAR(m.y, 14, 0.51);
  }
}

TEST(DigitDrawing, SizeAndPlaceOfThePathDoNotMatter) {
  const Image small = draw(path_of({{0, 0}, {2, 1}, {1, 4}, {3, 8}}), 1.25f);
  const Image large = draw(path_of({{64, -32}, {96, -16}, {80, 32}, {112, 96}}), 1.25f);
  EXPECT_EQ(small, large);  // powers of two: no rounding in between
}

TEST(DigitDrawing, AHorizontalStrokeIsAVerticalOneTurned) {
  const Image upright = draw(path_of({{0, 0}, {0, 1}}), 1.5f);
  const Image lying = draw(path_of({{0, 0}, {1, 0}}), 1.5f);
  for (std::size_t y = 0; y < 28; ++y) {
    for (std::size_t x = 0; x < 28; ++x) EXPECT_EQ(upright[y * 28 + x], lying[x * 28 + y]);
  }
}

TEST(DigitDrawing, ACornerIsSharpAndACurveIsNot) {
  PenPath bent = path_of({{0, 0}, {1, 0}, {1, 1}});
  const Image curved = draw(bent, 1.0f);
  bent.mark[1] = PenMark::corner;
  const Image sharp = draw(bent, 1.0f);
  EXPECT_NE(curved, sharp);
  // Two straight strokes that meet draw the same as the corner.
  PenPath two = path_of({{0, 0}, {1, 0}, {1, 0}, {1, 1}});
  two.mark[1] = PenMark::lift;
  EXPECT_EQ(draw(two, 1.0f), sharp);
}

TEST(DigitDrawing, AnyPathStaysInTheImage) {
  RandomStream random(3, "paths");
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::pair<float, float>> points(2 + random.uniform_int(kMaxPenPoints - 1));
    const bool one_spot = round % 10 == 0;
    for (auto& [x, y] : points) {
      x = one_spot ? 1.0f : random.uniform(-50, 50);
      y = one_spot ? 2.0f : random.uniform(-1, 1) * static_cast<float>(round);
    }
    const Moments m = moments(draw(path_of(points), random.uniform(0.5f, 4.0f)));
    EXPECT_GT(m.mass, 0.5);
    EXPECT_LE(m.rows, 28);
    EXPECT_NEAR(m.x, 14, 4);  // ink beyond the image is cut off, which moves the centre
    EXPECT_NEAR(m.y, 14, 4);
  }
}

}  // namespace
}  // namespace pipette
