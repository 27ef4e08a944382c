// A drawing as the network sees it.
#include "cards/digit_canvas.h"

#include <gtest/gtest.h>

#include <numeric>

namespace pipette::app {
namespace {

TEST(DigitCanvas, CentredByMassWhereverItWasDrawn) {
  for (const float x : {0.1f, 0.5f, 0.8f}) {
    DigitCanvas canvas;
    canvas.begin_stroke({x, 0.2f});
    canvas.extend({x + 0.05f, 0.7f});
    canvas.extend({x + 0.15f, 0.7f});
    const DigitCanvas::Picture picture = canvas.rasterize();
    double sum = 0, mx = 0, my = 0;
    for (std::size_t i = 0; i < picture.size(); ++i) {
      const double value = static_cast<double>(picture[i]);
      sum += value;
      mx += value * (static_cast<double>(i % 28) + 0.5);
      my += value * (static_cast<double>(i / 28) + 0.5);
    }
    EXPECT_NEAR(mx / sum, 14, 0.3);
    EXPECT_NEAR(my / sum, 14, 0.3);
    EXPECT_GT(sum, 30);
  }
}

TEST(DigitCanvas, TheLongerSideIsTwentyPixels) {
  DigitCanvas canvas;
  canvas.begin_stroke({0.4f, 0.4f});
  canvas.extend({0.4f, 0.6f});  // small on the pad
  const DigitCanvas::Picture picture = canvas.rasterize();
  int rows = 0;
  for (int y = 0; y < 28; ++y) {
    float row = 0;
    for (int x = 0; x < 28; ++x) row += picture[static_cast<std::size_t>(y * 28 + x)];
    rows += row > 0.5f ? 1 : 0;
  }
  EXPECT_NEAR(rows, 20, 1);
}

TEST(DigitCanvas, ADotStaysADotAndNothingIsNothing) {
  DigitCanvas canvas;
  const DigitCanvas::Picture nothing = canvas.rasterize();
  EXPECT_EQ(std::accumulate(nothing.begin(), nothing.end(), 0.0f), 0);
  canvas.begin_stroke({0.5f, 0.5f});
  const DigitCanvas::Picture dot = canvas.rasterize();
  const float ink = std::accumulate(dot.begin(), dot.end(), 0.0f);
  EXPECT_GT(ink, 2);
  EXPECT_LT(ink, 12);
}

}  // namespace
}  // namespace pipette::app
