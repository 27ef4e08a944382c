// Curves and the time axis.
#include "ui/plot_math.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ui/time_axis.h"

namespace pipette::app {
namespace {

TEST(TimeAxis, ZoomKeepsWhatIsUnderThePointer) {
  TimeView view;
  view.fit_to(1000);
  const double before = view.start_us + 0.3 * view.span_us();
  for (const double factor : {1.5, 8.0, 0.2}) {
    view.zoom(0.3, factor, 1e9);
    EXPECT_NEAR(view.start_us + 0.3 * view.span_us(), before, 1e-6);
  }
  EXPECT_FALSE(view.fitted);
}

TEST(TimeAxis, SomethingStaysInSight) {
  TimeView view;
  view.fit_to(1000);
  view.pan(1e7);
  view.keep_inside(1000);
  EXPECT_LT(view.start_us, 1000);
  view.pan(-1e7);
  view.keep_inside(1000);
  EXPECT_GT(view.end_us, 0);
}

TEST(TimeAxis, TicksAreRoundAndInside) {
  for (const double span : {0.03, 1.0, 7.7, 1234.0, 5e6}) {
    const std::vector<double> marks = ticks(span * 0.1, span, 8);
    ASSERT_GE(marks.size(), 2u) << span;
    EXPECT_LE(marks.size(), 9u) << span;
    const double step = marks[1] - marks[0];
    const double digit = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
    EXPECT_NEAR(std::min({std::fabs(digit - 1), std::fabs(digit - 2), std::fabs(digit - 5)}), 0,
                1e-6)
        << span;
  }
}

TEST(PlotMath, ALossThatExplodesDoesNotCrowdItsAxis) {
  const std::vector<double> few = value_ticks({0.1, 1e38}, true, 4);
  EXPECT_GE(few.size(), 3u);
  EXPECT_LE(few.size(), 6u);
  for (const double tick : value_ticks({0.1, 1e38}, true, 2)) EXPECT_GT(tick, 0);
  EXPECT_EQ(value_ticks({0.1, 1000}, true, 8).size(), 5u) << "every decade";
}

TEST(PlotMath, AnyAxisHasTwoLabels) {
  for (const bool log_scale : {false, true}) {
    for (const int most : {1, 2, 3, 8}) {
      for (double low = 0.003; low < 30; low *= 1.37) {
        for (double high = 1.33 * low; high < 1e7 * low; high *= 1.61) {
          const Range range = {low, high};
          const std::vector<double> marks = value_ticks(range, log_scale, most);
          EXPECT_GE(marks.size(), 2u) << low << " to " << high << ", at most " << most;
          for (const double mark : marks) {
            EXPECT_GE(mark, low * (1 - 1e-6));
            EXPECT_LE(mark, high * (1 + 1e-6));
          }
        }
      }
    }
  }
  EXPECT_GE(ticks(0, 4.2, 2).size(), 2u);
  EXPECT_TRUE(ticks(0, INFINITY, 4).empty());
}

TEST(PlotMath, NotANumberIsLeftOut) {
  const std::vector<float> values = {1, NAN, INFINITY, 3};
  const Range range = value_range(values, true);
  EXPECT_LT(range.high, 4);
  EXPECT_GT(range.low, 0);
}

}  // namespace
}  // namespace pipette::app
