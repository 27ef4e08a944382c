// What does not fit together in the layers of a model, and changes that would mend it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "experiment/catalogue.h"
#include "experiment/edit.h"
#include "experiment/problems.h"

namespace pipette {

namespace {

std::string path_of(std::size_t layer, const char* what) {
  return fmt::format("layers/{}/{}", layer, what);
}

Suggestion insert(const char* label, std::size_t before, const char* kind) {
  return {label, path_of(before, "insert"), kind};
}

std::vector<Suggestion> mend_end(const Experiment& e, const Shape& shape) {
  const std::vector<LayerSpec>& layers = e.model.layers;
  const std::size_t end = layers.size();
  const LayerSpec& last = layers.back();
  if (shape.rank() != 2 && last.as<keras::DenseSpec>() != nullptr) {
    return {insert("Flatten before the last layer", end - 1, "flatten")};
  }
  if (shape.rank() != 2) return {insert("Add Flatten", end, "flatten")};
  std::vector<Suggestion> ways = {insert("Add Dense(10, softmax)", end, "dense")};
  if (last.as<keras::DenseSpec>() != nullptr) {
    ways.insert(ways.begin(), {"Give it 10 units", path_of(end - 1, "units"), 10});
  }
  return ways;
}

// Whether the first layer that does not fit comes later after the change, or none is left.
bool mends(const Experiment& e, const Suggestion& way, std::size_t layer) {
  Experiment changed = e;
  try {
    set_value(changed, way.field, way.value);
  } catch (const Error&) {
    return false;
  }
  const LayerCheck check = try_layers(changed.model.layers, kImageShape);
  return !check.problem || check.problem->layer > layer;
}

std::vector<Suggestion> mend_layer(const Experiment& e, const LayerProblem& problem,
                                   const Shape& input) {
  const LayerSpec& layer = e.model.layers[problem.layer];
  const bool images = layer.names().takes_images;
  std::vector<Suggestion> ways;
  if (problem.nearest) {
    ways.push_back({fmt::format("Use {}", *problem.nearest),
                    path_of(problem.layer, problem.what.c_str()), *problem.nearest});
  } else if (problem.what == "name") {
    const std::string name = fmt::format("{}_{}", layer.name, problem.layer);
    ways.push_back({"Call it " + name, path_of(problem.layer, "name"), name});
  } else if (images && input == kImageShape.with_front(Shape::kUnknown)) {
    ways.push_back(insert("Reshape to 28 × 28 × 1 first", problem.layer, "reshape"));
  } else if (!images && layer.as<keras::ReshapeSpec>() == nullptr && input.rank() != 2) {
    ways.push_back(insert("Flatten first", problem.layer, "flatten"));
  }
  ways.erase(std::remove_if(ways.begin(), ways.end(),
                            [&](const Suggestion& way) { return !mends(e, way, problem.layer); }),
             ways.end());
  if (e.model.layers.size() > 1) {
    ways.push_back({"Remove it", path_of(problem.layer, "remove"), nullptr});
  }
  return ways;
}

}  // namespace

void find_layer_problems(const Experiment& e, std::vector<Problem>& problems) {
  if (catalogue_entry(e.name).kind != ProgramKind::keras) return;
  const std::vector<LayerSpec>& layers = e.model.layers;
  const LayerCheck check = try_layers(layers, kImageShape);
  if (!check.problem) return;
  const LayerProblem& problem = *check.problem;
  Problem found{fmt::format("layers/{}", problem.layer), problem.text};
  if (layers.empty()) {
    found.suggestions = {insert("Add Flatten", 0, "flatten")};
  } else if (problem.layer == layers.size()) {
    found.suggestions = mend_end(e, check.shapes.back());
  } else {
    const Shape input = problem.layer == 0 ? kImageShape.with_front(Shape::kUnknown)
                                           : check.shapes[problem.layer - 1];
    found.suggestions = mend_layer(e, problem, input);
    found.text = fmt::format("layer {} ({}): {}", problem.layer, layers[problem.layer].names().word,
                             problem.text);
  }
  problems.push_back(std::move(found));
}

}  // namespace pipette
