#include "session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/random.h"

namespace pipette {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Experiment small(const std::string& name, std::int64_t steps = 40) {
  Experiment e = Experiment::defaults(name);
  e.training.steps = steps;
  e.model.hidden_units = {16};
  return e;
}

Summary run_to_end(const Experiment& e) {
  Session session(e);
  session.advance(Budget::unlimited());
  return session.summary(false);
}

TEST(Session, WithAndWithoutFeedsGiveTheSameBits) {
  const Summary with = run_to_end(small("mnist-with-feeds"));
  const Summary without = run_to_end(small("mnist-without-feeds"));
  EXPECT_EQ(with.loss_hash, without.loss_hash);
  EXPECT_EQ(with.weight_hash, without.weight_hash);
  EXPECT_EQ(with.runs, 4);
  EXPECT_EQ(without.runs, 40);
  EXPECT_LT(with.modelled_seconds, without.modelled_seconds);
}

TEST(Session, LossFalls) {
  Session session(small("mnist-with-feeds", 200));
  session.advance(Budget::unlimited());
  ASSERT_EQ(session.losses().size(), 200u);
  EXPECT_GT(session.losses()[0], 1.5f);
  EXPECT_LT(session.summary(false).mean_loss_last_500, session.losses()[0]);
  EXPECT_LT(session.losses().back(), 0.8f * session.losses()[0]);
}

// However a run is cut into slices, numbers and modelled time are the same.
TEST(Session, SlicesChangeNothing) {
  for (const char* name : {"mnist-with-feeds", "mnist-without-feeds"}) {
    const Summary whole = run_to_end(small(name));
    for (std::uint64_t trial = 0; trial < 5; ++trial) {
      RandomStream random(trial, "slices");
      Session session(small(name));
      while (!session.finished()) {
        switch (random.uniform_int(5)) {
          case 0:
            session.advance(Budget::instructions(1 + random.uniform_int(30)));
            break;
          case 1:
            session.advance(Budget::steps(1 + random.uniform_int(5)));
            break;
          case 2:
            session.advance(Budget::microseconds(50));
            break;
          case 3:
            session.advance(Budget::cycles(session.status().cycles + random.uniform_int(500000)));
            break;
          default: {
            const auto& sizes = kChoices<StepSize>;
            session.step(sizes[random.uniform_int(static_cast<std::uint32_t>(sizes.size()))].value);
            break;
          }
        }
      }
      const Summary sliced = session.summary(false);
      EXPECT_EQ(sliced.loss_hash, whole.loss_hash) << name << " trial " << trial;
      EXPECT_EQ(sliced.weight_hash, whole.weight_hash);
      EXPECT_EQ(sliced.modelled_cycles, whole.modelled_cycles);
      EXPECT_EQ(sliced.modelled_stream_wait_cycles, whole.modelled_stream_wait_cycles);
    }
  }
}

TEST(Session, StepSizesDoWhatTheyAreCalled) {
  Session session(small("mnist-with-feeds"));
  session.step(StepSize::instruction);
  EXPECT_EQ(session.status().step, 0);
  EXPECT_TRUE(session.status().in_run);
  EXPECT_FALSE(session.status().instruction.empty());
  session.step(StepSize::training_step);
  EXPECT_EQ(session.status().step, 1);
  EXPECT_EQ(session.status().outfeed.pending, 1);
  session.step(StepSize::engine_run);
  EXPECT_EQ(session.status().step, 10);
  EXPECT_EQ(session.status().run, 1);
  EXPECT_FALSE(session.status().in_run);
  EXPECT_EQ(session.status().outfeed.pending, 0);
  session.step(StepSize::engine_run);
  EXPECT_EQ(session.status().step, 20);
}

TEST(Session, ResetStartsFromTheBeginning) {
  Session session(small("mnist-with-feeds"));
  session.advance(Budget::steps(13));
  session.reset();
  EXPECT_EQ(session.status().step, 0);
  EXPECT_EQ(session.status().cycles, 0);
  EXPECT_TRUE(session.losses().empty());
  session.advance(Budget::unlimited());
  EXPECT_EQ(session.summary(false).weight_hash, run_to_end(small("mnist-with-feeds")).weight_hash);
}

TEST(Session, StepsThatDoNotDivideRunOnAsPythonsRangeDoes) {
  Session session(small("mnist-with-feeds", 25));
  session.advance(Budget::unlimited());
  EXPECT_EQ(session.status().step, 30);
  EXPECT_EQ(session.losses().size(), 30u);
}

TEST(Session, DequeueTimeDecidesWhenLossesAreSeen) {
  Experiment e = small("mnist-with-feeds", 20);
  e.feeds.dequeue = DequeueTime::at_end;
  Session at_end(e);
  at_end.advance(Budget::steps(15));
  EXPECT_TRUE(at_end.losses().empty());
  EXPECT_EQ(at_end.status().outfeed.pending, 15);
  at_end.advance(Budget::unlimited());
  EXPECT_EQ(at_end.losses().size(), 20u);

  e.feeds.dequeue = DequeueTime::each_run;
  Session each_run(e);
  each_run.advance(Budget::steps(15));
  EXPECT_EQ(each_run.losses().size(), 10u);

  e.feeds.dequeue = DequeueTime::continuous;
  Session continuous(e);
  continuous.advance(Budget::steps(15));
  EXPECT_EQ(continuous.losses().size(), 15u);
  continuous.advance(Budget::unlimited());
  EXPECT_EQ(continuous.losses(), at_end.losses());
}

TEST(Session, LastModeKeepsOneLossARun) {
  Experiment e = small("mnist-with-feeds", 40);
  Session all(e);
  all.advance(Budget::unlimited());
  e.feeds.outfeed_mode = OutfeedMode::last;
  Session last(e);
  last.advance(Budget::unlimited());
  const std::vector<float>& l = all.losses();
  EXPECT_THAT(last.losses(), ElementsAre(l[9], l[19], l[29], l[39]));
}

TEST(Session, EventsTellTheStoryInOrder) {
  Session session(small("mnist-with-feeds", 20));
  session.advance(Budget::unlimited());
  std::vector<std::string> names;
  for (const Event& event : session.observed().record().events.drain())
    names.emplace_back(to_key(event.kind));
  EXPECT_THAT(names, ElementsAre("created", "compiled", "runStarted", "runFinished", "dequeued",
                                 "runStarted", "runFinished", "dequeued", "finished"));
  EXPECT_TRUE(session.observed().record().events.drain().empty());
}

// The infeed and outfeed tutorial: 14.6 s with feeds and 23.8 s without. Modelled time is linear in
// the number of runs, so a few hundred steps are enough to know that of 10,000.
double seconds_of_10000_steps(const char* name) {
  const auto seconds = [&](std::int64_t steps) {
    Experiment e = Experiment::defaults(name);
    e.training.steps = steps;
    return run_to_end(e).modelled_seconds_without_compile;
  };
  const double slope = (seconds(200) - seconds(100)) / 100;
  return seconds(100) + slope * 9900;
}

TEST(Session, ModelledTimesOfTheTutorial) {
  const double compile = Experiment{}.device.host.compile_seconds;
  const double with = seconds_of_10000_steps("mnist-with-feeds");
  const double without = seconds_of_10000_steps("mnist-without-feeds");
  EXPECT_NEAR(compile + with, 14.621, 0.02 * 14.621);
  EXPECT_NEAR(compile + without, 23.767, 0.02 * 23.767);
  EXPECT_NEAR(without / with, 4.1, 0.2) << "the gain that compile time hides";
}

TEST(Session, WaitsAreExplained) {
  Session session(small("mnist-with-feeds", 10));
  session.advance(Budget::unlimited());
  const RunStatus status = session.status();
  EXPECT_GT(status.infeed.total_wait_cycles, 0);
  EXPECT_THAT(status.infeed.wait, HasSubstr("Infeed empty"));
  EXPECT_THAT(status.infeed.wait, HasSubstr("data pipeline"));
  int waits = 0;
  for (std::int64_t i = session.trace().first(); i < session.trace().end(); ++i) {
    const Span& span = session.trace()[i];
    if (span.kind != SpanKind::stream_begin) continue;
    ++waits;
    EXPECT_NE(span.reason, WaitReason::none);
    EXPECT_FALSE(session.explain(span).empty());
  }
  EXPECT_GT(waits, 0);
}

TEST(Session, SummaryJsonHasTheDocumentedFields) {
  Session session(small("mnist-with-feeds", 20));
  session.advance(Budget::unlimited());
  const auto json = nlohmann::json::parse(session.summary().to_json());
  for (const char* field : {"experiment", "seed", "steps", "final_loss", "mean_loss_last_500",
                            "test_accuracy", "weight_hash", "loss_hash"}) {
    EXPECT_TRUE(json.contains(field)) << field;
  }
  EXPECT_GT(json["modelled"]["cycles"], 0);
  EXPECT_DOUBLE_EQ(json["modelled"]["seconds"].get<double>(),
                   json["modelled"]["seconds_without_compile"].get<double>() + 11.6);
  EXPECT_GT(json["real"]["steps_per_second"], 0);
  EXPECT_EQ(json["final_loss"].get<float>(), session.losses().back());
}

TEST(Session, DataMustBeGiven) {
  Experiment e = small("mnist-with-feeds");
  e.training.data = "mnist";
  EXPECT_THROW(Session{e}, InvalidArgument);
  EXPECT_THROW(Session(e, ImageData::generated(1)), InvalidArgument);
  EXPECT_THROW(Session(small("mnist-with-feeds"), ImageData::from_sets("mnist", LabelledSets{})),
               InvalidArgument);
}

TEST(Session, PredictChecksItsImages) {
  Session session(small("mnist-with-feeds"));
  EXPECT_THROW(session.evaluator().predict(Array::zeros(DType::u8, {3, 14, 14})), InvalidArgument);
  EXPECT_THROW(session.evaluator().predict(Array::zeros(DType::i32, {3, 28, 28})), InvalidArgument);
  const Array p = session.evaluator().predict(session.data().test(0, 3).images);
  EXPECT_EQ(p.shape(), (Shape{3, 10}));
  float sum = 0;
  for (int i = 0; i < 10; ++i) sum += p.data<float>()[i];
  EXPECT_NEAR(sum, 1.0f, 1e-5f);
}

}  // namespace
}  // namespace pipette
