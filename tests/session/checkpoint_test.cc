// A run that a checkpoint divides is the run without the break, in everything that can be seen of
// it.
#include "session/checkpoint.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "core/files.h"
#include "core/json_archive.h"
#include "experiment/catalogue.h"
#include "kernels/instruction_set.h"
#include "message_of.h"
#include "session/checkpoint_files.h"
#include "session/session_weights.h"
#include "session/small_experiments.h"

namespace pipette {
namespace {

using testing::HasSubstr;
using testing_support::message_of;
// What a checkpoint holds, without real times: they also stand in the text of some programs.
std::string state_of(Session& session, bool with_text) {
  const Bytes file = checkpoint(session);
  const Safetensors parsed = parse_safetensors(file, "checkpoint");
  Json state = parse_json(parsed.metadata.at("state"));
  state["run"].erase("real_seconds");
  state["program"].erase("real_seconds");
  if (!with_text) state["run"]["record"].erase("printed");
  std::string all = parsed.metadata.at("experiment") + state.dump(1);
  for (const TensorEntry& entry : parsed.tensors) {
    // Names that several variables shared would be told apart by their order, which may differ
    // between compilers.
    EXPECT_EQ(entry.name.find('#'), std::string::npos) << entry.name;
    Hash hash;
    hash.add(entry.bytes.data(), entry.bytes.size());
    all += fmt::format("\n{} {} {}", entry.name, entry.dtype, hash.hex());
  }
  return all;
}

bool prints_real_times(const Experiment& e) {
  const ProgramKind kind = catalogue_entry(e.name).kind;
  return kind == ProgramKind::keras || kind == ProgramKind::loops ||
         kind == ProgramKind::without_loops;
}

class Checkpoints : public testing::TestWithParam<std::string> {
 protected:
  static std::vector<Experiment> experiments() {
    return {least_work_of(GetParam()), rich(GetParam())};
  }
};

TEST_P(Checkpoints, GoOnToTheSameEndFromEveryRun) {
  for (const Experiment& e : experiments()) {
    const bool with_text = !prints_real_times(e);
    Session straight(e);
    straight.advance(Budget::unlimited());
    const std::string end = state_of(straight, with_text);
    const Summary summary = straight.summary(false);
    for (std::int64_t run = 0; run <= straight.status().num_runs; ++run) {
      Session first(e);
      run_to(first, run);
      const Bytes file = checkpoint(first);
      Session second = resume(file);
      EXPECT_EQ(state_of(second, true), state_of(first, true)) << "before it goes on";
      EXPECT_EQ(second.status().run, run);
      EXPECT_EQ(second.status().cycles, first.status().cycles);
      EXPECT_EQ(second.losses().size(), first.losses().size());
      if (run == 1) {
        EXPECT_EQ(resume(file).summary().test_accuracy, first.summary().test_accuracy);
      }
      second.advance(Budget::unlimited());
      EXPECT_EQ(state_of(second, with_text), end) << e.to_json() << " from run " << run;
      const Summary at_end = second.summary(false);
      EXPECT_EQ(at_end.weight_hash, summary.weight_hash);
      EXPECT_EQ(at_end.loss_hash, summary.loss_hash);
      EXPECT_EQ(at_end.modelled_cycles, summary.modelled_cycles);
      if (HasFailure()) return;
    }
  }
}

TEST_P(Checkpoints, GoOnUnderAnotherInstructionSet) {
  const Experiment e = rich(GetParam());
  Session straight(e);
  straight.advance(Budget::unlimited());
  for (const kernels::InstructionSet set : kernels::available()) {
    Session first(e);
    kernels::select(set);
    run_to(first, 1);
    kernels::select(kernels::best_available());
    Session second = resume(checkpoint(first));
    second.advance(Budget::unlimited());
    EXPECT_EQ(state_of(second, false), state_of(straight, false)) << to_word(set);
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.kind != ProgramKind::benchmark) all.push_back(entry.name);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Experiments, Checkpoints, testing::ValuesIn(names()), [](const auto& one) {
  std::string name = one.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Checkpoint, KeepsWeightsThatWereLoadedBeforeTheFirstStep) {
  const Experiment e = least_work_of("mnist-with-feeds");
  Session trained(e);
  trained.advance(Budget::unlimited());
  Session session(e);
  set_weights(session, weights_file(trained));
  Session later = resume(checkpoint(session));
  EXPECT_EQ(later.summary().weight_hash, trained.summary().weight_hash);
  EXPECT_EQ(later.status().step, 0);
}

TEST(Checkpoint, ContinuesWithTheOutfeedsThatWereChosenLast) {
  Experiment e = least_work_of("inspect-pipelined");
  Session session(e);
  run_to(session, 1);
  e.inspection.gradients_filters = {"dense1"};
  ASSERT_TRUE(session.continue_as(e));
  Session later = resume(checkpoint(session));
  EXPECT_EQ(later.experiment().inspection.gradients_filters, e.inspection.gradients_filters);
  session.advance(Budget::unlimited());
  later.advance(Budget::unlimited());
  EXPECT_EQ(state_of(later, false), state_of(session, false));
}

// Somebody trained for a while, and wants to train for longer.
TEST(Checkpoint, GoesOnWithMoreSteps) {
  for (const char* name : {"mnist-with-feeds", "mnist-pipelined", "inspect-keras", "loops"}) {
    const Experiment few = least_work_of(name);
    Experiment many = few;
    many.training.steps *= 2;
    Session straight(many);
    straight.advance(Budget::unlimited());
    Session first(few);
    first.advance(Budget::unlimited());
    Session second = resume(checkpoint(first), many, data_for(many));
    EXPECT_FALSE(second.finished()) << name;
    second.advance(Budget::unlimited());
    EXPECT_EQ(second.summary(false).weight_hash, straight.summary(false).weight_hash) << name;
    EXPECT_EQ(second.summary(false).loss_hash, straight.summary(false).loss_hash) << name;
    EXPECT_EQ(second.summary(false).modelled_cycles, straight.summary(false).modelled_cycles)
        << name;
    EXPECT_THAT(
        message_of<InvalidArgument>([&] { resume(checkpoint(second), few, data_for(few)); }),
        HasSubstr("has done more steps than the experiment has"))
        << name;
    Experiment other = many;
    other.training.learning_rate = 0.5;
    EXPECT_THAT(
        message_of<InvalidArgument>([&] { resume(checkpoint(first), other, data_for(other)); }),
        HasSubstr("the checkpoint is of another experiment: learning_rate is 0.0"))
        << name;
  }
}

TEST(Checkpoint, IsTakenBetweenEngineRuns) {
  Session session(least_work_of("mnist-with-feeds"));
  session.step(StepSize::training_step);
  EXPECT_THAT(message_of<FailedPrecondition>([&] { checkpoint(session); }),
              HasSubstr("between engine runs, and run 0 is under way: first go to its end"));
  session.step(StepSize::engine_run);
  EXPECT_NO_THROW(checkpoint(session));
  Session benchmark(least_work_of("dataset-benchmark"));
  EXPECT_THAT(message_of<FailedPrecondition>([&] { checkpoint(benchmark); }),
              HasSubstr("a benchmark measures this computer"));
}

TEST(Checkpoint, NeedsItsOwnData) {
  Experiment e = least_work_of("mnist-with-feeds");
  Session session(e);
  const Bytes file = checkpoint(session);
  EXPECT_THAT(message_of<InvalidArgument>([&] { resume(file, ImageData::generated(12345)); }),
              HasSubstr("made with other \"digits\" than those given here"));
  EXPECT_EQ(experiment_of(file).fingerprint(), e.fingerprint());
}

// Files that people have keep being read (docs/versions.md).
TEST(Checkpoint, OfVersionOneGoesOn) {
  const Bytes file =
      read_file(std::string(PIPETTE_SOURCE_DIR) + "/tests/golden/checkpoint_version_1.safetensors");
  Experiment e = experiment_of(file);
  e.training.steps = 8;
  Session straight(e);
  straight.advance(Budget::unlimited());
  Session later = resume(file, e, data_for(e));
  EXPECT_EQ(later.status().step, 4);
  later.advance(Budget::unlimited());
  EXPECT_EQ(state_of(later, true), state_of(straight, true));
}

// The other tools that read this format find the weights by name.
TEST(Checkpoint, HoldsVariablesUnderTheirNames) {
  Experiment e = rich("mnist-pipelined");
  Session session(e);
  run_to(session, 1);
  const Bytes file = checkpoint(session);
  const Safetensors parsed = parse_safetensors(file, "checkpoint");
  const Variable first = session.variables().at(0);
  bool found = false;
  for (const TensorEntry& entry : parsed.tensors) {
    if (entry.name != "state/variables/" + first.name()) continue;
    found = true;
    EXPECT_EQ(entry.shape, first.shape().with_front(2).sizes());
    EXPECT_EQ(std::memcmp(entry.bytes.data(), first.storage().bytes(), first.spec().num_bytes()),
              0);
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace pipette
