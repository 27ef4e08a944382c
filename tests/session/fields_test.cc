// No field of an experiment is silently ignored: for every program and every field of the table,
// another valid value changes the program, the result, the modelled time or what is shown, or it is
// refused by name.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "experiment/field.h"
#include "experiment/problems.h"
#include "session/describe_pipeline.h"
#include "session/session.h"
#include "session/small_experiments.h"

namespace pipette {
namespace {

// What real time decides is left out.
std::string without_times(const std::string& printed) {
  std::string text;
  for (std::size_t at = 0; at < printed.size();) {
    const std::size_t end = std::min(printed.find('\n', at), printed.size());
    const std::string line = printed.substr(at, end - at);
    const std::size_t modelled = line.find("the modelled");
    if (modelled != std::string::npos) {
      text += line.substr(modelled, line.find(':', modelled) - modelled);
    }
    const bool timed = line.find("Time") == 0 || line.find("s - loss") != std::string::npos ||
                       line.find("{") != std::string::npos;
    if (modelled == std::string::npos && !timed && line.find('"') == std::string::npos) {
      text += line + "\n";
    }
    at = end + 1;
  }
  return text;
}

// All that tells one experiment from another once it has run.
std::string observation(const Experiment& e) {
  Session session(e);
  std::string seen;
  std::size_t early = 0;  // when losses come: their number after each of the first instructions
  for (int i = 0; i < 60; ++i) {
    session.step(StepSize::instruction);
    early += session.losses().size();
  }
  seen += fmt::format("early losses {}\n", early);
  session.advance(Budget::unlimited());
  const Summary summary = session.summary(false);
  const RunStatus status = session.status();
  seen += fmt::format("weights {} losses {} of {} cycles {} seconds {}\n", summary.weight_hash,
                      summary.loss_hash, summary.losses, summary.modelled_cycles,
                      summary.modelled_seconds);
  seen += fmt::format("steps {} runs {} queues {} {}\n", summary.steps, summary.runs,
                      status.infeed.depth, status.outfeed.depth);
  int dequeued = 0;
  for (const Event& event : session.observed().record().events.drain())
    dequeued += event.kind == EventKind::dequeued;
  seen += fmt::format("dequeued {} times\n", dequeued);
  for (const OutfedTensor& tensor : session.observed().record().outfed) {
    seen += fmt::format("{}/{} by {} {}\n", tensor.queue, tensor.key, tensor.axis,
                        tensor.history.statistics().mean);
  }
  for (const profile::Profile& profile : session.profiles()) {
    seen += fmt::format("{} runs profiled\n", profile.execution.profiled_runs);
  }
  if (const PipelineInfo* info = session.pipeline()) {
    for (const StageInfo& stage : info->stages) {
      seen += fmt::format("{} on {} keeps {} and {}\n", stage.name, fmt::join(stage.ipus, ","),
                          stage.variable_bytes, stage.stash_bytes);
    }
    for (const MemoryReport& memory : info->memory) {
      seen += fmt::format("{} bytes\n", memory.total_bytes());
    }
  }
  return seen + without_times(session.printed() + session.observed().record().advice);
}

// Other values than the present one, the likeliest to be valid first.
std::vector<Json> others(const Field& field, const Experiment& e) {
  const Json now = field.get(e);
  std::vector<Json> values;
  switch (field.type) {
    case FieldType::integer: {
      const auto value = now.get<std::int64_t>();
      for (const std::int64_t other : {value * 2, value + 1, value - 1, value * 3, value / 2}) {
        values.push_back(other);
      }
      break;
    }
    case FieldType::real:
      values = {now.get<double>() * 3 + 1, now.get<double>() / 3};
      break;
    case FieldType::boolean:
      values.push_back(!now.get<bool>());
      break;
    case FieldType::choice:
      for (const auto& choice : field.choices) values.push_back(choice.word);
      std::reverse(values.begin(), values.end());
      break;
    case FieldType::text:
      values = {"Bow", "Mk1"};
      break;
    case FieldType::integers:
      values = {{9, 8}, {1, 0}, {3, 2, 1, 0}, {3, 2, 1}, 9};
      break;
    case FieldType::texts:
      for (const char* word : {"none", "x", "Conv_2", "dense2", "loss"}) {
        values.push_back(Json::array({word}));
      }
      break;
    case FieldType::options:
      values = {Json{{"autoReport.executionProfileProgramRunCount", "1"}}};
      break;
    case FieldType::layers: {
      Json layers = now;
      if (layers.empty()) layers.push_back({{"layer", "dense"}});
      layers.back()["name"] = "Renamed";
      values.push_back(layers);
      break;
    }
  }
  values.erase(std::remove(values.begin(), values.end(), now), values.end());
  return values;
}

class FieldsOfProgram : public testing::TestWithParam<std::string> {};
class FieldsOfAccumulatingProgram : public FieldsOfProgram {};

void expect_no_field_is_ignored(const Experiment& base) {
  ASSERT_THAT(problems_of(base), testing::IsEmpty());
  const std::string before = observation(base);
  ASSERT_EQ(observation(base), before) << "two runs of one experiment";
  for (const Field& field : fields()) {
    if (field.name == "experiment" || field.name == "data") continue;
    SCOPED_TRACE(field.name);
    bool valid = false, refused = false;
    for (const Json& value : others(field, base)) {
      Experiment changed = base;
      field.set(changed, value);
      const auto problems = problems_of(changed);
      if (problems.empty()) {
        valid = true;
        // Two programs with the same numbers differ in the code that is written for them.
        if (field.name != "model_type") {
          EXPECT_NE(observation(changed), before) << value.dump();
        }
        break;
      }
      refused = true;
      EXPECT_FALSE(problems[0].text.empty());
    }
    EXPECT_TRUE(valid || refused);
    if (!why_meaningless(field, base).empty()) {
      EXPECT_FALSE(valid) << "it means nothing here, so it must be refused";
    }
  }
}

TEST_P(FieldsOfProgram, AreNeverIgnored) { expect_no_field_is_ignored(least_work_of(GetParam())); }

TEST_P(FieldsOfAccumulatingProgram, AreNeverIgnoredWithStateAndReplicas) {
  expect_no_field_is_ignored(rich(GetParam()));
}

// A field that means nothing to a program is refused by its name and the program's.
TEST_P(FieldsOfProgram, WithoutMeaningAreRefusedByName) {
  const Experiment base = least_work_of(GetParam());
  for (const Field& field : fields()) {
    if (field.programs.contains(catalogue_entry(base.name).kind)) continue;
    for (const Json& value : others(field, base)) {
      Experiment changed = base;
      field.set(changed, value);
      std::vector<Problem> out_of_range;
      find_range_problems(changed, out_of_range);
      if (!out_of_range.empty()) continue;
      const auto problems = problems_of(changed);
      ASSERT_FALSE(problems.empty()) << field.name;
      EXPECT_EQ(problems[0].field, field.name);
      EXPECT_THAT(problems[0].text, testing::HasSubstr("\"" + base.name + "\""));
    }
  }
}

std::vector<std::string> programs(bool only_accumulating) {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.accumulates() || !only_accumulating) names.push_back(entry.name);
  }
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& program) {
  std::string name = program.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, FieldsOfProgram, testing::ValuesIn(programs(false)), test_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, FieldsOfAccumulatingProgram, testing::ValuesIn(programs(true)),
                         test_name);

}  // namespace
}  // namespace pipette
