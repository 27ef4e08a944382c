#include "page/shown_programs.h"

#include "core/item.h"
#include "experiment/catalogue.h"
#include "experiment/field.h"
#include "runs/speed_scale.h"

namespace pipette::app {
namespace {

// Traces are compared over the training steps of one engine run, if that is short enough to look
// at.
constexpr std::int64_t kLongestTrace = 50, kTraceOfLongRun = 10;

}  // namespace

std::optional<RunKind> run_of(const std::string& experiment_name) {
  const CatalogueEntry& entry = catalogue_entry(experiment_name);
  if (entry.twin.empty()) return std::nullopt;
  return entry.calls_for_each_batch() ? RunKind::by_calls : RunKind::on_device;
}

bool is_pipelined(const Experiment& e) {
  return catalogue_entry(e.name).kind == ProgramKind::pipelined;
}

bool is_inspection(const Experiment& e) { return !run_of(e.name) && !is_pipelined(e); }

std::vector<Problem> problems_on_page(const Experiment& e) {
  std::vector<Problem> problems = problems_of(e);
  if (problems.empty() && run_of(e.name)) problems = problems_of(twin_of(e));
  if (is_pipelined(e) && e.pipeline.stages == 1) {
    problems.push_back(
        {"stages", "the page shows pipelines of at least 2 stages", {use_number("stages", 2)}});
  }
  return problems;
}

Experiment for_page(const Experiment& e) {
  const CatalogueEntry& entry = catalogue_entry(e.name);
  if (!entry.calls_for_each_batch()) return e;
  Experiment result = e;
  result.name = entry.twin;
  result.training.steps_per_execution =
      Experiment::defaults(result.name).training.steps_per_execution;
  return result;
}

bool has_versions(const std::string& name) { return run_of(name).has_value(); }

Experiment version_of(const std::string& name, Version version) {
  Experiment e = for_page(Experiment::defaults(name));
  if (version == Version::tutorial || !has_versions(name)) return e;
  e.device.host.speed = HostSpeed::balanced;
  e.device.host.element_deviation = 0.5;
  return e;
}

int first_speed(const Experiment& e) {
  constexpr double kPatienceSeconds = 8;
  int notch = kDefaultSpeed;
  if (!is_inspection(e) || e.feeds.dequeue == DequeueTime::continuous) return notch;
  const auto steps = static_cast<double>(e.training.steps_per_execution);
  while (notch + 1 < kFullSpeed && steps > kPatienceSeconds * item(kSpeeds, notch).steps_per_s)
    ++notch;
  return notch;
}

Experiment twin_of(const Experiment& e) {
  Experiment result = e;
  result.name = catalogue_entry(e.name).twin;
  result.training.steps = e.num_steps();  // an engine run is never cut short
  return with_meaning(result);
}

std::unique_ptr<Runs> runs_of(const Experiment& experiment, const ImageData& data) {
  if (!run_of(experiment.name)) {
    const bool pipeline = is_pipelined(experiment) && experiment.pipelined();
    const RunKind kind = pipeline ? RunKind::pipelined : RunKind::training;
    return std::make_unique<Runs>(std::make_unique<Run>(kind, experiment, data));
  }
  const std::int64_t run = experiment.training.steps_per_execution;
  const std::int64_t steps = run <= kLongestTrace ? run : kTraceOfLongRun;
  return std::make_unique<Runs>(
      std::make_unique<Run>(RunKind::on_device, experiment, data, steps),
      std::make_unique<Run>(RunKind::by_calls, twin_of(experiment), data, steps));
}

}  // namespace pipette::app
