#include "report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/error.h"
#include "core/format_count.h"
#include "core/format_quantity.h"
#include "core/json.h"
#include "core/printable.h"
#include "core/whole_number.h"

namespace pipette::report {

namespace {

constexpr std::size_t kListed = 30;

std::int64_t fullest_tile(const Json& profile) {
  std::int64_t most = 0;
  for (const Json& ipu : profile.at("compilation").at("ipus")) {
    most = std::max(most, whole_number(ipu.at("largestTileBytes"), "largestTileBytes"));
  }
  return most;
}

std::int64_t steps_of(const Json& execution, std::int64_t profiled_runs) {
  std::int64_t steps = 0;
  for (const Json& run : execution.at("runs")) {
    if (profiled_runs-- <= 0) break;
    const auto said = run.find("steps");
    steps += std::max<std::int64_t>(1, said == run.end() ? 1 : whole_number(*said, "steps"));
  }
  return std::max<std::int64_t>(1, steps);
}

double cycles_of_step(const Json& operation, std::int64_t steps) {
  return operation.at("cycles").get<double>() / static_cast<double>(steps);
}

Comparison compare_profiles(const Json& a, const Json& b) {
  Comparison made;
  const Json& graph = a.at("compilation").at("graph");
  const Json& other_graph = b.at("compilation").at("graph");
  made.name = graph.at("name");
  made.other_name = other_graph.at("name");
  made.same_program = graph.at("fingerprint") == other_graph.at("fingerprint");
  made.cycles = whole_number(a.at("execution").at("profiledCycles"), "profiledCycles");
  made.other_cycles = whole_number(b.at("execution").at("profiledCycles"), "profiledCycles");
  made.runs = whole_number(a.at("execution").at("profiledRuns"), "profiledRuns");
  made.other_runs = whole_number(b.at("execution").at("profiledRuns"), "profiledRuns");
  made.steps = steps_of(a.at("execution"), made.runs);
  made.other_steps = steps_of(b.at("execution"), made.other_runs);
  made.largest_tile = fullest_tile(a);
  made.other_largest_tile = fullest_tile(b);
  std::map<std::pair<std::string, std::string>, ComparedOperation> found;
  const auto entry = [&](const Json& operation) -> ComparedOperation& {
    ComparedOperation& o = found[{operation.at("name"), operation.at("phase")}];
    o.name = operation.at("name");
    o.phase = operation.at("phase");
    return o;
  };
  for (const Json& operation : a.at("operations")) {
    ComparedOperation& o = entry(operation);
    o.calls = std::max<std::int64_t>(1, whole_number(operation.at("calls"), "calls"));
    o.cycles = cycles_of_step(operation, made.steps);
  }
  for (const Json& operation : b.at("operations")) {
    ComparedOperation& o = entry(operation);
    o.other_calls = std::max<std::int64_t>(1, whole_number(operation.at("calls"), "calls"));
    o.other_cycles = cycles_of_step(operation, made.other_steps);
  }
  for (auto& [key, operation] : found) made.operations.push_back(std::move(operation));
  std::stable_sort(made.operations.begin(), made.operations.end(),
                   [](const auto& x, const auto& y) {
                     return std::abs(x.difference()) > std::abs(y.difference());
                   });
  return made;
}

}  // namespace

Comparison compare(const Json& report, const Json& other) {
  try {
    return compare_profiles(report.at("profiles").at(0), other.at("profiles").at(0));
  } catch (const Json::exception& error) {
    throw InvalidArgument(fmt::format("the report is damaged: {}", error.what()));
  }
}

std::string Comparison::to_text() const {
  std::string text = fmt::format(
      "programs      {} and {}: {}\n", printable(name), printable(other_name),
      same_program ? "the same instructions at the same cost" : "different instructions or costs");
  const auto profiled = [](std::int64_t cycle_count, std::int64_t step_count) {
    return fmt::format("{} cycles in {} training step{}", format_count(cycle_count), step_count,
                       step_count == 1 ? "" : "s");
  };
  text += fmt::format("profiled      {} and {}\n", profiled(cycles, steps),
                      profiled(other_cycles, other_steps));
  text += fmt::format("a step        {} and {} cycles\n", format_count(cycles / steps),
                      format_count(other_cycles / other_steps));
  text += fmt::format("fullest tile  {} and {}\n", format_bytes(largest_tile),
                      format_bytes(other_largest_tile));
  text += fmt::format("\n{:<52} {:<14} {:>14} {:>14} {:>14}\n", "operation, cycles of a step",
                      "phase", "first", "second", "difference");
  const auto shown = [](std::int64_t calls, double of_step) {
    return calls == 0 ? std::string("-") : fmt::format("{:.0f}", of_step);
  };
  const std::size_t listed = std::min(kListed, operations.size());
  for (std::size_t i = 0; i < listed; ++i) {
    const ComparedOperation& o = operations[i];
    text += fmt::format("{:<52} {:<14} {:>14} {:>14} {:>+14.0f}\n", printable(o.name),
                        o.phase == "none" ? "" : printable(o.phase), shown(o.calls, o.cycles),
                        shown(o.other_calls, o.other_cycles), o.difference());
  }
  if (listed < operations.size()) {
    text += fmt::format("... and {} more; --json has them all\n", operations.size() - listed);
  }
  return text;
}

Json Comparison::to_json() const {
  Json rows = Json::array();
  for (const ComparedOperation& o : operations) {
    rows.push_back({{"name", o.name},
                    {"phase", o.phase},
                    {"calls", {o.calls, o.other_calls}},
                    {"cyclesPerStep", {o.cycles, o.other_cycles}},
                    {"difference", o.difference()}});
  }
  return {{"programs", {name, other_name}},
          {"sameProgram", same_program},
          {"profiledCycles", {cycles, other_cycles}},
          {"profiledRuns", {runs, other_runs}},
          {"profiledSteps", {steps, other_steps}},
          {"largestTileBytes", {largest_tile, other_largest_tile}},
          {"operations", std::move(rows)}};
}

}  // namespace pipette::report
