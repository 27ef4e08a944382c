// Experiments that nobody thought of. Every run of the tests takes new ones: the seed is printed,
// and PIPETTE_FUZZ_SEED=<seed> takes the same again.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "core/item.h"
#include "core/random.h"
#include "experiment/edit.h"
#include "experiment/field.h"
#include "experiment/problems.h"
#include "kernels/instruction_set.h"
#include "session/checkpoint.h"
#include "session/session.h"
#include "session/small_experiments.h"
#include "thread_instances.h"

namespace pipette {
namespace {

std::uint64_t test_seed() {
  static const std::uint64_t seed = [] {
    const char* given = std::getenv("PIPETTE_FUZZ_SEED");
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const std::uint64_t chosen =
        given != nullptr ? std::strtoull(given, nullptr, 10)
                         : static_cast<std::uint64_t>(
                               std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
    fmt::print("PIPETTE_FUZZ_SEED={}\n", chosen);
    return chosen;
  }();
  return seed;
}

template <class List>
const auto& one_of(RandomStream& random, const List& list) {
  return list[random.uniform_int(static_cast<std::uint32_t>(std::size(list)))];
}

// A whole number that is usually small, sometimes at a limit or hostile.
std::int64_t random_integer(RandomStream& random, const Field& field) {
  const auto low = static_cast<std::int64_t>(field.minimum);
  switch (random.uniform_int(8)) {
    case 0:
      return low - random.uniform_int(2);
    case 1:
      return static_cast<std::int64_t>(std::min(field.maximum, 9e15)) + random.uniform_int(2);
    case 2:
      return std::int64_t{1} << random.uniform_int(62);
    default:
      return low + random.uniform_int(9);
  }
}

Json random_value(RandomStream& random, const Field& field, const Experiment& e) {
  switch (field.type) {
    case FieldType::integer:
      return random_integer(random, field);
    case FieldType::real:
      return random.uniform_int(4) == 0 ? field.maximum
                                        : field.minimum + static_cast<double>(random.uniform());
    case FieldType::boolean:
      return random.uniform_int(2) == 1;
    case FieldType::choice:
      return one_of(random, field.choices).word;
    case FieldType::text:
      return one_of(random, std::vector<std::string>{"digits", "Mk1", "Bow", "", "x"});
    case FieldType::integers: {
      Json list = Json::array();
      for (std::uint32_t n = random.uniform_int(5); n > 0; --n) {
        list.push_back(random_integer(random, field));
      }
      return list;
    }
    case FieldType::texts:
      return Json::array({one_of(random, std::vector<std::string>{"none", "dense", "Conv_2", ""})});
    case FieldType::options:
    case FieldType::layers:
      return field.get(e);
  }
  return nullptr;
}

// As a control, a link or a flag does it: what cannot be is refused by name, and nothing else.
void edit(Experiment& e, const std::string& name, const Json& value) {
  SCOPED_TRACE(name + " = " + value.dump());
  try {
    set_value(e, name, value);
  } catch (const Error& error) {
    EXPECT_STRNE(error.what(), "");
  }
}

// Any field, or a layer.
void edit_at_random(RandomStream& random, Experiment& e) {
  std::string name;
  Json value;
  if (!e.model.layers.empty() && random.uniform_int(2) == 0) {
    const auto layer = random.uniform_int(static_cast<std::uint32_t>(e.model.layers.size()));
    const std::vector<std::pair<const char*, Json>> ways = {
        {"units", random.uniform_int(12)},
        {"stage", random.uniform_int(4)},
        {"insert",
         one_of(random, std::vector<std::string>{"dense", "conv2d", "dropout", "flatten"})},
        {"move", random.uniform_int(4)},
        {"remove", nullptr},
        {"kernel_size", random.uniform_int(6)}};
    const auto& [what, to] = one_of(random, ways);
    name = fmt::format("layers/{}/{}", layer, what);
    value = to;
  } else {
    const Field& field = one_of(random, fields());
    if (field.name == "experiment") return;
    name = field.name;
    value = random_value(random, field, e);
  }
  edit(e, name, value);
}

// Ten to the seventh operations or so: what a test can afford.
bool is_affordable(const Experiment& e) {
  double widths = 784;
  for (const std::int64_t units : e.model.hidden_units) widths += static_cast<double>(units);
  for (const LayerSpec& layer : e.model.layers) {
    std::int64_t units = 10;
    if (const auto* dense = layer.as<keras::DenseSpec>()) units = dense->units;
    if (const auto* conv = layer.as<keras::Conv2dSpec>()) units = conv->filters;
    widths += static_cast<double>(units) * 9;
  }
  const double images = static_cast<double>(e.num_mini_batches()) *
                        static_cast<double>(e.training.batch_size * e.pipeline.replicas);
  return images * widths * 64 < 4e8 && e.num_mini_batches() < 500 && e.training.batch_size < 512 &&
         widths < 20000 && e.feeds.prefetch_depth < 1000 && e.feeds.buffer_depth < 1000;
}

// What a run leaves behind; `random` cuts it into slices if there is one, and breaks it off.
struct Outcome {
  std::string weights, losses;
  std::int64_t cycles = 0;
  bool operator==(const Outcome&) const = default;
};
void PrintTo(const Outcome& o, std::ostream* out) {
  *out << fmt::format("weights {} losses {} cycles {}", o.weights, o.losses, o.cycles);
}
Outcome outcome_of(const Experiment& e, RandomStream* random = nullptr) {
  Session session(e);
  while (random != nullptr && !session.finished()) {
    switch (random->uniform_int(5)) {
      case 4:  // a break
        if (!session.status().in_run) session = resume(checkpoint(session));
        break;
      case 0:
        session.step(StepSize::instruction);
        break;
      case 1:
        session.step(one_of(*random, std::vector<StepSize>{StepSize::training_step,
                                                           StepSize::engine_run, StepSize::slot}));
        break;
      default:
        session.advance(Budget::steps(1 + random->uniform_int(3)));
    }
  }
  session.advance(Budget::unlimited());
  const Summary summary = session.summary(false);
  return {summary.weight_hash, summary.loss_hash, summary.modelled_cycles};
}

class RandomExperiments : public testing::TestWithParam<std::string> {
 protected:
  // An experiment of the program, with a few edits.
  Experiment random_experiment(RandomStream& random) const {
    Experiment e = random.uniform_int(2) == 0 ? least_work_of(GetParam()) : rich(GetParam());
    for (std::uint32_t n = 1 + random.uniform_int(4); n > 0; --n) edit_at_random(random, e);
    return e;
  }
  RandomStream stream(const char* what, int trial) const {
    return {test_seed(), fmt::format("{}/{}", what, GetParam()), static_cast<std::uint64_t>(trial)};
  }
};

class RandomLayouts : public RandomExperiments {};

// Each suggestion can be carried out, and the problem that it answers is not there as it was.
void expect_suggestions_help(const Experiment& e, const Problem& problem) {
  for (const Suggestion& way : problem.suggestions) {
    Experiment changed = e;
    SCOPED_TRACE(problem.text + ": " + way.label);
    ASSERT_NO_THROW(set_value(changed, way.field, way.value));
    // A layer that is removed may have had the same problem as the next, which has its place now.
    if (changed.model.layers.size() < e.model.layers.size()) continue;
    for (const Problem& left : problems_of(changed)) {
      EXPECT_FALSE(left.field == problem.field && left.text == problem.text);
    }
  }
}

TEST_P(RandomExperiments, RunToTheirEndOrAreRefusedBeforeAnythingIsMade) {
  for (int trial = 0; trial < 150; ++trial) {
    RandomStream random = stream("any", trial);
    const Experiment e = random_experiment(random);
    SCOPED_TRACE(fmt::format("PIPETTE_FUZZ_SEED={} trial {}: {}", test_seed(), trial, e.to_json()));
    const std::vector<Problem> problems = problems_of(e);
    if (!problems.empty()) {
      EXPECT_THROW(Session{e}, Error);
      EXPECT_THROW(e.validate(), Error);
      for (const Problem& problem : problems) expect_suggestions_help(e, problem);
    } else if (e.training.data == "digits" && is_affordable(e)) {
      const Experiment again = Experiment::from_json(e.to_json());
      EXPECT_EQ(again.fingerprint(), e.fingerprint());
      if (trial % 5 == 0) {
        EXPECT_NO_THROW(outcome_of(e));
      }
    }
    if (HasFailure()) return;
  }
}

TEST_P(RandomExperiments, AreTheSameHoweverTheyAreCutAndSpreadAndUnderEveryInstructionSet) {
  int done = 0;
  for (int trial = 0; trial < 60 && done < 3; ++trial) {
    RandomStream random = stream("slices", trial);
    const Experiment e = random_experiment(random);
    if (!problems_of(e).empty() || e.training.data != "digits" || !is_affordable(e)) continue;
    SCOPED_TRACE(fmt::format("PIPETTE_FUZZ_SEED={} trial {}: {}", test_seed(), trial, e.to_json()));
    const Outcome whole = outcome_of(e);
    EXPECT_EQ(outcome_of(e, &random), whole);
#ifndef __EMSCRIPTEN__  // there are no threads
    const int instances = 2 + static_cast<int>(random.uniform_int(3));
    std::vector<Outcome> spread(static_cast<std::size_t>(instances));
    testing_support::run_instances(
        instances, [&] { item(spread, Instances::current()->index()) = outcome_of(e); });
    EXPECT_THAT(spread, testing::Each(whole)) << instances << " instances";
#endif
    for (const kernels::InstructionSet set : kernels::available()) {
      kernels::select(set);
      EXPECT_EQ(outcome_of(e), whole) << to_word(set);
    }
    kernels::select(kernels::best_available());
    ++done;
    if (HasFailure()) return;
  }
  EXPECT_GT(done, 0);
}

// Where stages lie, in which order they work, what is kept, what is remote and which tensors are
// looked at: none of it changes a number.
TEST_P(RandomLayouts, TrainTheSame) {
  const std::vector<std::string> layout = {"stages",
                                           "sharding",
                                           "pipeline_schedule",
                                           "device_mapping",
                                           "recompute",
                                           "offload_activations",
                                           "offload_weights",
                                           "offload_weight_update_variables",
                                           "offload_gradient_accumulation_buffers",
                                           "replicated_optimizer_state_sharding",
                                           "prefetch_depth",
                                           "buffer_depth",
                                           "gradients_filters",
                                           "activations_filters"};
  const Experiment base = rich(GetParam());
  const Outcome expected = outcome_of(base);
  int done = 0;
  for (int trial = 0; trial < 400 && done < 12; ++trial) {
    RandomStream random = stream("layout", trial);
    Experiment e = base;
    for (std::uint32_t n = 2 + random.uniform_int(3); n > 0; --n) {
      const std::string& name = one_of(random, layout);
      edit(e, name, random_value(random, field_named(name), e));
    }
    if (!problems_of(e).empty() || !is_affordable(e)) continue;
    SCOPED_TRACE(fmt::format("PIPETTE_FUZZ_SEED={} trial {}: {}", test_seed(), trial, e.to_json()));
    Outcome outcome = outcome_of(e);
    outcome.cycles = expected.cycles;  // layout is what decides them
    EXPECT_EQ(outcome, expected);
    ++done;
    if (HasFailure()) return;
  }
  EXPECT_GT(done, 2);
}

std::vector<std::string> programs(bool only_accumulating) {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : catalogue()) {
    const bool trains = entry.kind != ProgramKind::benchmark;
    if (only_accumulating ? entry.accumulates() : trains) names.push_back(entry.name);
  }
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& program) {
  std::string name = program.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RandomExperiments, testing::ValuesIn(programs(false)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, RandomLayouts, testing::ValuesIn(programs(true)), test_name);

}  // namespace
}  // namespace pipette
