// An advised experiment takes the place of the page's.
#include "page/app_fixture.h"

namespace pipette::app {
namespace {

class TakeAdviceTest : public AppTest {
 protected:
  void take(const std::string& changes) {
    app.post({action::kTakeAdvice, {}, 0, changes});
    frame();
  }
};

TEST_F(TakeAdviceTest, RunsWhatIsAdvisedAndUndoGoesBack) {
  take(R"({"steps_per_execution": 20})");
  EXPECT_EQ(state()["parameters"]["steps_per_execution"], 20);
  EXPECT_EQ(state()["parameters"]["batch_size"], 8) << "what is not advised stays";
  run_until_idle();
  EXPECT_EQ(state()["step"], 40);
  act(action::kUndo);
  EXPECT_EQ(state()["parameters"]["steps_per_execution"], 10);
}

// Of two programs side by side the page keeps the one with the loop; the other one's advice is to
// look at that.
TEST_F(TakeAdviceTest, TheTwinOfACallForEveryBatchLeads) {
  act(action::kSelectRun, 1);
  EXPECT_EQ(state()["experiment"], "mnist-without-feeds");
  take(R"({"experiment": "mnist-with-feeds", "steps_per_execution": 10})");
  EXPECT_EQ(state()["experiment"], "mnist-with-feeds");
  EXPECT_EQ(state()["parameters"]["batch_size"], 8);
}

TEST_F(TakeAdviceTest, WhatCannotBeChangesNothing) {
  const nlohmann::json before = state()["parameters"];
  for (const char* changes : {"no JSON", "[]", R"({"nonsense": 1})", R"({"batch_size": -1})"}) {
    take(changes);
    EXPECT_NE(state()["error"], "") << changes;
    EXPECT_EQ(state()["parameters"], before) << changes;
  }
}

}  // namespace
}  // namespace pipette::app
