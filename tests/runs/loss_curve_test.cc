#include "runs/loss_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pipette::app {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

LossCurve curve_of(int count, float (*loss)(int)) {
  LossCurve curve;
  for (int i = 0; i < count; ++i) curve.add(loss(i), i + 1, 0.001 * (i + 1));
  return curve;
}

TEST(LossCurve, FewLossesAreAPointEach) {
  const LossCurve curve = curve_of(100, [](int i) { return 3.0f - 0.01f * static_cast<float>(i); });
  ASSERT_EQ(curve.points().size(), 100u);
  EXPECT_EQ(curve.points()[41].end, 42);
  EXPECT_DOUBLE_EQ(curve.points()[41].seconds, 0.042);
  EXPECT_EQ(curve.points()[41].low, 3.0f - 0.01f * 41);
  EXPECT_EQ(curve.points()[41].low, curve.points()[41].high);
  EXPECT_EQ(curve.points()[41].smooth[0], curve.points()[41].low) << "no smoothing";
}

TEST(LossCurve, HoweverManyLossesThePointsStayFewAndCoverThemAll) {
  LossCurve curve;
  std::int64_t count = 0;
  for (; count < 1'000'000; ++count) {
    curve.add(1, count + 1, 0.001 * static_cast<double>(count));
    if (count % 9973 != 0) continue;
    ASSERT_LE(curve.points().size(), LossCurve::kMostPoints);
    ASSERT_EQ(curve.points().back().end, count + 1);
    ASSERT_GT(static_cast<std::int64_t>(curve.points().size()) * curve.losses_per_point(), count);
  }
  EXPECT_GE(curve.points().size(), LossCurve::kMostPoints / 2);
  std::int64_t end = 0;
  for (const LossCurve::Point& point : curve.points()) {
    EXPECT_EQ(point.end, std::min(end + curve.losses_per_point(), count));
    end = point.end;
  }
}

// A program that reads the mean of 100 steps at a time has a loss for every hundredth.
TEST(LossCurve, APointSaysTheStepOfItsLastLoss) {
  LossCurve curve;
  for (int run = 1; run <= 10'000; ++run) curve.add(1, 100 * run, 0.5 * run);
  ASSERT_GT(curve.losses_per_point(), 1);
  for (const LossCurve::Point& point : curve.points()) {
    EXPECT_EQ(point.step, 100 * point.end);
    EXPECT_DOUBLE_EQ(point.seconds, 0.5 * static_cast<double>(point.end));
  }
}

TEST(LossCurve, NoSpikeIsLost) {
  const LossCurve curve = curve_of(100'000, [](int i) { return i == 54'321 ? 9.0f : 1.0f; });
  int spikes = 0;
  for (const LossCurve::Point& point : curve.points()) {
    EXPECT_EQ(point.low, 1);
    if (point.high != 9) continue;
    ++spikes;
    EXPECT_LT(54'321, point.end);
    EXPECT_GE(54'321, point.end - curve.losses_per_point());
  }
  EXPECT_EQ(spikes, 1);
  EXPECT_EQ(curve.extremes(false), (std::vector<float>{1, 9}));
}

TEST(LossCurve, SmoothingKeepsAConstantFromTheFirstLossOn) {
  const LossCurve curve = curve_of(50, [](int) { return 2.5f; });
  for (const LossCurve::Point& point : curve.points()) {
    for (const float mean : point.smooth) EXPECT_NEAR(mean, 2.5f, 1e-6f);
  }
}

TEST(LossCurve, MeansAreThoseOfTheirDefinitionAlsoAfterPointsWereJoined) {
  const auto loss = [](int i) { return static_cast<float>(2 + std::sin(0.01 * i)); };
  const LossCurve curve = curve_of(20'000, loss);
  for (std::size_t notch = 0; notch < LossCurve::kSmoothing.size(); ++notch) {
    const double keep = LossCurve::kSmoothing[notch];
    double sum = 0, norm = 0;
    for (int i = 0; i < 20'000; ++i) {
      sum = keep * sum + static_cast<double>(loss(i));
      norm = keep * norm + 1;
      const auto& point = curve.points()[static_cast<std::size_t>(i / curve.losses_per_point())];
      if (point.end == i + 1) {
        ASSERT_NEAR(point.smooth[notch], sum / norm, 1e-5);
      }
    }
  }
}

TEST(LossCurve, WhatIsNotFiniteIsCountedAndLeftOut) {
  LossCurve curve;
  EXPECT_TRUE(curve.extremes(false).empty());
  curve.add(kNan, 1, 1);
  EXPECT_TRUE(std::isnan(curve.points().back().smooth[2]));
  EXPECT_TRUE(curve.points().back().empty);
  for (const float loss : {1.0f, std::numeric_limits<float>::infinity(), kNan, -3.0f}) {
    curve.add(loss, 2, 2);
  }
  EXPECT_EQ(curve.size(), 5);
  EXPECT_EQ(curve.extremes(false), (std::vector<float>{-3, 1}));
  EXPECT_EQ(curve.extremes(true), (std::vector<float>{1, 1}));
  EXPECT_TRUE(std::isfinite(curve.points().back().smooth[4]));
}

}  // namespace
}  // namespace pipette::app
