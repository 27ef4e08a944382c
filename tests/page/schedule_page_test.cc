// The pipeline scene: what it draws, what keys and buttons ask for.
#include <gtest/gtest.h>

#include "page/actions.h"
#include "page/fake_models.h"
#include "page/page_harness.h"
#include "scenes/schedule/actions.h"
#include "scenes/schedule/fake_schedule.h"

namespace pipette::app::schedule_scene {
namespace {

using pipelining::PipelineSchedule;

class SchedulePageTest : public testing::Test {
 protected:
  SchedulePageTest() { show(fake_pipeline({})); }

  void show(const PipelineInfo& info) {
    first.show(info);
    second.show(fake_pipeline({.schedule = PipelineSchedule::interleaved}));
    fake.scene = &fake.schedule;
    fake.schedule.model().picture = &first;
    fake.schedule.model().clock_hz = 1e9;
    fake.schedule.model().compared = {{{&first, 0, 4, 16, 4}, {&second, 1, 4, 16, 4}}};
  }
  const Intent* asked(const std::string& action) {
    intents = screen.take();
    for (const Intent& intent : intents) {
      if (intent.action == action) return &intent;
    }
    return nullptr;
  }

  PipelinePicture first, second;
  FakePage fake;
  Intents intents;
  PageHarness screen{1280, 720};
};

TEST_F(SchedulePageTest, EverythingIsInSightOnASmallLaptop) {
  screen.frames(fake, 3);
  for (const char* name : {"machine", "schedule", "schedule/rows", "schedule/memory",
                           "schedule/braces", "numbers", "loss", "accuracy", "parameters",
                           "machine/ipu/0", "machine/ipu/3", "machine/infeed", "machine/outfeed"}) {
    const auto rect = screen.ui.rects.find(name);
    ASSERT_TRUE(rect) << name;
    EXPECT_LE(rect->bottom(), 720) << name;
    EXPECT_LE(rect->right(), 1280) << name;
  }
  EXPECT_FALSE(screen.ui.rects.find("flow"));
}

TEST_F(SchedulePageTest, KeysPlayAndStepBothWays) {
  fake.shell.transport.pipelined = true;  // so the page's own full stop does nothing
  screen.frames(fake, 2);
  screen.key(fake, ImGuiKey_Period);
  const Intent* forth = asked(action::kStepPlace);
  ASSERT_TRUE(forth);
  EXPECT_EQ(forth->number, 1);
  for (const Intent& intent : intents) EXPECT_NE(intent.action, action::kStepInstruction);
  screen.key(fake, ImGuiKey_Comma);
  const Intent* back = asked(action::kStepPlace);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->number, -1);
  screen.key(fake, ImGuiKey_P);
  const Intent* play = asked(action::kPlay);
  ASSERT_TRUE(play);
  EXPECT_EQ(play->number, 1);
}

TEST_F(SchedulePageTest, ButtonsStepAndTheAxisSeeks) {
  ASSERT_TRUE(screen.click(fake, "machine/back"));
  EXPECT_TRUE(asked(action::kStepPlace));
  ASSERT_TRUE(screen.click(fake, "machine/play"));
  EXPECT_TRUE(asked(action::kPlay));
  ASSERT_TRUE(screen.point_at("schedule/axis"));
  screen.press(true);
  screen.frames(fake, 3);
  screen.press(false);
  screen.frames(fake, 2);
  const Intent* seek = asked(action::kSeek);
  ASSERT_TRUE(seek);
  EXPECT_NEAR(seek->number, 12.7, 0.3);
}

TEST_F(SchedulePageTest, TheComparisonTakesTheMachinesPlace) {
  ASSERT_TRUE(screen.click(fake, "pipeline/tab/1"));
  screen.frames(fake, 2);
  for (const char* name : {"compare", "compare/first", "compare/second", "compare/table"}) {
    ASSERT_TRUE(screen.ui.rects.find(name)) << name;
    EXPECT_LE(screen.ui.rects.find(name)->bottom(), 720) << name;
  }
  EXPECT_FALSE(screen.ui.rects.find("machine"));
  ASSERT_TRUE(screen.click(fake, "compare/1/schedule/2"));
  const Intent* schedule = asked(action::kCompare);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->name, "1/schedule");
  EXPECT_EQ(schedule->number, 2);
  ASSERT_TRUE(screen.click(fake, "compare/0/count/more"));
  const Intent* count = asked(action::kCompare);
  ASSERT_TRUE(count);
  EXPECT_EQ(count->name, "0/count");
  EXPECT_EQ(count->number, 17);
  ASSERT_TRUE(screen.click(fake, "compare/1/recompute"));
  const Intent* recompute = asked(action::kCompare);
  ASSERT_TRUE(recompute);
  EXPECT_EQ(recompute->name, "1/recompute");
  EXPECT_EQ(recompute->number, 1);
}

TEST_F(SchedulePageTest, ARefusedSettingShowsWhy) {
  fake.schedule.model().compared[1].picture = nullptr;
  fake.schedule.model().compared[1].error = "two stages on one IPU";
  screen.click(fake, "pipeline/tab/1");
  screen.frames(fake, 2);
  EXPECT_FALSE(screen.ui.rects.find("compare/second"));
  EXPECT_TRUE(screen.ui.rects.find("compare/first"));
}

TEST_F(SchedulePageTest, ManyStagesAndMiniBatchesDrawOnlyWhatIsInSight) {
  screen.frames(fake, 3);
  const int few = screen.frame(fake).TotalVtxCount;
  show(fake_pipeline({.stages = 16, .count = 512}));
  screen.frames(fake, 3);
  const int many = screen.frame(fake).TotalVtxCount;
  EXPECT_LT(many, 6 * few) << "128 times as many boxes";
}

TEST_F(SchedulePageTest, SuggestedCountsAreButtons) {
  ParameterField& field = fake.shell.parameters.groups[0].fields[0];
  field.name = "gradient_accumulation_count";
  field.error = "must be a multiple of 8";
  field.suggestions = {{"Use 8", field.name, 8, {}}, {"Use 16", field.name, 16, {}}};
  ASSERT_TRUE(screen.click(fake, "parameters/gradient_accumulation_count/use/1"));
  const Intent* intent = asked(action::kSetParameter);
  ASSERT_TRUE(intent);
  EXPECT_EQ(intent->number, 16);
}

TEST(PipelinePhone, FitsAPhone) {
  PipelinePicture picture;
  picture.show(fake_pipeline({}));
  FakePage fake;
  fake.scene = &fake.schedule;
  fake.schedule.model().picture = &picture;
  PageHarness phone(390, 844);
  phone.frames(fake, 3);
  for (const char* name : {"machine", "schedule", "numbers", "loss", "parameters"}) {
    ASSERT_TRUE(phone.ui.rects.find(name)) << name;
    EXPECT_LE(phone.ui.rects.find(name)->right(), 390) << name;
  }
}

}  // namespace
}  // namespace pipette::app::schedule_scene
