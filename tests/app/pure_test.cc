// The small pure parts: keys, frames, time axis, curves, drawing, undo, numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "app/digit_canvas.h"
#include "app/format.h"
#include "app/frame_scheduler.h"
#include "app/key_map.h"
#include "app/plot_math.h"
#include "app/time_axis.h"
#include "app/undo_history.h"
#include "app/widgets.h"

namespace pipette::app {
namespace {

TEST(KeyMapTest, LettersGoByWhatTheyPrintAndTheRestByPlace) {
  EXPECT_EQ(key_from_dom("KeyQ", "a"), ImGuiKey_A);        // a French keyboard
  EXPECT_EQ(key_from_dom("Digit7", "/"), ImGuiKey_Slash);  // a German one
  EXPECT_EQ(key_from_dom("Space", " "), ImGuiKey_Space);
  EXPECT_EQ(key_from_dom("Tab", "Tab"), ImGuiKey_None) << "Tab must be able to leave the canvas";
}

TEST(KeyMapTest, TheBrowserKeepsItsKeys) {
  for (const ImGuiKey key : {ImGuiKey_W, ImGuiKey_T, ImGuiKey_R, ImGuiKey_F, ImGuiKey_L}) {
    EXPECT_FALSE(page_takes({key, true, false, false}));
  }
  EXPECT_TRUE(page_takes({ImGuiKey_Z, true, false, false}));
  EXPECT_TRUE(page_takes({ImGuiKey_Space, false, false, false}));
  EXPECT_FALSE(page_takes({ImGuiKey_Space, false, false, true})) << "a space being typed";
}

TEST(FrameSchedulerTest, ThreeFramesAfterInputThenRest) {
  FrameScheduler scheduler;
  for (int i = 0; i < FrameScheduler::kFramesAfterInput; ++i) {
    EXPECT_TRUE(scheduler.wants_frame(0, false));
    scheduler.drew();
  }
  EXPECT_FALSE(scheduler.wants_frame(0, false));
  scheduler.animate_until(2);
  EXPECT_TRUE(scheduler.wants_frame(1, false));
  EXPECT_FALSE(scheduler.wants_frame(2, false));
  EXPECT_TRUE(scheduler.wants_frame(2, true));
  scheduler.set_visible(false);
  EXPECT_FALSE(scheduler.wants_frame(2, true)) << "nobody looks";
}

TEST(FrameSchedulerTest, ATenthOfTheTimeAtMostGoesIntoDrawing) {
  FrameScheduler scheduler;
  while (scheduler.wants_frame(0, false)) scheduler.drew();
  EXPECT_FALSE(scheduler.frame_is_due(0.15, 0, 0.020));
  EXPECT_TRUE(scheduler.frame_is_due(0.21, 0, 0.020));
  scheduler.wake();
  EXPECT_TRUE(scheduler.frame_is_due(0.01, 0, 0.020)) << "input is answered at once";
}

TEST(TimeAxisTest, ZoomKeepsWhatIsUnderThePointer) {
  TimeView view;
  view.fit_to(1000);
  const double before = view.start_us + 0.3 * view.span_us();
  for (const double factor : {1.5, 8.0, 0.2}) {
    view.zoom(0.3, factor, 1e9);
    EXPECT_NEAR(view.start_us + 0.3 * view.span_us(), before, 1e-6);
  }
  EXPECT_FALSE(view.fitted);
}

TEST(TimeAxisTest, SomethingStaysInSight) {
  TimeView view;
  view.fit_to(1000);
  view.pan(1e7);
  view.keep_inside(1000);
  EXPECT_LT(view.start_us, 1000);
  view.pan(-1e7);
  view.keep_inside(1000);
  EXPECT_GT(view.end_us, 0);
}

TEST(TimeAxisTest, TicksAreRoundAndInside) {
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

TEST(PlotMathTest, SmoothingKeepsAConstantFromTheFirstPointOn) {
  for (const float value : smoothed(std::vector<float>(50, 2.5f), 0.98f)) {
    EXPECT_NEAR(value, 2.5f, 1e-6f);
  }
}

TEST(PlotMathTest, NoSpikeIsLost) {
  std::vector<float> values(10000, 1.0f);
  values[5432] = 9;
  const auto columns = per_pixel(values, 100, 10000, [](std::size_t i) { return double(i); });
  EXPECT_EQ(columns[54].high, 9);
  EXPECT_EQ(columns[54].low, 1);
  EXPECT_EQ(columns[53].high, 1);
}

TEST(PlotMathTest, ALossThatExplodesDoesNotCrowdItsAxis) {
  const std::vector<double> few = value_ticks({0.1, 1e38}, true, 4);
  EXPECT_GE(few.size(), 3u);
  EXPECT_LE(few.size(), 6u);
  for (const double tick : value_ticks({0.1, 1e38}, true, 2)) EXPECT_GT(tick, 0);
  EXPECT_EQ(value_ticks({0.1, 1000}, true, 8).size(), 5u) << "every decade";
}

TEST(PlotMathTest, NotANumberIsLeftOut) {
  const std::vector<float> values = {1, NAN, INFINITY, 3};
  const Range range = value_range(values, true);
  EXPECT_LT(range.high, 4);
  EXPECT_GT(range.low, 0);
  const auto columns = per_pixel(values, 4, 4, [](std::size_t i) { return double(i); });
  EXPECT_TRUE(columns[1].empty);
}

TEST(DigitCanvasTest, CentredByMassWhereverItWasDrawn) {
  for (const float x : {0.1f, 0.5f, 0.8f}) {
    DigitCanvas canvas;
    canvas.begin_stroke(x, 0.2f);
    canvas.extend(x + 0.05f, 0.7f);
    canvas.extend(x + 0.15f, 0.7f);
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

TEST(DigitCanvasTest, TheLongerSideIsTwentyPixels) {
  DigitCanvas canvas;
  canvas.begin_stroke(0.4f, 0.4f);
  canvas.extend(0.4f, 0.6f);  // small on the pad
  const DigitCanvas::Picture picture = canvas.rasterize();
  int rows = 0;
  for (int y = 0; y < 28; ++y) {
    float row = 0;
    for (int x = 0; x < 28; ++x) row += picture[static_cast<std::size_t>(y * 28 + x)];
    rows += row > 0.5f ? 1 : 0;
  }
  EXPECT_NEAR(rows, 20, 1);
}

TEST(DigitCanvasTest, ADotStaysADotAndNothingIsNothing) {
  DigitCanvas canvas;
  const DigitCanvas::Picture nothing = canvas.rasterize();
  EXPECT_EQ(std::accumulate(nothing.begin(), nothing.end(), 0.0f), 0);
  canvas.begin_stroke(0.5f, 0.5f);
  const DigitCanvas::Picture dot = canvas.rasterize();
  const float ink = std::accumulate(dot.begin(), dot.end(), 0.0f);
  EXPECT_GT(ink, 2);
  EXPECT_LT(ink, 12);
}

TEST(UndoHistoryTest, AChangeForgetsWhatWasUndone) {
  UndoHistory<int> history(1);
  history.change(2);
  history.change(3);
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.current(), 2);
  history.change(7);
  EXPECT_FALSE(history.redo());
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.current(), 2);
  EXPECT_TRUE(history.undo());
  EXPECT_FALSE(history.undo());
}

TEST(StepperTest, PowersOfTwoAndOneTwoFive) {
  const NumberLook doubles = {.minimum = 1, .maximum = 64, .doubles = true};
  EXPECT_EQ(stepped(32, 1, doubles), 64);
  EXPECT_EQ(stepped(64, 1, doubles), 64);
  EXPECT_EQ(stepped(33, -1, doubles), 32);
  EXPECT_EQ(stepped(1, -1, doubles), 1);
  const NumberLook real = {.integer = false, .minimum = 0, .maximum = 10};
  EXPECT_NEAR(stepped(0.01, 1, real), 0.02, 1e-12);
  EXPECT_NEAR(stepped(0.02, 1, real), 0.05, 1e-12);
  EXPECT_NEAR(stepped(0.05, 1, real), 0.1, 1e-12);
  EXPECT_NEAR(stepped(0.1, -1, real), 0.05, 1e-12);
  const NumberLook steps = {.minimum = 1, .maximum = 1e6, .steps_125 = true};
  EXPECT_EQ(stepped(10, 1, steps), 20);
  EXPECT_EQ(stepped(1000, -1, steps), 500);
}

TEST(FormatTest, AsPeopleReadThem) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(10000), "10,000");
  EXPECT_EQ(format_count(-1234567), "-1,234,567");
  EXPECT_EQ(format_time_us(0.4), "<1 µs");
  EXPECT_EQ(format_time_us(24.13), "24.1 µs");
  EXPECT_EQ(format_time_us(3040), "3.04 ms");
  EXPECT_EQ(format_time_us(14.6e6), "14.6 s");
  EXPECT_EQ(format_number(0.01), "0.01");
  EXPECT_EQ(format_number(0.21713, 4), "0.2171");
  for (const auto& [value, text] : std::vector<std::pair<double, const char*>>{{0, "0"},
                                                                               {0.001, "0.001"},
                                                                               {0.00001, "1e-5"},
                                                                               {250, "250"},
                                                                               {20000, "20000"},
                                                                               {2e6, "2e6"},
                                                                               {5e18, "5e18"},
                                                                               {1e200, "1e200"},
                                                                               {2.5, "2.5"}}) {
    EXPECT_EQ(format_tick(value), text);
  }
  EXPECT_EQ(format_bytes(100480), "98.1 KB");
}

}  // namespace
}  // namespace pipette::app
