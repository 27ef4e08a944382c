#include "page/shown_programs.h"

#include "experiment/catalogue.h"
#include "experiment/field.h"

namespace pipette::app {
namespace {

constexpr const char* kWithFeedsName = "mnist-with-feeds";
constexpr const char* kWithoutFeedsName = "mnist-without-feeds";

}  // namespace

std::optional<RunKind> run_of(const std::string& experiment_name) {
  if (experiment_name == kWithFeedsName) return RunKind::with_feeds;
  if (experiment_name == kWithoutFeedsName) return RunKind::without_feeds;
  return std::nullopt;
}

bool is_pipelined(const Experiment& e) {
  return catalogue_entry(e.name).kind == ProgramKind::pipelined;
}

bool is_inspection(const Experiment& e) { return !run_of(e.name) && !is_pipelined(e); }

std::vector<Problem> problems_on_page(const Experiment& e) {
  std::vector<Problem> problems = problems_of(e);
  if (problems.empty() && run_of(e.name)) problems = problems_of(without_feeds(e));
  if (is_pipelined(e) && e.pipeline.stages == 1) {
    problems.push_back(
        {"stages", "the page shows pipelines of at least 2 stages", {use_number("stages", 2)}});
  }
  return problems;
}

Experiment for_page(const Experiment& e) { return run_of(e.name) ? with_feeds(e) : e; }

Experiment with_feeds(const Experiment& e) {
  Experiment result = e;
  result.name = kWithFeedsName;
  return result;
}

Experiment without_feeds(const Experiment& e) {
  Experiment result = e;
  result.name = kWithoutFeedsName;
  result.training.steps = e.num_steps();  // an engine run is never cut short
  return with_meaning(result);
}

}  // namespace pipette::app
