// Losses carry the cycle at which they reached the host.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/random.h"
#include "session/session.h"

namespace pipette {
namespace {

Experiment few_steps(const std::string& name) {
  Experiment e = Experiment::defaults(name);
  e.training.batch_size = 8;
  if (name == "mnist-with-feeds" || name == "mnist-without-feeds") {
    e.model.hidden_units = {16};
    e.training.steps = 30;
  } else if (name == "mnist-pipelined") {
    e.model.hidden_units = {16, 16};
    e.training.steps = 4;
    e.training.steps_per_execution = 2;
  } else if (name == "inspect-keras" || name == "keras-convolutions") {
    e.training.steps_per_execution = 8;
    e.training.steps = 16;
  } else if (name == "loops" || name == "while-loop") {
    e.training.steps_per_execution = 5;
    e.training.steps = 15;
  } else if (name == "without-loops") {
    e.training.steps = 15;
  } else if (name == "inspect-pipelined" || name == "inspect-model") {
    e.training.steps_per_execution = 2;
    e.training.steps = 4;
  }
  return e;
}

class LossCycles : public testing::TestWithParam<const char*> {};

TEST_P(LossCycles, DependOnTheProgramAndNotOnSlices) {
  Session whole(few_steps(GetParam()));
  whole.advance(Budget::unlimited());
  const LossRecord& expected = whole.observed().record().losses;
  ASSERT_FALSE(expected.empty());
  for (std::uint64_t trial = 0; trial < 4; ++trial) {
    RandomStream random(trial, "slices");
    Session session(few_steps(GetParam()));
    while (!session.finished()) {
      session.advance(Budget::instructions(1 + random.uniform_int(60)));
    }
    EXPECT_EQ(session.observed().record().losses, expected);
  }
}

TEST_P(LossCycles, GoUpAndCountMiniBatches) {
  Session session(few_steps(GetParam()));
  session.advance(Budget::unlimited());
  const LossRecord& record = session.observed().record().losses;
  EXPECT_EQ(record.values, session.losses());
  ASSERT_EQ(record.cycles.size(), record.values.size());
  ASSERT_EQ(record.mini_batches.size(), record.values.size());
  for (std::size_t i = 1; i < record.size(); ++i) {
    EXPECT_GT(record.cycles[i], record.cycles[i - 1]);
    EXPECT_GT(record.mini_batches[i], record.mini_batches[i - 1]);
  }
  EXPECT_GT(record.cycles.front(), 0);
  EXPECT_LE(record.cycles.back(), session.device().now());
  EXPECT_EQ(record.mini_batches.back() + 1, session.experiment().num_mini_batches());
}

// The trace has a data phase that ends when the loss is there.
TEST_P(LossCycles, AgreeWithTheTrace) {
  Session session(few_steps(GetParam()));
  session.advance(Budget::unlimited());
  std::set<std::int64_t> ends;
  std::int64_t first = session.device().now();  // that the trace still holds
  const Trace& trace = session.trace();
  for (std::int64_t i = trace.first(); i < trace.end(); ++i) {
    const Span span = trace[i];
    first = std::min(first, span.begin);
    if (span.kind == SpanKind::stream_mid) ends.insert(span.end);
  }
  int compared = 0;
  const LossRecord& record = session.observed().record().losses;
  for (std::size_t i = 0; i < record.size(); ++i) {
    const std::int64_t cycle = record.cycles[i];
    if (cycle <= first) continue;
    EXPECT_TRUE(ends.contains(cycle)) << cycle;
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

// A run without an end keeps the latest losses only; what it says of all of them is the same.
// A host that reads while the program runs reads at moments of the program.
TEST(LossRecord, IsReadAtTheSameMomentsHoweverTheWorkIsCut) {
  Experiment e = Experiment::defaults("outfeed-example");
  e.training.batch_size = 8;
  const auto moments = [](Session& session) {
    std::vector<std::pair<std::int64_t, double>> found;
    for (const Event& event : session.observed().record().events.drain()) {
      if (event.kind == EventKind::dequeued) found.emplace_back(event.cycle, event.value);
    }
    return std::pair(found, session.status().most_held_bytes);
  };
  Session whole(e);
  whole.advance(Budget::unlimited());
  const auto expected = moments(whole);
  EXPECT_EQ(expected.first.size(), 100u) << "each loss as it comes";
  for (const std::int64_t instructions : {1, 7, 1000}) {
    Session cut(e);
    while (!cut.advance(Budget::instructions(instructions))) {
    }
    EXPECT_EQ(moments(cut), expected) << instructions;
  }
}

TEST(LossRecord, KeepsTheLatestAndTheHashOfAll) {
  const Experiment e = few_steps("mnist-with-feeds");
  Session all(e), few(e);
  few.keep_losses(4);
  all.advance(Budget::unlimited());
  few.advance(Budget::unlimited());
  ASSERT_EQ(all.losses().size(), 30u);
  EXPECT_EQ(few.losses().size(), 30u);
  EXPECT_GE(few.losses().kept().size(), 4u);
  EXPECT_LE(few.losses().kept().size(), 8u);
  for (std::size_t i = few.losses().first(); i < 30; ++i) {
    EXPECT_EQ(few.losses()[i], all.losses()[i]) << i;
    EXPECT_EQ(few.observed().record().losses.cycles[i], all.observed().record().losses.cycles[i])
        << i;
    EXPECT_EQ(few.observed().record().losses.mini_batches[i],
              all.observed().record().losses.mini_batches[i])
        << i;
  }
  const Summary of_few = few.summary(false), of_all = all.summary(false);
  EXPECT_EQ(of_few.losses, 30);
  EXPECT_EQ(of_few.loss_hash, of_all.loss_hash);
  EXPECT_EQ(of_few.weight_hash, of_all.weight_hash);
  EXPECT_EQ(of_few.final_loss, of_all.final_loss);
}

TEST(LossRecord, WhatIsPrintedIsOfLossesThatAreNotKeptToo) {
  for (const char* name : {"outfeed-example", "inspect-pipelined"}) {
    Experiment e = few_steps(name);
    e.feeds.outfeed_predictions = name == std::string("outfeed-example");
    Session all(e), few(e);
    few.keep_losses(2);
    all.advance(Budget::unlimited());
    few.advance(Budget::unlimited());
    EXPECT_GT(few.losses().first(), 0u) << name;
    EXPECT_FALSE(all.printed().empty()) << name;
    EXPECT_EQ(few.printed(), all.printed()) << name;
  }
}

// The profile's tracepoints, as "name at the number of the loss".
std::vector<std::string> epochs_of(const Session& session) {
  std::vector<std::string> found;
  const LossRecord& losses = session.observed().record().losses;
  const profile::Profile profile = session.profiles().at(0);
  for (const profile::Tracepoint& point : profile.execution.tracepoints) {
    for (std::size_t i = 0; i < losses.size(); ++i) {
      if (losses.cycles[i] == point.cycle) found.push_back(fmt::format("{} at {}", point.name, i));
    }
  }
  return found;
}

TEST(Epochs, EndWithTheLastLossOfTheirMiniBatches) {
  const auto epochs = [](const std::string& name) {
    Session session(few_steps(name));
    session.advance(Budget::unlimited());
    return epochs_of(session);
  };
  using testing::ElementsAre;
  EXPECT_THAT(epochs("loops"), ElementsAre("Epoch 1 at 0", "Epoch 2 at 1", "Epoch 3 at 2"));
  EXPECT_THAT(epochs("mnist-with-feeds"), ElementsAre()) << "30 of 7,500 mini-batches";
  LabelledSets sets;
  sets.train = {Array::zeros(DType::u8, {50, 28, 28}), Array::zeros(DType::u8, {50})};
  sets.test = sets.train;
  Session session(few_steps("mnist-with-feeds"), ImageData::from_sets("digits", sets));
  session.advance(Budget::unlimited());  // 6 mini-batches of 8 in an epoch
  EXPECT_THAT(epochs_of(session), ElementsAre("Epoch 1 at 5", "Epoch 2 at 11", "Epoch 3 at 17",
                                              "Epoch 4 at 23", "Epoch 5 at 29"));
}

TEST(Epochs, OfKerasAreThoseOfFit) {
  Session session(few_steps("inspect-keras"));
  session.advance(Budget::unlimited());
  const std::vector<std::string> found = epochs_of(session);
  EXPECT_THAT(found, testing::IsSupersetOf({"Epoch 1 at 7", "Epoch 2 at 15"}));
}

INSTANTIATE_TEST_SUITE_P(Programs, LossCycles,
                         testing::Values("mnist-with-feeds", "mnist-without-feeds",
                                         "mnist-pipelined", "inspect-keras", "keras-convolutions",
                                         "inspect-pipelined", "inspect-model", "loops",
                                         "while-loop", "without-loops", "outfeed-example"),
                         [](const auto& program) {
                           std::string name = program.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace pipette
