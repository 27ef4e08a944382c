// Advice that is tried beside the page's run, in slices.
#include "page/advice_trials.h"

#include <gtest/gtest.h>

namespace pipette::app {
namespace {

constexpr double kSliceUs = 2000;

Session pipelined_session() {
  Experiment e = Experiment::defaults("mnist-pipelined");
  e.training.steps = 20;
  return Session(e);
}

void finish(AdviceTrials& trials) {
  while (trials.busy()) trials.advance(kSliceUs);
}

TEST(AdviceTrials, SayWhatCame) {
  Session session = pipelined_session();
  session.advance(Budget());
  const profile::Profile before = session.profiles().at(0);
  AdviceTrials trials;
  for (const profile::Insight& insight : before.insights) {
    for (const profile::Advice& advice : insight.advice) {
      trials.begin(advice.changes, session);
      trials.begin(advice.changes, session);  // once is enough
    }
  }
  EXPECT_TRUE(trials.busy());
  EXPECT_FALSE(trials.to_json()[0].contains("measures"));
  const std::int64_t version = trials.version();
  finish(trials);
  const Json tried = trials.to_json();
  ASSERT_EQ(tried.size(), 2u);
  EXPECT_EQ(trials.version(), version + 2);
  EXPECT_EQ(tried[0]["changes"], parse_json(R"({"recompute": true})"));
  for (const Json& measure : tried[0]["measures"][0]) {
    if (measure["measure"] != "stash" || measure["ipu"] != 0) continue;
    EXPECT_EQ(measure["value"], 735232);
  }
  trials.forget();
  EXPECT_TRUE(trials.to_json().empty());
}

// JavaScript may send anything.
TEST(AdviceTrials, SayWhatCannotBe) {
  const Session session = pipelined_session();
  AdviceTrials trials;
  EXPECT_THROW(trials.begin("no JSON", session), InvalidArgument);
  trials.begin(R"({"stages": 99})", session);
  trials.begin(R"({"nonsense": 1})", session);
  EXPECT_FALSE(trials.busy());
  EXPECT_TRUE(trials.to_json()[0].contains("failed"));
  EXPECT_TRUE(trials.to_json()[1].contains("failed"));
}

}  // namespace
}  // namespace pipette::app
