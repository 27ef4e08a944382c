#include "session/layer_probe.h"

#include <fmt/format.h>

#include <algorithm>

namespace pipette {

LayerOutputs outputs_of(const std::shared_ptr<const keras::Model>& model) {
  LayerOutputs outputs;
  for (const auto& layer : model->layers()) {
    const bool shows = layer->type_name() == "Outfeed" || layer->type_name() == "MaybeOutfeed";
    if (!layer->is_input() && !shows) outputs.names.push_back(layer->name());
  }
  outputs.output = [model](const std::string& layer, const Tensor& images) {
    return model->output_of(layer, images);
  };
  return outputs;
}

namespace {

// "there is no layer "x", only: dense, dense_1"
template <class List, class NameOf>
NotFound not_found(const char* what, const std::string& name, const List& list, NameOf name_of) {
  std::string known;
  for (const auto& each : list) known += (known.empty() ? "" : ", ") + name_of(each);
  return NotFound(known.empty()
                      ? fmt::format("this program has no {}s", what)
                      : fmt::format("there is no {} \"{}\", only: {}", what, name, known));
}

}  // namespace

Variable variable_named(const std::string& name, const std::vector<Variable>& variables) {
  for (const Variable& variable : variables) {
    if (variable.name() == name) return variable;
  }
  throw not_found("variable", name, variables, [](const Variable& v) { return v.name(); });
}

Array LayerProbe::output(const std::string& layer, const Array& images) const {
  if (std::find(names().begin(), names().end(), layer) == names().end()) {
    throw not_found("layer", layer, names(), [](const std::string& name) { return name; });
  }
  if (!workbench_) {
    workbench_ = std::make_unique<Workbench>();
    workbench_->machine.trace.set_enabled(false);
  }
  auto found = workbench_->functions.find(layer);
  if (found == workbench_->functions.end()) {
    const auto body = [output = layers_.output, layer](const Nest<Tensor>& arguments) {
      return output(layer, arguments[0].leaf());
    };
    found = workbench_->functions.emplace(layer, Function(layer, body)).first;
  }
  return workbench_->strategy.run(found->second, Nest<Array>::tuple({images})).leaf();
}

}  // namespace pipette
