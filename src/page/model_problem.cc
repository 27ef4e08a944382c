// What does not fit together in a model with layers, and the nearest that does.
#include <algorithm>

#include "core/error.h"
#include "page/experiment_problem.h"
#include "page/pipeline_panel.h"
#include "scenes/model_edit.h"

namespace pipette::app {
namespace {

std::string field_of(std::size_t layer, const char* what) {
  return "layers/" + std::to_string(layer) + "/" + what;
}

Suggestion insert(const char* label, std::size_t before, const char* kind) {
  return {label, field_of(before, "insert"), 0, kind};
}

// A size that is out of range is said with the nearest that is not.
std::optional<double> nearest_valid(const std::string& text) {
  constexpr const char* kWords = "the nearest valid value is ";
  const std::size_t at = text.find(kWords);
  if (at == std::string::npos) return std::nullopt;
  return std::strtod(text.c_str() + at + std::char_traits<char>::length(kWords), nullptr);
}

std::vector<Suggestion> mend_end(const Experiment& e, const Shape& shape) {
  const std::size_t end = e.layers.size();
  const LayerSpec& last = e.layers.back();
  if (shape.rank() != 2 && last.kind == LayerKind::dense) {
    return {insert("Flatten before the last layer", end - 1, "flatten")};
  }
  if (shape.rank() != 2) return {insert("Add Flatten", end, "flatten")};
  std::vector<Suggestion> ways = {insert("Add Dense(10, softmax)", end, "dense")};
  if (last.kind == LayerKind::dense) {
    ways.insert(ways.begin(), {"Give it 10 units", field_of(end - 1, "units"), 10, {}});
  }
  return ways;
}

std::vector<Suggestion> mend_layer(const Experiment& e, const LayerProblem& problem,
                                   const Shape& input) {
  const LayerSpec& layer = e.layers[problem.layer];
  const bool windows = layer.kind == LayerKind::conv2d || layer.kind == LayerKind::max_pooling2d;
  std::vector<Suggestion> ways;
  if (const auto value = nearest_valid(problem.text)) {
    const char* field = layer.kind == LayerKind::conv2d ? "filters" : "units";
    ways.push_back({"Use " + std::to_string(static_cast<std::int64_t>(*value)),
                    field_of(problem.layer, field),
                    *value,
                    {}});
  } else if (windows && input == Shape({Shape::kUnknown, 28, 28})) {
    ways.push_back(insert("Reshape to 28 × 28 × 1 first", problem.layer, "reshape"));
  } else if (!windows && layer.kind != LayerKind::reshape && input.rank() != 2) {
    ways.push_back(insert("Flatten first", problem.layer, "flatten"));
  } else if (problem.text.find("the name ") == 0) {
    ways.push_back({"Call it " + layer.name + "_" + std::to_string(problem.layer),
                    field_of(problem.layer, "name"), 0,
                    layer.name + "_" + std::to_string(problem.layer)});
  }
  // What a suggestion does not mend is none.
  const auto useless = [&](const Suggestion& way) {
    Experiment changed = e;
    try {
      edit_model(&changed, way.field, way.number, way.text);
    } catch (const Error&) {
      return true;
    }
    const LayerCheck check = try_layers(changed.layers, kImageShape);
    return check.problem && check.problem->layer <= problem.layer;
  };
  ways.erase(std::remove_if(ways.begin(), ways.end(), useless), ways.end());
  if (e.layers.size() > 1) {
    ways.push_back({"Remove it", field_of(problem.layer, "remove"), 0, {}});
  }
  return ways;
}

ExperimentProblem layer_problem(const Experiment& e, const LayerCheck& check) {
  const LayerProblem& problem = *check.problem;
  ExperimentProblem result = {"layers/" + std::to_string(problem.layer), problem.text, {}};
  if (e.layers.empty()) {
    result.nearest = {insert("Add Flatten", 0, "flatten")};
  } else if (problem.layer == e.layers.size()) {
    result.nearest = mend_end(e, check.shapes.back());
  } else {
    const Shape input = problem.layer == 0 ? kImageShape.with_front(Shape::kUnknown)
                                           : check.shapes[problem.layer - 1];
    result.nearest = mend_layer(e, problem, input);
  }
  return result;
}

// Mini-batches that an engine run consists of a whole number of, and the schedule allows.
std::optional<ExperimentProblem> run_problem(const Experiment& e) {
  const std::int64_t run = e.steps_per_execution, count = e.gradient_accumulation_count;
  if (count < 1 || run % count == 0) return std::nullopt;
  ExperimentProblem problem = {"gradient_accumulation_count",
                               "A run of " + std::to_string(run) +
                                   " mini-batches cannot be cut into weight updates of " +
                                   std::to_string(count) + " each.",
                               {}};
  const auto fits = [&](std::int64_t value) {
    if (run % value != 0) return false;  // first: a long run has many values to try
    Experiment changed = e;
    changed.gradient_accumulation_count = value;
    return !pipeline_problem(changed);
  };
  const auto use = [&](std::int64_t value) {
    problem.nearest.push_back({"Use " + std::to_string(value),
                               "gradient_accumulation_count",
                               static_cast<double>(value),
                               {}});
  };
  std::int64_t below = std::min(count, run), above = count + 1;
  while (below > 0 && !fits(below)) --below;
  while (above <= run && !fits(above)) ++above;
  if (below > 0) use(below);
  if (above <= run) use(above);
  const std::int64_t longer = (run / count + 1) * count;
  problem.nearest.push_back(
      {"Run " + std::to_string(longer), "steps_per_execution", static_cast<double>(longer), {}});
  return problem;
}

}  // namespace

std::optional<ExperimentProblem> model_problem(const Experiment& e) {
  if (!has_layers(e)) return std::nullopt;
  const LayerCheck check = try_layers(e.layers, kImageShape);
  if (check.problem) return layer_problem(e, check);
  return run_problem(e);
}

bool may_be_a_draft(const Experiment& e) { return is_pipelined(e) || has_layers(e); }

std::vector<ExperimentProblem> problems_of(const Experiment& e) {
  std::vector<ExperimentProblem> problems;
  for (const auto find : {pipeline_problem, model_problem}) {
    auto problem = find(e);
    if (!problem || (!problems.empty() && problems[0].field == problem->field)) continue;
    problems.push_back(*std::move(problem));
  }
  return problems;
}

}  // namespace pipette::app
