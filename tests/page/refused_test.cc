// What is refused: where it is shown, what it hides, how it is taken back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "page/actions.h"
#include "page/app.h"
#include "page/fake_host.h"
#include "ui/harness.h"

namespace pipette::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kCount = "gradient_accumulation_count";

class RefusedTest : public testing::Test {
 protected:
  void SetUp() override {
    post({action::kSelectExperiment, {}, 0, "inspect-keras"});
    post({action::kShowScene, {}, 0, "model"});
    set("batch_size", 8);  // a change that undo must not take back
  }
  void set(const std::string& name, double value, const std::string& text = {}) {
    post({action::kSetParameter, name, value, text});
  }
  void post(Intent intent) {
    app.post(std::move(intent));
    frames(2);
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) screen.frame(app);
  }
  void key(ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(key, true);
    ImGui::GetIO().AddKeyEvent(key, false);
    frames(3);
  }
  nlohmann::json state() { return nlohmann::json::parse(app.state_json()); }
  std::vector<std::string> wrong() {
    std::vector<std::string> fields;
    const nlohmann::json errors = state()["field_errors"];
    for (const auto& [field, _] : errors.items()) fields.push_back(field);
    return fields;
  }
  std::string error(const char* field) { return state()["field_errors"].value(field, ""); }

  FakeHost host;
  App app{host};
  Harness screen{1280, 720};
};

TEST_F(RefusedTest, TwoProblemsOfADraftAreShownTogetherAndEachGoesByItself) {
  set(kCount, 3);
  ASSERT_THAT(wrong(), ElementsAre(kCount));
  const std::string first = error(kCount);
  set("layers/3/remove", 0);
  EXPECT_THAT(wrong(), ElementsAre(kCount, "layers/3"));
  EXPECT_TRUE(screen.ui.rects.find("layers/end/problem"));
  EXPECT_EQ(host.said, error("layers/3")) << "what is new";
  set("layers/2/units", 10);
  EXPECT_THAT(wrong(), ElementsAre(kCount));
  EXPECT_EQ(error(kCount), first);
  set(kCount, 4);
  EXPECT_THAT(wrong(), IsEmpty());
  EXPECT_TRUE(state()["draft"].is_null());
  EXPECT_EQ(state()["parameters"]["layers"].size(), 3U);
}

TEST_F(RefusedTest, AValueThatTheDraftCannotTakeHidesNoProblem) {
  set(kCount, 3);
  set("layers/1/units", 2.5);
  EXPECT_THAT(wrong(), ElementsAre(kCount, "layers/1"));
  set("layers/1/units", 64);
  EXPECT_THAT(wrong(), ElementsAre(kCount));
  EXPECT_EQ(state()["draft"]["layers"][1]["units"], 64);
  set("layers/0/insert", 0, "conv2d");
  const std::string needs_images = error("layers/0");
  set("layers/0/kernel_size", 0, "no sizes");
  EXPECT_THAT(error("layers/0"), testing::StartsWith(needs_images + "\n")) << "both";
  set("layers/0/remove", 0);
  EXPECT_THAT(wrong(), ElementsAre(kCount)) << "no layer is blamed for one that is gone";
}

TEST_F(RefusedTest, AProblemStaysWhereItIsWhateverElseIsChanged) {
  set("batch_size", 0);
  const std::string first = error("batch_size");
  EXPECT_THAT(first, HasSubstr("Batch size"));
  set("layers/3/remove", 0);
  EXPECT_THAT(wrong(), ElementsAre("batch_size", "layers/3"));
  set("layers/2/units", 10);
  EXPECT_THAT(wrong(), ElementsAre("batch_size"));
  EXPECT_EQ(error("batch_size"), first);
}

TEST_F(RefusedTest, UndoAndEscapeGiveBackTheLastModelThatFitted) {
  const nlohmann::json fitted = state()["parameters"];
  EXPECT_EQ(fitted["batch_size"], 8);
  for (const bool escape : {false, true}) {
    set(kCount, 3);
    set("layers/3/remove", 0);
    set("layers/1/units", 2.5);
    ASSERT_FALSE(state()["draft"].is_null());
    if (escape) {
      key(ImGuiKey_Escape);
    } else {
      post({action::kUndo});
    }
    EXPECT_TRUE(state()["draft"].is_null());
    EXPECT_THAT(wrong(), IsEmpty());
    EXPECT_EQ(state()["parameters"], fitted);
    EXPECT_TRUE(screen.ui.rects.find("layers/3/units")) << "drawn again";
  }
  key(ImGuiKey_Escape);
  EXPECT_EQ(state()["parameters"], fitted) << "nothing was refused";
  post({action::kUndo});
  EXPECT_NE(state()["parameters"]["batch_size"], 8);
}

TEST_F(RefusedTest, FieldsThatDependOnNoneAreRefusedByThemselves) {
  post({action::kSelectExperiment, {}, 0, "mnist-with-feeds"});
  set("batch_size", 0);
  set("learning_rate", -1);
  EXPECT_THAT(wrong(), ElementsAre("batch_size", "learning_rate"));
  set("batch_size", 16);
  EXPECT_THAT(wrong(), ElementsAre("learning_rate"));
  EXPECT_EQ(state()["parameters"]["batch_size"], 16);
  post({action::kUndo});
  EXPECT_THAT(wrong(), IsEmpty());
  EXPECT_EQ(state()["parameters"]["batch_size"], 16);
}

// On a phone the page scrolls, on a small screen the panel does.
TEST_F(RefusedTest, WhatIsBlamedComesInSight) {
  for (const ImVec2 size : {ImVec2(390, 844), ImVec2(1280, 520)}) {
    const float width = size.x, height = size.y;
    screen.resize(width, height);
    screen.ui.page_scroll = 0;
    frames(2);
    const float bottom = width < 400 ? height - sizes::kBarTouch : height;
    const auto expect_in_sight = [&](const std::string& name) {
      frames(6);
      const auto problem = screen.ui.rects.find(name);
      ASSERT_TRUE(problem) << name;
      EXPECT_GE(problem->y, sizes::kBar) << name << " at " << width;
      EXPECT_LE(problem->bottom(), bottom) << name << " at " << width;
    };
    set(kCount, 3);
    expect_in_sight(std::string("parameters/") + kCount + "/problem");
    set("layers/0/insert", 0, "conv2d");
    expect_in_sight("layers/0/problem");
    const float y = screen.ui.rects.find("layers/0")->y;
    set("layers/0/filters", 0);
    frames(6);
    EXPECT_EQ(screen.ui.rects.find("layers/0")->y, y) << "it is in sight";
    post({action::kUndo});
  }
}

}  // namespace
}  // namespace pipette::app
