// What the user has made of an experiment.
#include "page/edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cards/actions.h"
#include "page/experiment_panel.h"

namespace pipette::app {
namespace {

class EditsTest : public testing::Test {
 protected:
  bool set(const std::string& name, double value) { return edits.set(change(name, value)); }
  static Intent change(const std::string& name, double value) {
    return {action::kSetParameter, name, value};
  }

  Edits edits{Experiment::defaults("mnist-pipelined")};
};

TEST_F(EditsTest, AChangeIsUndoneAndRedone) {
  const std::int64_t before = edits.current().training.batch_size;
  const std::uint64_t version = edits.version();
  ASSERT_TRUE(set("batch_size", 4));
  EXPECT_NE(edits.version(), version);
  EXPECT_EQ(edits.current().training.batch_size, 4);
  EXPECT_TRUE(edits.undo());
  EXPECT_EQ(edits.current().training.batch_size, before);
  EXPECT_TRUE(edits.redo());
  EXPECT_EQ(edits.current().training.batch_size, 4);
  EXPECT_FALSE(edits.redo());
}

// Found by fuzzing: JavaScript may give any number.
TEST_F(EditsTest, ANumberBeyondTheChoicesIsTheNearestOne) {
  const auto schedule = [&] { return to_word(edits.shown().pipeline.schedule); };
  set("pipeline_schedule", 1e300);
  EXPECT_STREQ(schedule(), "sequential");
  set("pipeline_schedule", std::nan(""));
  EXPECT_STREQ(schedule(), "grouped");
  EXPECT_FALSE(set("learning_rate", std::nan("")));
  EXPECT_FALSE(set("steps", INFINITY));
}

TEST_F(EditsTest, ADraftIsShownWithItsProblemUntilItFits) {
  const std::int64_t before = edits.current().pipeline.gradient_accumulation_count;
  EXPECT_FALSE(set("gradient_accumulation_count", 7));
  EXPECT_TRUE(edits.is_draft());
  EXPECT_EQ(edits.shown().pipeline.gradient_accumulation_count, 7);
  EXPECT_EQ(edits.current().pipeline.gradient_accumulation_count, before);
  EXPECT_FALSE(edits.problem_at("gradient_accumulation_count").text.empty());
  const auto newest = edits.take_newest_problem();
  ASSERT_TRUE(newest);
  EXPECT_EQ(newest->field, "gradient_accumulation_count");
  EXPECT_FALSE(edits.take_newest_problem()) << "once";
  EXPECT_TRUE(set("gradient_accumulation_count", 16));
  EXPECT_FALSE(edits.is_draft());
  EXPECT_TRUE(edits.errors().empty());
}

TEST_F(EditsTest, ARefusedValueStandsInItsFieldAndUndoTakesItBackFirst) {
  ASSERT_TRUE(set("batch_size", 4));
  EXPECT_FALSE(set("steps", 1.5));
  const ParameterModel panel = edits.panel();
  bool marked = false;
  for (const ParameterGroup& group : panel.groups) {
    for (const ParameterField& field : group.fields) {
      if (field.name != "steps") continue;
      marked = true;
      EXPECT_EQ(field.value, 1.5);
      EXPECT_THAT(field.error, testing::HasSubstr("; the run keeps "));
    }
  }
  EXPECT_TRUE(marked);
  EXPECT_FALSE(edits.undo()) << "the experiment is the same";
  EXPECT_FALSE(edits.refused());
  EXPECT_EQ(edits.current().training.batch_size, 4);
}

TEST_F(EditsTest, WhatCannotBeRunAfterAllIsTakenBack) {
  const std::int64_t before = edits.current().training.batch_size;
  ASSERT_TRUE(set("batch_size", 4));
  edits.take_back(change("batch_size", 4), "it does not fit");
  EXPECT_EQ(edits.current().training.batch_size, before);
  EXPECT_EQ(edits.problem_at("batch_size").text, "it does not fit");
  edits.undo();
  EXPECT_FALSE(edits.can_redo()) << "it has never been";
}

TEST_F(EditsTest, WithOtherDataThereIsNothingToGoBackTo) {
  ASSERT_TRUE(set("batch_size", 4));
  edits.begin_anew(edits.current());
  EXPECT_FALSE(edits.can_undo());
  EXPECT_EQ(edits.current().training.batch_size, 4);
}

}  // namespace
}  // namespace pipette::app
