// What the page begins with, what it says of values that are none, and what it tells at the end.
#include "page/app_fixture.h"

namespace pipette::app {
namespace {

class FirstMinuteTest : public AppTest {};

TEST_F(FirstMinuteTest, ARunThatEndsTellsWhatCameOfItUntilTheNextBegins) {
  act(action::kSetSpeed, kFullSpeed);
  EXPECT_EQ(host.result, "");
  act(action::kRun);
  run_until_idle();
  const nlohmann::json result = nlohmann::json::parse(host.result);
  EXPECT_EQ(result["asked"], "40 mini-batches of 8 images");
  EXPECT_EQ(result["times"].size(), 2u);
  EXPECT_EQ(result["hashes"]["weights"], state()["summary"]["weight_hash"]);
  const std::string compared = result["compared"];
  EXPECT_NE(compared.find("the same weights, bit by bit"), std::string::npos) << compared;
  for (const nlohmann::json& next : result["next"]) {
    const nlohmann::json& intent = next["intent"];
    EXPECT_TRUE(app.takes(intent[0])) << intent;
  }
  const std::string said = host.said;
  EXPECT_EQ(said.rfind("Done: 40 mini-batches in 4 engine runs. The loss is ", 0), 0u) << said;
  EXPECT_NE(said.find("of the test digits are recognised. Without feeds takes"), std::string::npos);
  host.result.clear();
  act(action::kShowResult);
  EXPECT_NE(host.result, "") << "again";
  EXPECT_EQ(host.said, said);
  act(action::kReset);
  EXPECT_EQ(host.result, "");
}

TEST_F(FirstMinuteTest, TheResultSaysWhatThePageSays) {
  act(action::kSetSpeed, kFullSpeed);
  act(action::kSelectRun, 1);  // the one without feeds leads
  act(action::kRun);
  for (int i = 0; i < 20000 && host.result.empty(); ++i) {
    now += 1.0 / 60;
    app.advance(now, 300);  // the last test takes several slices
    frame();
  }
  const nlohmann::json result = nlohmann::json::parse(host.result);
  EXPECT_EQ(state()["testing"], false);
  const double accuracy = state()["accuracy"];
  run_until_idle();
  EXPECT_EQ(state()["accuracy"], accuracy) << "it comes after the last test";
  const std::string compared = result["compared"];
  EXPECT_EQ(compared.rfind("Without feeds takes ", 0), 0u) << compared;
  app.post({action::kSelectExperiment, {}, 0, "mnist-pipelined"});
  frame();
  set("steps", 2);
  set("steps_per_execution", 2);
  act(action::kRun);
  run_until_idle();
  const std::string asked = nlohmann::json::parse(host.result)["asked"];
  EXPECT_EQ(asked, "2 weight updates, each of 16 mini-batches of 32 images");
}

TEST_F(FirstMinuteTest, ARunThatStopsOnItsWaySaysWhere) {
  act(action::kSetSpeed, kFullSpeed);
  app.post({action::kStopWhen, {}, 0, "steps >= 7"});
  frame();
  act(action::kRun);
  EXPECT_EQ(host.said.rfind("Running, step 0 of 40", 0), 0u) << host.said;
  run_until_idle();
  EXPECT_EQ(host.said.rfind("Stopped at the target, step 7 of 40", 0), 0u) << host.said;
  act(action::kRun);
  run_until_idle();
  EXPECT_EQ(host.said.rfind("Done: ", 0), 0u) << host.said;
}

TEST_F(FirstMinuteTest, ACardInAFrameTellsTheEndWithoutAResult) {
  FakeHost other;
  App card(other, R"({"v":1,"experiment":"mnist-with-feeds","steps":20})", "flow");
  card.post({action::kSetSpeed, {}, kFullSpeed});
  card.post({action::kRun});
  screen.frame(card);
  for (int i = 0; i < 20000 && card.pace() != Pace::idle; ++i) card.advance(now += 0.02, 6000);
  screen.frame(card);
  EXPECT_EQ(other.result, "");
  EXPECT_EQ(other.said.rfind("Done: 20 mini-batches", 0), 0u) << other.said;
}

TEST(FirstPlace, AStepFarAwayWaitsForAClick) {
  FakeHost host;
  Harness screen{1280, 720};
  App app(host, R"({"v":1,"experiment":"mnist-with-feeds","steps":1000000,"at":900000})");
  double now = 1;
  const auto work = [&](double seconds) {
    for (const double end = now + seconds; now < end; now += 0.1) app.advance(now, 5000);
    screen.frame(app);
    return nlohmann::json::parse(app.state_json());
  };
  const nlohmann::json soon = work(1);
  EXPECT_EQ(soon["running"], true) << "it may be a matter of a moment";
  const nlohmann::json waits = work(10);
  EXPECT_EQ(waits["running"], false);
  EXPECT_EQ(waits["error"],
            "This link leads to step 900,000, which takes a while: press Run to go on to it");
  app.post({action::kRun});
  screen.frame(app);
  const nlohmann::json goes_on = work(10);
  EXPECT_EQ(goes_on["running"], true) << "it was asked for";
  EXPECT_GT(goes_on["step"], waits["step"]);
  EXPECT_EQ(goes_on["error"], "");
}

TEST(FirstPlace, AStepNearbyIsReached) {
  FakeHost host;
  Harness screen{1280, 720};
  App app(host, R"({"v":1,"experiment":"mnist-with-feeds","steps":40,"batch_size":8,"at":7})");
  for (double now = 1; app.pace() != Pace::idle && now < 30; now += 1.0 / 60)
    app.advance(now, 6000);
  screen.frame(app);
  const nlohmann::json state = nlohmann::json::parse(app.state_json());
  EXPECT_EQ(state["step"], 7);
  EXPECT_EQ(state["error"], "");
}

TEST_F(FirstMinuteTest, WhatIsNoIntegerIsRefusedByTheNameOnTheLabelWithAWayOut) {
  set("batch_size", 3.7);
  EXPECT_EQ(state()["field_errors"]["batch_size"],
            "Batch size must be a whole number, but it is 3.7; the nearest valid value is 4");
  set("batch_size", -5.5);
  const std::string low = state()["field_errors"]["batch_size"];
  EXPECT_NE(low.find("the nearest valid value is 1"), std::string::npos) << low;
  app.post({action::kSetParameter, "batch_size", 0, "abc"});
  frame();
  const std::string words = state()["field_errors"]["batch_size"];
  EXPECT_NE(words.find("abc"), std::string::npos) << words;
  EXPECT_EQ(words.find("batch_size"), std::string::npos) << words;
  act(action::kUndo);
  EXPECT_TRUE(state()["field_errors"].empty());
}

TEST_F(FirstMinuteTest, TheFirstHostIsBalancedAndALinkHasTheMeasuredOne) {
  EXPECT_EQ(state()["parameters"]["host"]["speed"], "balanced");
  for (const char* name : {"mnist-pipelined", "mnist-with-feeds", "loops"}) {
    app.post({action::kSelectExperiment, {}, 0, name});
    frame();
    const bool pipelined = name == std::string("mnist-pipelined");
    EXPECT_EQ(state()["parameters"]["host"]["speed"], pipelined ? "slow" : "balanced") << name;
  }
  FakeHost other_host;
  App linked(other_host, R"({"experiment": "mnist-with-feeds"})");
  const nlohmann::json shown = nlohmann::json::parse(linked.state_json());
  EXPECT_EQ(shown["parameters"]["host"]["speed"], "slow");
  EXPECT_EQ(shown["parameters"]["host"]["element_deviation"], 0);
}

}  // namespace
}  // namespace pipette::app
