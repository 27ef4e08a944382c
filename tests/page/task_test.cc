// Stops and teachers' tasks: what the page does with a condition, a goal and locked controls.
#include "page/task.h"

#include <gmock/gmock.h>

#include "page/app_fixture.h"

namespace pipette::app {
namespace {

using testing::HasSubstr;

class TaskTest : public AppTest {
 protected:
  void ask(const std::string& action, const std::string& text) {
    app.post({action, {}, 0, text});
    frame();
  }
  void click(const std::string& name) {
    ASSERT_TRUE(screen.point_at(name)) << name;
    frame();
    for (const bool down : {true, false}) {
      screen.press(down);
      frame();
    }
    frame();
  }
  void run() {
    act(action::kRun);
    run_until_idle();
  }
};

TEST_F(TaskTest, ARunStopsAtItsConditionAndGoesOnPastIt) {
  ask(action::kStopWhen, "steps >= 7");
  run();
  EXPECT_EQ(state()["step"], 7);
  EXPECT_EQ(state()["stopped"], true);
  EXPECT_EQ(state()["follower_step"], 7);
  run();
  EXPECT_EQ(state()["finished"], true);
  act(action::kReset);
  run();
  EXPECT_EQ(state()["step"], 7) << "it is looked for again";
  ask(action::kStopWhen, "");
  run();
  EXPECT_EQ(state()["finished"], true);
}

TEST_F(TaskTest, ARefusedConditionStandsBesideItsErrorAndTheOneOfBeforeHoldsOn) {
  ask(action::kStopWhen, "steps >= 7");
  ask(action::kStopWhen, "stepz >= 9");
  EXPECT_EQ(state()["until"]["text"], "stepz >= 9");
  EXPECT_THAT(state()["until"]["error"].get<std::string>(), HasSubstr("the nearest is steps"));
  EXPECT_EQ(host.said, state()["until"]["error"].get<std::string>());
  run();
  EXPECT_EQ(state()["step"], 7);
}

TEST_F(TaskTest, TheFlagOpensTheCardOfTheCondition) {
  click("transport/stop");
  ASSERT_TRUE(screen.ui.rects.find("stop/propose/3").has_value());
  click("stop/propose/3");
  frame();
  EXPECT_EQ(state()["until"]["text"], "stall_cycles > 0");
  click("stop/close");
  frame();
  EXPECT_FALSE(screen.ui.rects.find("stop/propose/3").has_value());
}

TEST_F(TaskTest, ItsKeyPutsTheCursorIntoTheField) {
  ImGuiIO& io = ImGui::GetIO();
  const auto press = [&](ImGuiKey key) {
    for (const bool down : {true, false}) {
      io.AddKeyEvent(key, down);
      app_frames(2);
    }
  };
  press(ImGuiKey_G);
  EXPECT_TRUE(io.WantTextInput);
  io.AddInputCharactersUTF8("accuracy > 50 %");
  app_frames(2);
  press(ImGuiKey_C);  // of a word: it opened the catalogue
  press(ImGuiKey_Enter);
  EXPECT_EQ(state()["until"]["text"], "accuracy > 0.5");
  EXPECT_TRUE(host.opened.empty());
}

TEST_F(TaskTest, AGoalChecksItselfAndStaysMetUntilTheRunBeginsAgain) {
  ask(action::kSetTask, R"({"task": "Train.", "goal": "steps >= 3"})");
  frame();
  EXPECT_EQ(state()["task"]["met_at"], -1);
  EXPECT_THAT(host.task, HasSubstr("\"met_at\":-1"));
  for (int i = 0; i < 4; ++i) {
    act(action::kStepTraining);
    run_until_idle();
  }
  EXPECT_EQ(state()["task"]["met_at"], 3);
  EXPECT_THAT(host.task, HasSubstr("\"met_at\":3"));
  act(action::kReset);
  EXPECT_EQ(state()["task"]["met_at"], -1);
}

TEST_F(TaskTest, ALockedControlKeepsItsValueAndSaysWhy) {
  ask(action::kSetTask, R"({"lock": "batch_size,experiment", "hide": "learning_rate"})");
  frame();
  EXPECT_TRUE(screen.ui.rects.find("parameters/batch_size/locked").has_value());
  EXPECT_FALSE(screen.ui.rects.find("parameters/batch_size/more").has_value());
  EXPECT_FALSE(screen.ui.rects.find("parameters/learning_rate").has_value());
  set("batch_size", 64);
  EXPECT_EQ(state()["parameters"]["batch_size"], 8);
  EXPECT_THAT(state()["error"].get<std::string>(), HasSubstr("locked by the link"));
  set("learning_rate", 0.5);
  EXPECT_NE(state()["parameters"]["learning_rate"], 0.5);
  ask(action::kSelectExperiment, "mnist-pipelined");
  EXPECT_EQ(state()["experiment"], "mnist-with-feeds");
  set("steps", 20);
  EXPECT_EQ(state()["parameters"]["steps"], 20) << "what is not locked can be changed";
}

TEST_F(TaskTest, UndoStopsAtTheLinkWhereItWouldChangeWhatIsLocked) {
  set("steps", 20);
  ask(action::kOpenLink, R"({"experiment": "mnist-with-feeds", "batch_size": 16,
                             "lock": "batch_size"})");
  set("steps", 40);
  EXPECT_EQ(state()["error"], "");
  act(action::kUndo);
  EXPECT_NE(state()["parameters"]["steps"], 40) << "what was changed since is taken back";
  act(action::kUndo);
  EXPECT_EQ(state()["parameters"]["batch_size"], 16);
  EXPECT_THAT(state()["error"].get<std::string>(), HasSubstr("Batch size is locked by the link"));
  act(action::kRedo);
  EXPECT_EQ(state()["parameters"]["steps"], 40);
  EXPECT_EQ(state()["error"], "");
}

TEST_F(TaskTest, ARefusedLinkIsToldInTheWordsOfThePanel) {
  ask(action::kOpenLink, R"({"experiment": "mnist-with-feeds", "batch_size": -5})");
  EXPECT_THAT(state()["error"].get<std::string>(), HasSubstr("The link was refused: Batch size"));
}

TEST_F(TaskTest, ARefusedTaskLeavesTheOneOfBefore) {
  ask(action::kSetTask, R"({"task": "Train."})");
  for (const auto& [bad, why] : std::vector<std::pair<std::string, std::string>>{
           {R"({"goal": "acuracy > 1"})", "the nearest is accuracy"},
           {R"({"lock": "batchsize"})", "the nearest is batch_size"},
           {R"({"hide": 5})", "hide must be words"},
           {R"({"other": "x"})", "no other"},
           {"[", "JSON object"},
           {R"({"task": ")" + std::string(2001, 'x') + "\"}", "2001 letters"}}) {
    ask(action::kSetTask, bad);
    EXPECT_THAT(state()["task"]["error"].get<std::string>(), HasSubstr(why)) << bad;
    EXPECT_EQ(state()["task"]["text"], "Train.");
  }
  ask(action::kSetTask, "");
  EXPECT_EQ(state()["task"]["text"], "");
  EXPECT_EQ(state()["task"]["error"], "");
  frame();
  EXPECT_EQ(host.task, "");
}

TEST_F(TaskTest, TheAddressCarriesTheTask) {
  ask(action::kSetTask, R"({"task": "Why?", "goal": "loss<2", "lock": "steps", "hide": "stages"})");
  const Json address = state()["address"];
  EXPECT_EQ(address["task"], "Why?");
  EXPECT_EQ(address["goal"], "loss < 2");
  EXPECT_EQ(address["lock"], "steps");
  EXPECT_EQ(address["hide"], "stages");
  const Address again = parse_address(address.dump());
  EXPECT_EQ(nlohmann::json::parse(address_json(again)), nlohmann::json::parse(address.dump()));
  ask(action::kOpenLink, R"({"v": 1, "experiment": "mnist-with-feeds"})");
  EXPECT_EQ(state()["task"]["text"], "") << "another link, another task";
  ask(action::kOpenLink, R"({"v": 1, "experiment": "mnist-with-feeds", "goal": "nonsense"})");
  EXPECT_THAT(state()["error"].get<std::string>(), HasSubstr("The link was refused: its goal"));
}

TEST(Task, ChangesOfTheModelBelongToTheirControl) {
  const Task task = {.locked = {"layers", "stages"}};
  EXPECT_NE(task.why_locked("layers/2/units"), "");
  EXPECT_NE(task.why_locked("stages/1/first"), "");
  EXPECT_NE(task.why_locked("stages"), "");
  EXPECT_EQ(task.why_locked("batch_size"), "");
}

TEST(Task, CountsAreLockedBetweenExperimentsToo) {
  const Experiment one = Experiment::defaults("mnist-pipelined");
  Experiment other = one;
  other.model.hidden_units.push_back(64);
  EXPECT_NE((Task{.locked = {"hidden_layers"}}).why_locked(one, other), "");
  EXPECT_EQ((Task{.locked = {"batch_size"}}).why_locked(one, other), "");
}

}  // namespace
}  // namespace pipette::app
