#include "runs/field_sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/edit.h"

namespace pipette::app {
namespace {

Experiment small() {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.training.steps = 20;
  e.training.batch_size = 4;
  e.model.hidden_units = {8};
  return e;
}

TEST(FieldSweep, EachPointIsTheExperimentWithThatValue) {
  FieldSweep sweep;
  EXPECT_FALSE(sweep.busy());
  sweep.begin(small(), ImageData::generated(1), parse_variation("learning_rate=0.01,0.1"));
  double progress = 0;
  while (sweep.busy()) {
    sweep.advance(500);
    double all = 0;
    for (const FieldSweep::Point& point : sweep.points()) all += point.progress;
    EXPECT_GE(all, progress);
    progress = all;
  }
  ASSERT_EQ(sweep.points().size(), 2u);
  for (const FieldSweep::Point& point : sweep.points()) {
    Experiment e = small();
    set_value(e, "learning_rate", point.value);
    Session session(e);
    session.advance(Budget::unlimited());
    const Summary alone = session.summary();
    EXPECT_EQ(point.progress, 1);
    EXPECT_EQ(point.failure, "");
    EXPECT_EQ(point.accuracy, alone.test_accuracy);
    EXPECT_EQ(point.loss, alone.mean_loss_last_500);
    EXPECT_EQ(point.seconds, alone.modelled_seconds);
  }
}

TEST(FieldSweep, StoppedItKeepsWhatIsDone) {
  FieldSweep sweep;
  sweep.begin(small(), ImageData::generated(1), parse_variation("seed=1,2,3"));
  while (sweep.points()[0].progress < 1) sweep.advance(1000);
  sweep.advance(1000);
  sweep.stop();
  EXPECT_FALSE(sweep.busy());
  ASSERT_EQ(sweep.points().size(), 1u);
  EXPECT_TRUE(sweep.points()[0].accuracy);
}

TEST(FieldSweep, WhatCannotBeRunIsAPointThatSaysSo) {
  FieldSweep sweep;
  sweep.begin(small(), ImageData::generated(1), parse_variation("batch_size=0,4"));
  while (sweep.busy()) sweep.advance(1e6);
  EXPECT_THAT(sweep.points()[0].failure, testing::HasSubstr("batch_size"));
  EXPECT_EQ(sweep.points()[1].failure, "");
}

TEST(FieldSweep, KnowsItsExperiments) {
  FieldSweep sweep;
  EXPECT_FALSE(sweep.belongs_to(small().to_json()));
  sweep.begin(small(), ImageData::generated(1), parse_variation("batch_size=4,5"));
  EXPECT_TRUE(sweep.belongs_to(small().to_json()));
  EXPECT_EQ(sweep.point_of(small().to_json()), 0u);
  Experiment other = small();
  other.training.batch_size = 5;
  EXPECT_EQ(sweep.point_of(other.to_json()), 1u);
  other.training.batch_size = 6;
  EXPECT_FALSE(sweep.belongs_to(other.to_json()));
}

TEST(FieldSweep, HasAtMostThirtyTwoValues) {
  Variation many{"seed", {}};
  for (int i = 0; i < 33; ++i) many.values.emplace_back(i);
  FieldSweep sweep;
  EXPECT_THROW(sweep.begin(small(), ImageData::generated(1), many), InvalidArgument);
}

}  // namespace
}  // namespace pipette::app
