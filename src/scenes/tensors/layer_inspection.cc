#include "scenes/tensors/layer_inspection.h"

#include <algorithm>

#include "core/format_sizes.h"
#include "core/item.h"
#include "scenes/tensors/actions.h"
#include "ui/json_writer.h"

namespace pipette::app::tensors_scene {
namespace {

// The layer whose name `chosen` contains ("gradients/dense1/kernel_grad"), the longest if several.
int layer_of(const std::vector<std::string>& layers, const std::string& chosen) {
  int found = -1;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (chosen.find(layers[i]) == std::string::npos) continue;
    if (found < 0 || layers[i].size() > item(layers, found).size()) found = static_cast<int>(i);
  }
  return found;
}

// The weight matrix of a layer, or null.
const Variable* kernel_of(const std::vector<Variable>& variables, const std::string& layer) {
  for (const Variable& variable : variables) {
    if (variable.name().rfind(layer + "/", 0) == 0 && variable.shape().rank() >= 2) {
      return &variable;
    }
  }
  return nullptr;
}

}  // namespace

bool LayerInspection::act(const Intent& intent) {
  if (intent.action == action::kInspectLayers) {
    model_.shown = intent.number != 0;
    return true;
  }
  if (intent.action != action::kInspectLayer && intent.action != action::kInspect) return false;
  const int layer = layer_of(model_.layers, intent.text);
  if (layer >= 0) {  // losses belong to no layer
    chosen_ = item(model_.layers, layer);
    model_.selected = layer;
  }
  return true;
}

void LayerInspection::start(const Session& session) {
  const bool shown = model_.shown;
  model_ = {};
  model_.shown = shown;
  model_.layers = session.layers().names();
  model_.classes = &session.data().classes();
  const auto kept = std::find(model_.layers.begin(), model_.layers.end(), chosen_);
  model_.selected =
      kept == model_.layers.end() ? -1 : static_cast<int>(kept - model_.layers.begin());
  const std::vector<Variable> variables = session.variables();
  for (std::size_t i = 0; i < model_.layers.size() && model_.selected < 0; ++i) {
    if (kernel_of(variables, model_.layers[i]) != nullptr) model_.selected = static_cast<int>(i);
  }
  inspected_ = -1;
}

bool LayerInspection::due(std::int64_t step, double now_s, bool running) const {
  if (!model_.shown || model_.selected < 0) return false;
  if (inspected_ != model_.selected) return true;
  if (step == model_.step) return false;
  return !running || share_.due(now_s);
}

void LayerInspection::update(const Session& session, double now_s, bool running) {
  const std::int64_t step = session.status().step;
  if (!due(step, now_s, running)) return;
  if (inspected_ != model_.selected) model_.projection = {};  // a new set of points
  inspected_ = model_.selected;
  model_.step = step;
  share_.spend(now_s, [&] { inspect(session); });
}

void LayerInspection::inspect(const Session& session) {
  const std::string& layer = item(model_.layers, model_.selected);
  inspect_weights(session, layer);
  const auto activations = [&](const LabelledImages& part) {
    return session.layers().output(layer, unit_floats(part.images));
  };
  const ImageData& data = session.data();
  model_.features = activations(data.test(0, 1)).shape().without_front().num_elements();
  const std::int64_t fitting = std::max(kLeastImages, kMostNumbers / model_.features);
  const LabelledImages part = data.test(0, std::min({kImages, fitting, data.test_count()}));
  const auto* labels = part.labels.data<std::uint8_t>();
  model_.labels.assign(labels, labels + part.labels.size());
  model_.projection = inspect::project(activations(part), &model_.projection);
}

void LayerInspection::inspect_weights(const Session& session, const std::string& layer) {
  const std::vector<Variable> variables = session.variables();
  const Variable* kernel = kernel_of(variables, layer);
  model_.kernel = kernel == nullptr ? "" : kernel->name();
  model_.kernel_shape.clear();
  model_.kernel_too_large = false;
  model_.singular_values.clear();
  if (kernel == nullptr) return;
  const Shape& shape = kernel->shape();
  model_.kernel_shape = format_sizes(shape.sizes());
  model_.kernel_too_large =
      std::min(shape[-1], shape.num_elements() / shape[-1]) > kMostSingularValues;
  if (!model_.kernel_too_large)
    model_.singular_values = inspect::singular_values(kernel->storage());
}

void LayerInspection::write(const LayersModel& model, JsonWriter* json) {
  if (!model.shown || model.selected < 0 || model.step < 0) {
    json->raw("layer", "null");
    return;
  }
  const auto& values = model.singular_values;
  JsonWriter layer;
  layer.add("name", item(model.layers, model.selected))
      .add("step", model.step)
      .add("points", static_cast<std::int64_t>(model.projection.points.size()))
      .add("share", model.projection.shares[0] + model.projection.shares[1])
      .add("singular_values", static_cast<std::int64_t>(values.size()))
      .add("largest", values.empty() ? 0.0 : values.front());
  json->raw("layer", layer.text());
}

}  // namespace pipette::app::tensors_scene
