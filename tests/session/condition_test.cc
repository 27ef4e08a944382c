// Conditions over results: what they mean, what they refuse, and that a run stops where they first
// hold.
#include "session/condition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "message_of.h"
#include "session/session.h"
#include "session/small_experiments.h"

namespace pipette {
namespace {

using testing::HasSubstr;

Experiment small(std::int64_t steps = 60) {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.training.steps = steps;
  e.training.steps_per_execution = 10;
  e.model.hidden_units = {16};
  return e;
}

std::string refusal(const std::string& text) {
  try {
    Condition::parse(text);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

TEST(Condition, SaysInOneWayWhatCanBeWrittenInSeveral) {
  for (const auto& [written, said] : std::vector<std::pair<std::string, std::string>>{
           {"accuracy>=90%", "accuracy >= 0.9"},
           {"accuracy > 50 %", "accuracy > 0.5"},
           {"loss < 0,25 and steps >= 10,000", "loss < 0.25 and steps >= 10000"},
           {"  loss <0.5  and steps<= 200", "loss < 0.5 and steps <= 200"},
           {"pipeline_schedule == interleaved", "pipeline_schedule == interleaved"},
           {"recompute != true", "recompute != true"},
           {"learning_rate == 1e-3", "learning_rate == 0.001"},
           {"host.call_us > -1", "host.call_us > -1"}}) {
    EXPECT_EQ(Condition::parse(written).text(), said);
    EXPECT_EQ(Condition::parse(said).text(), said);
  }
}

TEST(Condition, ARefusalSaysWhatWouldDo) {
  EXPECT_THAT(refusal("acuracy >= 0.9"), HasSubstr("the nearest is accuracy"));
  EXPECT_THAT(refusal("accuracy >= 90"), HasSubstr("accuracy is 0 to 1, not 90"));
  EXPECT_THAT(refusal("bubble < -1"), HasSubstr("bubble is 0 to 1"));
  EXPECT_THAT(refusal("acuracy >= 0.9"), HasSubstr("loss, mean_loss, accuracy, steps"));
  EXPECT_THAT(refusal("accuracy"), HasSubstr("\"accuracy >= 0.9\""));
  EXPECT_THAT(refusal(""), HasSubstr("\"accuracy >= 0.9\""));
  EXPECT_THAT(refusal("accuracy = 0.9"), HasSubstr("the signs are"));
  EXPECT_THAT(refusal("accuracy >= high"), HasSubstr("with a number"));
  EXPECT_THAT(refusal("accuracy >= 0.9 or loss < 1"), HasSubstr("joined by \"and\""));
  EXPECT_THAT(refusal("accuracy >= 0.9 and"), HasSubstr("a name, a sign and a value"));
  EXPECT_THAT(refusal("pipeline_schedule < grouped"), HasSubstr("== or !="));
  EXPECT_THAT(refusal("pipeline_schedule == group"), HasSubstr("grouped"));
  EXPECT_THAT(refusal("recompute == 1"), HasSubstr("true or false"));
  EXPECT_THAT(refusal("loss < inf"), HasSubstr("with a number"));
  EXPECT_THAT(refusal("loss < (1)"), HasSubstr("here stands"));
  EXPECT_THAT(refusal(std::string(201, 'a')), HasSubstr("at most 200"));
}

TEST(Condition, EveryResultOfTheTableCanBeCompared) {
  Session session(small(10));
  session.advance(Budget::unlimited());
  for (const ResultName& each : result_names()) {
    const Condition least = Condition::parse(std::string(each.name) + " >= 0");
    const bool there = std::string(each.name) != "bubble";
    EXPECT_EQ(least.holds(session, 0.5), there) << each.name;
    EXPECT_FALSE(Condition::parse(std::string(each.name) + " < 0").holds(session, 0.5));
  }
  EXPECT_FALSE(Condition::parse("accuracy >= 0").holds(session)) << "nobody has measured it";
  EXPECT_EQ(Condition::parse("accuracy > 0 and steps > 1").found(session),
            "accuracy is not there yet, steps is 10");
  EXPECT_TRUE(Condition::parse("batch_size == 32 and optimizer == sgd").holds(session));
}

TEST(StopWhen, StopsAtTheSameStepHoweverTheWorkIsCut) {
  for (const std::string text :
       {"loss < 2.3", "accuracy >= 0.15", "steps == 17", "stall_cycles > 0"}) {
    Session straight(small());
    straight.stop_when(Condition::parse(text));
    ASSERT_TRUE(straight.advance(Budget::unlimited())) << text;
    ASSERT_TRUE(straight.stopped()) << text;
    ASSERT_FALSE(straight.finished()) << text;
    Session sliced(small());
    sliced.stop_when(Condition::parse(text));
    while (!sliced.advance(Budget::instructions(7))) {
    }
    EXPECT_TRUE(sliced.stopped());
    EXPECT_EQ(sliced.status().step, straight.status().step) << text;
    EXPECT_EQ(sliced.summary(false).weight_hash, straight.summary(false).weight_hash) << text;
  }
}

TEST(StopWhen, GoingOnLeadsPastItAndChangesNoBit) {
  Session plain(small());
  plain.advance(Budget::unlimited());
  Session session(small());
  session.stop_when(Condition::parse("steps >= 20"));
  session.advance(Budget::unlimited());
  EXPECT_EQ(session.status().step, 20);
  ASSERT_TRUE(session.advance(Budget::unlimited()));
  EXPECT_TRUE(session.finished());
  EXPECT_FALSE(session.stopped());
  EXPECT_EQ(session.summary(false).weight_hash, plain.summary(false).weight_hash);
  EXPECT_EQ(session.summary(false).loss_hash, plain.summary(false).loss_hash);
  session.reset();
  session.advance(Budget::unlimited());
  EXPECT_EQ(session.status().step, 20) << "it looks again";
}

TEST(Condition, NamesMayBeWrittenAsInJavaScriptOrAsFlags) {
  for (const char* text :
       {"batchSize >= 8 and mean_loss < 2", "batch-size >= 8 and meanLoss < 2"}) {
    EXPECT_EQ(Condition::parse(text).text(), "batch_size >= 8 and mean_loss < 2");
  }
}

TEST(StopWhen, ABenchmarkIsNeverStopped) {
  Session session(Experiment::defaults("dataset-benchmark"));
  EXPECT_THAT([&] { session.stop_when(Condition::parse("steps >= 20")); },
              testing::ThrowsMessage<FailedPrecondition>(HasSubstr("runs to its end")));
  EXPECT_EQ(session.stop_condition(), std::nullopt);
}

TEST(StopWhen, StepsAndTheWayBackKnowIt) {
  Session session(small());
  session.stop_when(Condition::parse("steps >= 2"));
  EXPECT_FALSE(session.step(StepSize::training_step));
  EXPECT_TRUE(session.step(StepSize::training_step));
  EXPECT_TRUE(session.stopped());
  session.step(StepSize::training_step);
  EXPECT_EQ(session.status().step, 3);
  ASSERT_TRUE(session.step_back());
  ASSERT_TRUE(session.step_back());
  EXPECT_EQ(session.status().step, 1);
  EXPECT_TRUE(session.step(StepSize::training_step)) << "it is before it again";
}

TEST(StopWhen, AProgramThatClassifiesNothingHasNoAccuracy) {
  Session session(least_work_of("perf-training-example"));
  EXPECT_THROW(session.stop_when(Condition::parse("accuracy > 0.5")), FailedPrecondition);
  session.stop_when(Condition::parse("steps >= 1"));
  session.stop_when({});
  EXPECT_TRUE(session.advance(Budget::unlimited()));
  EXPECT_TRUE(session.finished());
}

// In a pipeline the schedule's bubble is known as soon as the program is.
TEST(StopWhen, TheBubbleOfAPipeline) {
  Session session(least_work_of("mnist-pipelined"));
  session.stop_when(Condition::parse("bubble > 0"));
  session.advance(Budget::unlimited());
  EXPECT_TRUE(session.stopped());
  EXPECT_EQ(session.status().step, 1);
}

}  // namespace
}  // namespace pipette
