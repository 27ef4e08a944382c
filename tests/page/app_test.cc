// The frontend on real sessions, without a browser.
#include "page/app_fixture.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "page/actions.h"
#include "page/experiment_panel.h"
#include "runs/speed_scale.h"
#include "scenes/feeds/flow_model.h"
#include "scenes/feeds/trace_drawing.h"
#include "ui/harness.h"

namespace pipette::app {
namespace {

TEST_F(AppTest, AChangeGoesOnRunningFromTheFirstStepAndKeepsTheCurveOfBefore) {
  act(action::kSetSpeed, kFullSpeed);
  act(action::kRun);
  run_until_idle();
  ASSERT_EQ(state()["step"], 40);
  act(action::kReset);
  EXPECT_EQ(state()["losses_before"], 0);  // the same run again has the same curve
  act(action::kStepEngineRun);
  run_until_idle();
  act(action::kRun);
  set("learning_rate", 0.2);
  EXPECT_EQ(state()["running"], true);
  EXPECT_EQ(state()["step"], 0);
  EXPECT_EQ(state()["losses_before"], 10);
  run_until_idle();
  EXPECT_EQ(state()["step"], 40);
  app.post({action::kSelectExperiment, {}, 0, "loops"});
  frame();
  EXPECT_EQ(state()["losses_before"], 0);
}

TEST_F(AppTest, ACardAloneGetsTheWholePageAndGivesItBack) {
  frame();
  const std::vector<std::string> cards = state()["cards"];
  EXPECT_EQ(cards,
            (std::vector<std::string>{"flow", "traces", "digits", "pad", "loss", "accuracy"}));
  const Rect before = screen.ui.rects.find("loss").value();
  for (const std::string& card : cards) {
    app.post({action::kShowCard, {}, 2, card});
    app_frames(2);
    const Rect alone = screen.ui.rects.find(card).value();
    EXPECT_GT(alone.w, 1200) << card;
    EXPECT_GT(alone.h, 600) << card;
    EXPECT_EQ(screen.ui.display.zoom, 2);
    for (const std::string& other : cards) {
      const auto place = screen.ui.rects.find(other);
      EXPECT_TRUE(other == card || !place || place->right() < 0) << other << " beside " << card;
    }
  }
  app.post({action::kShowCard, {}, 2, "schedule"});  // of another scene: the first card here
  app_frames(2);
  EXPECT_GT(screen.ui.rects.find("flow").value().w, 1200);
  app.post({action::kShowCard, {}, 2, ""});
  app_frames(2);
  EXPECT_EQ(screen.ui.display.zoom, 1);
  EXPECT_EQ(screen.ui.rects.find("loss").value().w, before.w);
}

TEST_F(AppTest, BothRunsFinishWithTheSameLosses) {
  act(action::kSetSpeed, kFullSpeed);
  act(action::kRun);
  run_until_idle();
  const nlohmann::json with = state();
  EXPECT_TRUE(with["finished"]);
  EXPECT_EQ(with["losses"], 40);
  EXPECT_EQ(with["follower_step"], 40);
  act(action::kSelectRun, 1);
  const nlohmann::json without = state();
  EXPECT_EQ(without["experiment"], "mnist-without-feeds");
  EXPECT_EQ(without["summary"]["loss_hash"], with["summary"]["loss_hash"]);
  EXPECT_EQ(without["summary"]["weight_hash"], with["summary"]["weight_hash"]);
  EXPECT_GT(without["summary"]["modelled"]["cycles"], with["summary"]["modelled"]["cycles"]);
}

TEST_F(AppTest, SpeedDoesNotChangeTheNumbers) {
  act(action::kSetSpeed, kFullSpeed);
  act(action::kRun);
  run_until_idle();
  const nlohmann::json fast = state();
  for (const int notch : {5, 6}) {
    act(action::kReset);
    EXPECT_EQ(state()["step"], 0);
    act(action::kSetSpeed, notch);
    act(action::kRun);
    run_until_idle();
    EXPECT_EQ(state()["summary"]["weight_hash"], fast["summary"]["weight_hash"]) << notch;
    EXPECT_EQ(state()["summary"]["modelled"]["cycles"], fast["summary"]["modelled"]["cycles"])
        << notch;
  }
}

// The renderer reads the spans after draw(): the address sanitizer finds what does not live so
// long.
TEST_F(AppTest, WhatAFrameDrawsLivesUntilItIsDrawn) {
  act(action::kStepEngineRun);
  run_until_idle();
  EXPECT_GT(screen.spans_us, 0);
  app.post({action::kReset});
  app.post({action::kReset});
  frame();
  EXPECT_EQ(screen.spans_us, 0) << "what was reset is not drawn any more";
  act(action::kStepTraining);
  run_until_idle();
  EXPECT_GT(screen.spans_us, 0);
  ASSERT_TRUE(screen.point_at("transport/reset"));
  screen.press(true);
  screen.press(false);
  app_frames(4);
  EXPECT_EQ(state()["step"], 0);
  EXPECT_EQ(screen.spans_us, 0);
}

TEST_F(AppTest, FromOutsideItTakesWhatPageAndScenesDeclare) {
  for (const char* name : {"run", "reset", "set-parameter", "show-scene", "seek", "inspect"}) {
    EXPECT_TRUE(app.takes(name)) << name;
  }
  for (const char* name : {"load-url", "copy-text", "classify-drawing", "", "Run", "nonsense"}) {
    EXPECT_FALSE(app.takes(name)) << name;
  }
}

TEST_F(AppTest, StepsOfThreeSizes) {
  act(action::kStepTraining);
  run_until_idle();
  EXPECT_EQ(state()["step"], 1);
  EXPECT_EQ(state()["follower_step"], 1);
  act(action::kStepEngineRun);
  run_until_idle();
  EXPECT_EQ(state()["step"], 10);
  act(action::kStepInstruction);
  run_until_idle();
  EXPECT_EQ(state()["step"], 10);
  const std::string caption = state()["caption"];
  EXPECT_FALSE(caption.empty());
}

TEST_F(AppTest, TracesOfABlockShareAnAxisAndFeedsAreFaster) {
  act(action::kStepEngineRun);
  run_until_idle();
  const std::string caption = state()["caption"];
  EXPECT_EQ(caption.substr(0, 11), "Steps 1–1") << caption;  // the dash has three bytes
  EXPECT_TRUE(screen.ui.rects.find("traces/with"));
  EXPECT_TRUE(screen.ui.rects.find("traces/without"));
}

TEST_F(AppTest, ARunThatIsNotOverHasItsBarAlready) {
  app::Run run(RunKind::on_device, Experiment::defaults("mnist-with-feeds"),
               ImageData::generated(1), 10);
  while (run.steps_done() < 2) run.step(StepSize::instruction);
  feeds_scene::TraceDrawing drawing;
  drawing.build(*run.recorder().block(0), run);
  const TraceModel& trace = drawing.model();
  const auto [first, last] = trace.spans->row_range(0, 0, trace.duration_us);
  ASSERT_EQ(last - first, 1u);
  const render::SpanInput& bar = trace.spans->spans()[first];
  EXPECT_EQ(trace.text->name(bar.tag), "Engine::run #0");
  EXPECT_NEAR(bar.start_us + bar.duration_us, trace.duration_us, 1e-6);
  EXPECT_EQ(drawing.steps(), 2);
}

TEST_F(AppTest, TheHostsProgressFollowsTheModelledClock) {
  app::Runs runs(std::make_unique<app::Run>(
      RunKind::on_device, Experiment::defaults("mnist-with-feeds"), ImageData::generated(1)));
  app::Run& run = runs.leader();
  EXPECT_EQ(feeds_scene::flow_of(runs, false).host_progress, 0);
  std::set<float> seen;
  std::int64_t batch = 0;
  float before = 0;
  while (run.steps_done() < 4) {
    run.step(StepSize::instruction);
    const feeds_scene::FlowModel flow = feeds_scene::flow_of(runs, false);
    EXPECT_GE(flow.host_progress, 0);
    EXPECT_LE(flow.host_progress, 1);
    const std::int64_t passed = flow.infeed.passed + flow.infeed.filled;
    if (passed == batch) {
      EXPECT_GE(flow.host_progress, before) << "of one batch";
    }
    batch = passed;
    before = flow.host_progress;
    seen.insert(flow.host_progress);
  }
  EXPECT_GT(seen.size(), 5u) << "not only empty, half and full";
}

TEST_F(AppTest, ARefusedValueKeepsTheRunsAndSaysWhy) {
  act(action::kStepTraining);
  run_until_idle();
  set("prefetch_depth", 300);
  EXPECT_EQ(state()["step"], 1) << "the last good run is still there";
  const std::string error = state()["field_errors"]["prefetch_depth"];
  EXPECT_NE(error.find("255"), std::string::npos) << error;
  EXPECT_EQ(state()["parameters"]["prefetch_depth"], 3);
  set("prefetch_depth", 5);
  EXPECT_TRUE(state()["field_errors"].empty());
  EXPECT_EQ(state()["parameters"]["prefetch_depth"], 5);
  EXPECT_EQ(state()["step"], 0);
}

// Found by fuzzing: ImGui takes no button without a size.
// However low the page is, what starts the run is in it.
TEST_F(AppTest, ALowPageIsDrawn) {
  for (const float height : {600.0f, 300.0f, 100.0f}) {
    screen.resize(900, height);
    app_frames(2);
    const auto run = screen.ui.rects.find("transport/run");
    ASSERT_TRUE(run) << height;
    EXPECT_GE(run->y, 0) << height;
    EXPECT_LE(run->bottom(), height);
  }
}

TEST_F(AppTest, ASpeedBeyondTheNotchesIsTheNearestOne) {
  act(action::kSetSpeed, 1e300);
  EXPECT_EQ(state()["speed"], kFullSpeed);
  act(action::kSetSpeed, std::nan(""));
  EXPECT_EQ(state()["speed"], 0);
}

TEST_F(AppTest, ACopyThatTheBrowserForbidsIsSaid) {
  act(action::kCopyLink);
  EXPECT_FALSE(host.link.empty());
  EXPECT_EQ(host.said.find("copied"), std::string::npos) << "not before it is known";
  app.post({action::kCopied, {}, 1, host.link_said});
  frame();
  EXPECT_EQ(host.said, "Link copied");
  EXPECT_EQ(state()["error"], "");
  app.post({action::kCopied, {}, 0, "Copied"});
  frame();
  EXPECT_NE(host.said.find("did not let this page copy"), std::string::npos);
  EXPECT_EQ(state()["error"], host.said);
  app.post({action::kCopied, {}, 1, "Copied"});
  frame();
  EXPECT_EQ(host.said, "Copied");
  EXPECT_EQ(state()["error"], "");
}

TEST_F(AppTest, UndoAndRedoAParameter) {
  set("learning_rate", 0.5);
  act(action::kUndo);
  EXPECT_EQ(state()["parameters"]["learning_rate"], 0.01);
  act(action::kRedo);
  EXPECT_EQ(state()["parameters"]["learning_rate"], 0.5);
}

TEST_F(AppTest, AccuracyIsMeasuredWhenTheRunStops) {
  act(action::kSetSpeed, kFullSpeed);
  act(action::kRun);
  run_until_idle();
  EXPECT_GT(state()["accuracy"], 0.1);  // better than guessing after 40 small batches
  EXPECT_LE(state()["accuracy"], 1.0);
}

TEST_F(AppTest, FilesThatAreNotIdxSaySoAndChangeNothing) {
  const std::string junk = "this is not an IDX file";
  app.receive_file("train-images-idx3-ubyte", std::as_bytes(std::span(junk)));
  EXPECT_NE(state()["data_error"], "");
  app.receive_file("holiday.jpg", std::as_bytes(std::span(junk)));
  const std::string error = state()["data_error"];
  EXPECT_NE(error.find("holiday.jpg"), std::string::npos);
  EXPECT_EQ(state()["data"], "digits");
}

TEST_F(AppTest, OneWrongFileAmongSeveralIsStillNamedAfterTheOthers) {
  const std::string junk = "junk";
  const auto load = [&] {
    app.download_progress(0, "Reading", "");
    app.receive_file("holiday.jpg", std::as_bytes(std::span(junk)));
    app.receive_file("t10k-labels-idx1-ubyte", std::as_bytes(std::span(junk)));
    app.download_progress(-1, "", "");
  };
  load();
  const std::string error = state()["data_error"];
  EXPECT_NE(error.find("holiday.jpg"), std::string::npos);
  EXPECT_NE(error.find("t10k-labels"), std::string::npos);
  load();
  EXPECT_EQ(state()["data_error"], error) << "the next load begins with a clean slate";
}

TEST_F(AppTest, AnExperimentIsChosenByItsName) {
  app.post({action::kSelectExperiment, {}, 0, "mnist-without-feeds"});
  frame();
  EXPECT_EQ(state()["experiment"], "mnist-without-feeds");
  app.post({action::kSelectExperiment, {}, 0, "no-such-thing"});
  frame();
  EXPECT_EQ(state()["experiment"], "mnist-without-feeds");
}

TEST_F(AppTest, ALinkGivesTheSameExperiment) {
  set("learning_rate", 0.25);
  act(action::kCopyLink);
  ASSERT_FALSE(host.link.empty());
  FakeHost other_host;
  App other(other_host, host.link);
  EXPECT_EQ(nlohmann::json::parse(other.state_json())["parameters"], state()["parameters"]);
}

TEST_F(AppTest, ABrokenLinkStartsTheDefaultAndSaysWhy) {
  FakeHost other_host;
  App other(other_host, "{\"steps\": -5}");
  const nlohmann::json json = nlohmann::json::parse(other.state_json());
  EXPECT_EQ(json["parameters"]["steps"], 10000);
  EXPECT_NE(json["error"], "");
}

}  // namespace
}  // namespace pipette::app
