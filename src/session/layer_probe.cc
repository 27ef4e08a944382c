#include "session/layer_probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <variant>

#include "core/item.h"
#include "graph/gradient.h"
#include "graph/ops.h"

namespace pipette {

LayerOutputs outputs_of(const std::shared_ptr<const keras::Model>& model, bool logits) {
  LayerOutputs outputs;
  outputs.logits = logits;
  for (const auto& layer : model->layers()) {
    const bool shows = layer->type_name() == "Outfeed" || layer->type_name() == "MaybeOutfeed";
    if (!layer->is_input() && !shows) outputs.names.push_back(layer->name());
  }
  outputs.outputs = [model, names = outputs.names](std::size_t count, const Tensor& images) {
    return model->outputs_of({names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count)},
                             images);
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
  const auto place = std::find(names().begin(), names().end(), layer);
  if (place == names().end()) {
    throw not_found("layer", layer, names(), [](const std::string& name) { return name; });
  }
  auto& functions = workbench().functions;
  auto found = functions.find(layer);
  if (found == functions.end()) {
    const auto count = static_cast<std::size_t>(place - names().begin()) + 1;
    const auto body = [outputs = layers_.outputs, count](const Nest<Tensor>& arguments) {
      return outputs(count, arguments[0].leaf()).back();
    };
    found = functions.emplace(layer, Function(layer, body)).first;
  }
  return workbench().strategy.run(found->second, Nest<Array>::tuple({images})).leaf();
}

LayerProbe::Workbench& LayerProbe::workbench() const {
  if (!workbench_) {
    workbench_ = std::make_unique<Workbench>();
    workbench_->machine.trace.set_enabled(false);
  }
  return *workbench_;
}

namespace {

// A layer that is cut in concurrent parts joins what several of them make.
bool is_rectified(const Tensor& output) {
  const Graph& graph = output.graph();
  const std::function<bool(ValueId)> made_by_relu = [&](ValueId value) {
    const Node* node = graph.producer(value);
    if (node == nullptr) return false;
    if (node->kind == OpKind::concatenate) {
      return std::all_of(node->inputs.begin(), node->inputs.end(), made_by_relu);
    }
    return node->kind == OpKind::unary &&
           std::get<UnaryAttributes>(node->attributes).op == kernels::UnaryOp::relu;
  };
  return made_by_relu(output.id());
}

}  // namespace

// ((output, gradient) of each layer, gradients of the kernels that there are, probabilities, loss)
// Of a layer that is cut in concurrent parts it gives the gradient of the first part's kernel
// alone, though each part has one: it is known to be so.
Nest<Tensor> LayerProbe::traced_way(const Tensor& image, const Tensor& label) const {
  const GradientTape tape;
  const std::vector<Tensor> outputs = layers_.outputs(names().size(), image);
  std::vector<bool>& rectified = workbench().rectified;
  rectified.clear();
  for (const Tensor& output : outputs) rectified.push_back(is_rectified(output));
  const Tensor probabilities = layers_.logits ? softmax(outputs.back()) : outputs.back();
  const Tensor loss = reduce_mean(sparse_categorical_crossentropy(label, probabilities));
  std::vector<Variable> kernels;
  std::vector<std::string>& kernel_names = workbench().kernels;
  kernel_names.assign(names().size(), "");
  for (const Variable& variable : tape.watched_variables()) {
    const auto owner = std::find_if(names().begin(), names().end(), [&](const std::string& name) {
      return variable.name().rfind(name + "/", 0) == 0;
    });
    if (owner == names().end() || variable.shape().rank() < 2) continue;
    std::string& name = item(kernel_names, owner - names().begin());
    if (!name.empty()) continue;
    name = variable.name();
    kernels.push_back(variable);
  }
  std::vector<Nest<Tensor>> results;
  const std::vector<Tensor> gradients = pipette::gradients(loss, outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    results.push_back(Nest<Tensor>::tuple({outputs[i], gradients[i]}));
  }
  for (const Tensor& gradient : tape.gradient(loss, kernels)) results.emplace_back(gradient);
  results.emplace_back(probabilities);
  results.emplace_back(loss);
  return Nest<Tensor>::tuple(std::move(results));
}

ImageWay LayerProbe::way(const Array& image, std::int32_t label) const {
  if (names().empty()) throw FailedPrecondition("this program has no network of layers");
  if (image.shape().rank() != 3 || image.shape()[0] != 1) {
    throw InvalidArgument(fmt::format("the way is that of one image [1, height, width], not of {}",
                                      image.shape().to_string()));
  }
  Workbench& bench = workbench();
  if (!bench.way) {
    bench.way.emplace("way", [this](const Nest<Tensor>& arguments) {
      return traced_way(arguments[0].leaf(), arguments[1].leaf());
    });
  }
  const Array labels = Array::of<std::int32_t>({1}, {label});
  const Nest<Array> results =
      bench.strategy.run(*bench.way, Nest<Array>::tuple({Nest<Array>(image), Nest<Array>(labels)}));
  ImageWay way;
  std::size_t next = names().size();
  for (std::size_t i = 0; i < names().size(); ++i) {
    const std::string& kernel = bench.kernels[i];
    way.layers.push_back({names()[i], results[i][0].leaf(), results[i][1].leaf(), kernel,
                          kernel.empty() ? Array() : results[next++].leaf(), bench.rectified[i]});
  }
  way.probabilities = results[next].leaf();
  way.loss = *results[next + 1].leaf().data<float>();
  return way;
}

}  // namespace pipette
