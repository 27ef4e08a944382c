#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "page/actions.h"
#include "page/fake_models.h"
#include "page/page_harness.h"

namespace pipette::app {
namespace {

bool asked(const Intents& intents, const std::string& action) {
  for (const Intent& intent : intents) {
    if (intent.action == action) return true;
  }
  return false;
}

TEST(Page, DrawsEveryCard) {
  FakePage fake;
  PageHarness harness(1280, 720);
  harness.frames(fake, 3);
  const ImDrawData& data = harness.frame(fake);
  EXPECT_GT(data.TotalVtxCount, 2000);
  for (const char* name : {"flow", "traces", "loss", "accuracy", "digits", "pad", "parameters"}) {
    const auto rect = harness.ui.rects.find(name);
    ASSERT_TRUE(rect) << name;
    EXPECT_LE(rect->bottom(), 720) << name << " must be in sight at 1280 x 720";
    EXPECT_LE(rect->right(), 1280) << name;
  }
}

// What is drawn, cut off or not.
std::vector<std::string> texts_of(PageHarness& harness, FakePage& fake, bool cut) {
  harness.ui.rects.layout_json(1);  // from now on they are collected
  harness.frames(fake, 2);
  const nlohmann::json layout = nlohmann::json::parse(harness.ui.rects.layout_json(1));
  std::vector<std::string> texts;
  for (const auto& text : layout["texts"]) {
    if (text.back() == (cut ? 1 : 0)) texts.push_back(text[0]);
  }
  return texts;
}

TEST(Page, LongRunsAreToldApart) {
  FakePage fake;
  feeds_scene::FlowModel& flow = fake.feeds.model().flow;
  flow.engine_run = 9871;
  flow.ipu_step = 98704;
  flow.outfeed = {.capacity = 10, .filled = 5, .oldest = 98700, .passed = 98699, .stall = ""};
  for (const auto& [w, h] : {std::pair{1280.0f, 720.0f}, {1024.0f, 768.0f}, {390.0f, 844.0f}}) {
    PageHarness harness(w, h);
    const std::vector<std::string> texts = texts_of(harness, fake, false);
    const auto is_seen = [&](const std::string& end) {
      return std::any_of(texts.begin(), texts.end(),
                         [&](const std::string& text) { return text.ends_with(end); });
    };
    EXPECT_TRUE(is_seen("#9,871")) << w << ": the engine run";
    for (const std::string& cut : texts_of(harness, fake, true)) {
      EXPECT_EQ(cut.find("98,7"), std::string::npos) << w << ": " << cut;
    }
  }
}

TEST(Page, TheAxisSaysWhatItCounts) {
  FakePage fake;
  PageHarness harness(1280, 720);
  const auto has = [&](const std::string& word) {
    const std::vector<std::string> texts = texts_of(harness, fake, false);
    return std::find(texts.begin(), texts.end(), word) != texts.end();
  };
  EXPECT_TRUE(has("Steps"));
  EXPECT_TRUE(has("1,243 / 10,000 steps"));
  EXPECT_TRUE(has("100 %")) << "of the accuracy's axis";
  fake.shell.loss.updates = true;
  fake.shell.transport.words = {"weight update", "update", "updates"};
  EXPECT_TRUE(has("Mini-batches"));
  EXPECT_TRUE(has("1,243 / 10,000 updates") || has("1,243 / 10,000"));
  EXPECT_TRUE(has("25 updates/s"));
}

TEST(Page, LossesHaveTheRoomOfAnAccuracyThatNeverComes) {
  FakePage fake;
  for (const auto& [w, h] : {std::pair{1280.0f, 720.0f}, {390.0f, 844.0f}}) {
    PageHarness harness(w, h);
    fake.shell.accuracy.possible = true;
    harness.frames(fake, 2);
    const auto loss = harness.ui.rects.find("loss"), accuracy = harness.ui.rects.find("accuracy");
    ASSERT_TRUE(loss && accuracy);
    fake.shell.accuracy.possible = false;
    harness.frames(fake, 2);
    const auto wide = harness.ui.rects.find("loss");
    EXPECT_FALSE(harness.ui.rects.find("accuracy"));
    EXPECT_EQ(wide->right(), std::max(loss->right(), accuracy->right()));
    EXPECT_EQ(wide->bottom(), std::max(loss->bottom(), accuracy->bottom()));
    EXPECT_EQ(wide->x, loss->x);
  }
}

TEST(Page, AClickWithinOneFrameRuns) {
  FakePage fake;
  PageHarness harness(1280, 720);
  ASSERT_TRUE(harness.click(fake, "transport/run"));
  EXPECT_TRUE(asked(harness.take(), action::kRun));
}

const Intent* find(const Intents& intents, const std::string& action) {
  for (const Intent& intent : intents) {
    if (intent.action == action) return &intent;
  }
  return nullptr;
}

TEST(Page, KeysDoWhatTheButtonsDo) {
  FakePage fake;
  PageHarness harness(1280, 720);
  harness.frames(fake, 2);
  harness.key(fake, ImGuiKey_Space);
  EXPECT_TRUE(asked(harness.take(), action::kRun));
  harness.key(fake, ImGuiKey_Period);
  EXPECT_TRUE(asked(harness.take(), action::kStepInstruction));
  harness.key(fake, ImGuiKey_Slash);
  EXPECT_TRUE(asked(harness.take(), action::kStepTraining));
  fake.shell.transport.running = true;
  harness.key(fake, ImGuiKey_Period);
  EXPECT_FALSE(asked(harness.take(), action::kStepInstruction)) << "not while it runs";
  harness.key(fake, ImGuiKey_Space);
  EXPECT_TRUE(asked(harness.take(), action::kPause));
}

TEST(Page, WhatWentWrongStandsThereInFullUntilItIsClosed) {
  FakePage fake;
  for (const float width : {1280.0f, 390.0f}) {
    PageHarness harness(width, 720);
    harness.frames(fake, 2);
    EXPECT_FALSE(harness.ui.rects.find("error"));
    fake.shell.transport.error =
        "The link was refused: batch_size must be 1 to 10000, but it is -5; the nearest valid "
        "value is 1. Open the whole link, or go on with this experiment.";
    ASSERT_TRUE(harness.click(fake, "error/close"));
    EXPECT_TRUE(asked(harness.take(), action::kForgetError));
    const Rect area = *harness.ui.rects.find("error");
    EXPECT_GE(area.x, 0);
    EXPECT_LE(area.right(), width);
    fake.shell.transport.error.clear();
  }
}

TEST(Page, AProgramWithoutLossesHasNoChartsOfThem) {
  FakePage fake;
  PageHarness harness(1280, 720);
  harness.frames(fake, 2);
  ASSERT_TRUE(harness.ui.rects.find("loss"));
  fake.shell.loss.possible = false;
  fake.shell.accuracy.possible = false;
  harness.frames(fake, 2);
  EXPECT_FALSE(harness.ui.rects.find("loss"));
  EXPECT_FALSE(harness.ui.rects.find("accuracy"));
}

TEST(Page, TitlesStationsAndPhasesExplainThemselves) {
  FakePage fake;
  PageHarness harness(1280, 720);
  for (const char* name : {"title/Execution trace", "station/Infeed queue", "phase/forward pass"}) {
    harness.frames(fake, 2);
    ASSERT_TRUE(harness.point_at(name)) << name;
    harness.ui.words.focus = -1;
    harness.frames(fake, 2);
    EXPECT_FALSE(harness.ui.rects.find("tooltip")) << "not before the pointer rests";
  }
  harness.key(fake, ImGuiKey_X);
  EXPECT_TRUE(harness.ui.rects.find("tooltip")) << "to the keyboard at once";
}

TEST(Page, ControlZUndoes) {
  FakePage fake;
  PageHarness harness(1280, 720);
  harness.frames(fake, 2);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
  harness.key(fake, ImGuiKey_Z);
  EXPECT_TRUE(asked(harness.take(), action::kUndo));
}

TEST(Page, PlusDoublesTheBatchSize) {
  FakePage fake;
  PageHarness harness(1280, 720);
  ASSERT_TRUE(harness.click(fake, "parameters/batch_size/more"));
  const Intents intents = harness.take();
  const Intent* intent = find(intents, action::kSetParameter);
  ASSERT_NE(intent, nullptr);
  EXPECT_EQ(intent->name, "batch_size");
  EXPECT_EQ(intent->number, 64);
}

// Opens a number field for typing.
void edit(PageHarness& harness, FakePage& fake, const std::string& field) {
  ASSERT_TRUE(harness.click(fake, field + "/text"));
  harness.frames(fake, 2);
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
}

TEST(Page, ATypedValueIsPassedOnEvenWhenItIsTooLarge) {
  FakePage fake;
  PageHarness harness(1280, 720);
  edit(harness, fake, "parameters/prefetch_depth");
  ImGui::GetIO().AddInputCharactersUTF8("300");
  harness.frames(fake, 2);
  harness.key(fake, ImGuiKey_Enter);
  const Intents intents = harness.take();
  const Intent* intent = find(intents, action::kSetParameter);
  ASSERT_NE(intent, nullptr);
  EXPECT_EQ(intent->name, "prefetch_depth");
  EXPECT_EQ(intent->number, 300);
}

// Behind refused words stands a number, which may be the very one that is typed then.
TEST(Page, ANumberAfterRefusedWordsIsPassedOnWhateverItIs) {
  FakePage fake;
  for (ParameterGroup& group : fake.shell.parameters.groups) {
    for (ParameterField& field : group.fields) {
      if (field.name != "prefetch_depth") continue;
      field.error = "must be a number";
      field.text = "abc";
      field.value = 0;
    }
  }
  PageHarness harness(1280, 720);
  edit(harness, fake, "parameters/prefetch_depth");
  ImGui::GetIO().AddInputCharactersUTF8("0");
  harness.frames(fake, 2);
  harness.key(fake, ImGuiKey_Enter);
  const Intents intents = harness.take();
  const Intent* intent = find(intents, action::kSetParameter);
  ASSERT_NE(intent, nullptr);
  EXPECT_EQ(intent->number, 0);
  EXPECT_EQ(intent->text, "");
}

TEST(Page, TypingADigitDoesNotSteer) {
  FakePage fake;
  PageHarness harness(1280, 720);
  edit(harness, fake, "parameters/seed");
  harness.key(fake, ImGuiKey_R);
  harness.key(fake, ImGuiKey_Space);
  const Intents intents = harness.take();
  EXPECT_FALSE(asked(intents, action::kReset));
  EXPECT_FALSE(asked(intents, action::kRun));
}

TEST(Page, DrawingAsksWhatItIs) {
  FakePage fake;
  PageHarness harness(1280, 720);
  harness.frames(fake, 2);
  const Rect pad = *harness.ui.rects.find("pad/canvas");
  harness.move(pad.x + 0.3f * pad.w, pad.y + 0.2f * pad.h);
  harness.press(true);
  harness.frames(fake, 2);
  for (const float t : {0.3f, 0.5f, 0.7f}) {
    harness.move(pad.x + 0.4f * pad.w, pad.y + t * pad.h);
    harness.frame(fake);
  }
  harness.press(false);
  harness.frames(fake, 2);
  const Intents intents = harness.take();
  const Intent* intent = find(intents, action::kClassify);
  ASSERT_NE(intent, nullptr);
  ASSERT_EQ(intents.back().pixels.size(), 784u);
  float ink = 0;
  for (const float pixel : intents.back().pixels) ink += pixel;
  EXPECT_GT(ink, 20);
  ASSERT_TRUE(harness.click(fake, "pad/clear"));
  EXPECT_TRUE(harness.take().back().pixels.empty());
}

TEST(Page, TheWheelZoomsTheTracesAndScrollsElsewhere) {
  FakePage fake;
  PageHarness harness(390, 844);
  harness.frames(fake, 3);
  harness.move(195, 300);
  ImGui::GetIO().AddMouseWheelEvent(0, -2);
  harness.frames(fake, 3);
  EXPECT_GT(harness.ui.page_scroll, 100);
  ASSERT_TRUE(harness.point_at("traces/plot"));
  const float before = harness.ui.page_scroll;
  harness.frames(fake, 2);
  const Rect plot = *harness.ui.rects.find("traces/plot");
  if (plot.center_y() < 730) {
    ImGui::GetIO().AddMouseWheelEvent(0, 2);
    harness.frames(fake, 3);
    EXPECT_EQ(harness.ui.page_scroll, before);
  }
}

TEST(Page, NothingRunsYetLooksCalm) {
  FakePage empty;
  empty.shell = {};
  empty.feeds.model() = {};
  empty.shell.parameters.title = "One";
  PageHarness harness(1280, 720);
  harness.frames(empty, 3);
  EXPECT_TRUE(harness.take().empty());
}

}  // namespace
}  // namespace pipette::app
