#include "keras/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "graph/source_line.h"

namespace pipette::keras {

namespace {

using Node = SymbolicTensor::Node;

// Every call that the output depends on, and how many calls lie between, at most.
std::map<const Node*, int> depths_below(const SymbolicTensor& output) {
  std::vector<const Node*> nodes{&output.node()};
  std::set<const Node*> seen(nodes.begin(), nodes.end());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const SymbolicTensor& input : nodes[i]->inputs) {
      if (seen.insert(&input.node()).second) nodes.push_back(&input.node());
    }
  }
  // A call is made after its inputs.
  std::stable_sort(nodes.begin(), nodes.end(),
                   [](const Node* a, const Node* b) { return a->order > b->order; });
  std::map<const Node*, int> depths;
  for (const Node* node : nodes) {
    const int depth = depths[node];
    for (const SymbolicTensor& input : node->inputs) {
      int& below = depths[&input.node()];
      below = std::max(below, depth + 1);
    }
  }
  return depths;
}

}  // namespace

Network::Network(const std::vector<SymbolicTensor>& inputs, const SymbolicTensor& output)
    : num_inputs_(inputs.size()) {
  std::vector<const Node*> order;
  for (const SymbolicTensor& input : inputs) {
    if (!input.node().layer->is_input()) {
      throw ValueError(
          fmt::format("the inputs of a model must come from input(), "
                      "but one is the result of a {} layer",
                      input.node().layer->type_name()));
    }
    order.push_back(&input.node());
  }
  const std::map<const Node*, int> depths = depths_below(output);
  std::vector<const Node*> others;
  for (const auto& [node, depth] : depths) {
    if (std::find(order.begin(), order.end(), node) != order.end()) continue;
    if (node->layer->is_input()) {
      throw ValueError(
          fmt::format("Graph disconnected: "
                      "the output depends on an input {} that is not among the model's inputs",
                      node->spec.shape.to_string()));
    }
    others.push_back(node);
  }
  std::stable_sort(others.begin(), others.end(), [&](const Node* a, const Node* b) {
    const int depth_a = depths.at(a);
    const int depth_b = depths.at(b);
    return depth_a != depth_b ? depth_a > depth_b : a->order < b->order;
  });
  order.insert(order.end(), others.begin(), others.end());
  std::map<const Node*, std::size_t> place;
  for (const Node* node : order) {
    Call call{node->layer, {}, node->spec, node->call_index, node->stage};
    for (const SymbolicTensor& input : node->inputs) call.inputs.push_back(place.at(&input.node()));
    place.emplace(node, calls_.size());
    calls_.push_back(std::move(call));
  }
  output_ = place.at(&output.node());
}

std::vector<std::shared_ptr<Layer>> Network::layers() const {
  std::vector<std::shared_ptr<Layer>> layers;
  for (const Call& call : calls_) {
    if (std::find(layers.begin(), layers.end(), call.layer) == layers.end()) {
      layers.push_back(call.layer);
    }
  }
  return layers;
}

std::vector<Variable> Network::variables() const {
  std::vector<Variable> all;
  for (const auto& layer : layers()) {
    all.insert(all.end(), layer->variables().begin(), layer->variables().end());
  }
  return all;
}

std::vector<Variable> Network::trainable_variables() const {
  std::vector<Variable> all;
  for (const auto& layer : layers()) {
    const std::vector<Variable> of_layer = layer->trainable_variables();
    all.insert(all.end(), of_layer.begin(), of_layer.end());
  }
  return all;
}

bool Network::is_chain() const {
  std::vector<int> uses(calls_.size(), 0);
  for (const Call& call : calls_) {
    if (call.inputs.size() > 1) return false;
    for (const std::size_t input : call.inputs) {
      if (++uses[input] > 1) return false;
    }
  }
  return layers().size() == calls_.size();
}

void Network::build(std::uint64_t seed) {
  std::set<std::string> taken;
  for (const auto& layer : layers()) {
    if (!layer->name().empty() && !taken.insert(layer->name()).second) {
      throw ValueError(fmt::format(
          "The name \"{}\" is used by two layers of the model; all layer names should be unique",
          layer->name()));
    }
  }
  std::map<std::string, int> next;
  const auto fresh = [&](const Layer& layer) {
    // Keras counts inputs from 1 and the others from 0, which is not written.
    const std::string stem = layer.is_input() ? "input" : snake_case(layer.type_name());
    int& number = next.emplace(stem, layer.is_input() ? 1 : 0).first->second;
    while (true) {
      const std::string name = number == 0 ? stem : fmt::format("{}_{}", stem, number);
      ++number;
      if (taken.insert(name).second) return name;
    }
  };
  for (const Call& call : calls_) {
    const Shape& shape = call.inputs.empty() ? call.spec.shape : calls_[call.inputs[0]].spec.shape;
    const bool named = !call.layer->name().empty();
    call.layer->build_as(named ? "" : fresh(*call.layer), seed, shape);
  }
}

void Network::call(const std::function<bool(std::size_t)>& wanted, const CallContext& context,
                   Values& values) const {
  for (std::size_t i = num_inputs_; i < calls_.size(); ++i) {
    if (!wanted(i)) continue;
    std::vector<Tensor> inputs;
    for (const std::size_t input : calls_[i].inputs) {
      PIPETTE_CHECK(values[input].has_value(), calls_[i].layer->name());
      inputs.push_back(*values[input]);
    }
    const Layer& layer = *calls_[i].layer;
    const Graph::NameScope scope(layer.name());
    const SourceLine line(layer.source().empty() ? SourceLine::current() : layer.source());
    values[i] = calls_[i].layer->call_with(inputs, context);
  }
}

}  // namespace pipette::keras
