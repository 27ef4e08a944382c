// A run that throws: out of memory, or anything else. The page says so and stays whole.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "failing_allocation.h"
#include "page/actions.h"
#include "page/app.h"
#include "page/fake_host.h"
#include "ui/harness.h"

namespace pipette::app {
namespace {

// A JSON value of nlohmann's library allocates 16 bytes a member when it is destroyed, where
// nothing may be thrown; an edit makes and destroys many.
constexpr std::size_t kLeastThatFails = 2048;

class FailingRunTest : public testing::TestWithParam<const char*> {
 protected:
  FailingRunTest() {
    post({action::kSelectExperiment, {}, 0, GetParam()});
    post({action::kSetParameter, "batch_size", 4});
    post({action::kSetSpeed, {}, kFullSpeed});
  }
  void post(Intent intent) {
    app.post(std::move(intent));
    screen.frame(app);
    screen.frame(app);
  }
  void advance() { app.advance(now += 1.0 / 60, 3000); }
  void run_until_idle() {
    for (int i = 0; i < 20000 && app.pace() != Pace::idle; ++i) advance();
    ASSERT_EQ(app.pace(), Pace::idle);
  }
  nlohmann::json state() { return nlohmann::json::parse(app.state_json()); }

  FakeHost host;
  Harness screen{1280, 720};
  App app{host};
  double now = 1;
};

TEST_P(FailingRunTest, StopsWithAMessageAndCanBeReset) {
  int failed_runs = 0;
  for (const Failure how : {Failure::out_of_memory, Failure::other}) {
    for (std::int64_t allocations = 0; allocations < 200; allocations += 9) {
      post({action::kRun});
      ASSERT_TRUE(state()["running"]);
      fail_allocation(allocations, how);
      advance();
      if (take_failed()) {
        const std::string error = state()["error"];
        if (error.empty()) {  // whoever asked did without, as sorting does
          EXPECT_TRUE(state()["running"]);
          continue;
        }
        const std::string wanted = how == Failure::other ? "broken" : "out of memory";
        EXPECT_NE(error.find(wanted), std::string::npos) << allocations << ": " << error;
        EXPECT_EQ(host.said, error);
        EXPECT_FALSE(state()["running"]);
        run_until_idle();
        if (state()["finished"]) {  // the run has failed, not what looks at it
          const std::int64_t step = state()["step"];
          post({action::kRun});
          post({action::kStepTraining});
          run_until_idle();
          EXPECT_EQ(state()["step"], step) << "it cannot go on";
          ++failed_runs;
        }
        EXPECT_TRUE(screen.ui.rects.find("transport/run"));
        EXPECT_TRUE(screen.ui.rects.find("loss"));
      }
      post({action::kReset});
      EXPECT_EQ(state()["error"], "");
      EXPECT_EQ(state()["step"], 0);
    }
  }
  EXPECT_GE(failed_runs, 2) << "or only what looks at a run has been tried";
}

TEST_P(FailingRunTest, AChangeThatCannotBeMadeIsTakenBack) {
  int refused = 0;
  for (std::int64_t allocations = 0; allocations < 100000; allocations = 3 * allocations + 1) {
    app.post({action::kSetParameter, "batch_size", 8});
    fail_allocation(allocations, Failure::out_of_memory, kLeastThatFails);
    screen.frame(app);
    if (!take_failed()) break;
    if (state()["error"] == "") continue;  // whoever asked did without
    ++refused;
    post({action::kReset});
    EXPECT_EQ(state()["error"], "");
    post({action::kStepTraining});
    EXPECT_GT(state()["step"], 0) << "what it shows, it runs";
    post({action::kSetParameter, "batch_size", 4});
  }
  EXPECT_GE(refused, 1);
}

INSTANTIATE_TEST_SUITE_P(Programs, FailingRunTest,
                         testing::Values("mnist-with-feeds", "mnist-pipelined", "inspect-keras"));

}  // namespace
}  // namespace pipette::app
