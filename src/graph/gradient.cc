#include "graph/gradient.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/item.h"
#include "graph/gradient_capture.h"
#include "graph/gradient_rules.h"
#include "graph/ops.h"
#include "graph/source_line.h"

namespace pipette {

namespace {

// Walks nodes backwards, carrying d loss / d value for the values that matter.
class Backward {
 public:
  // `prefix`: of the names of what is traced around it.
  Backward(const Tensor& loss, const std::vector<Tensor>& targets, std::string prefix)
      : graph_(loss.graph()),
        prefix_(std::move(prefix)),
        values_(graph_),
        leads_to_target_(graph_.num_values(), false),
        is_target_(leads_to_target_) {
    for (const Tensor& target : targets) {
      item(leads_to_target_, target.id()) = true;
      item(is_target_, target.id()) = true;
    }
    const auto count = static_cast<NodeId>(graph_.nodes().size());
    for (NodeId id = 0; id < count; ++id) {
      const Node& node = graph_.node(id);
      const bool leads = any_leads(node.inputs) ||
                         std::any_of(node.regions.begin(), node.regions.end(),
                                     [&](RegionId region) { return body_leads(region); });
      for (const ValueId out : node.outputs) {
        if (leads) item(leads_to_target_, out) = true;
      }
    }
    {
      const Graph::PlacementScope last(graph_, graph_.backward_of(graph_.placement_of(loss.id())));
      accumulate(loss.id(), fill(loss.shape(), loss.spec(), 1.0f));
    }
    const RegionId here = graph_.current_region();
    for (NodeId id = count - 1; id >= 0; --id) {
      if (graph_.encloses(graph_.node(id).region, here)) visit(id);
    }
  }

  bool has(const Tensor& value) const { return gradient_of_.contains(value.id()); }

  Tensor of(const Tensor& value) {
    const auto found = gradient_of_.find(value.id());
    return found == gradient_of_.end() ? fill(value.shape(), value.spec(), 0.0f) : found->second;
  }

 private:
  bool any_leads(const std::vector<ValueId>& values) const {
    return std::any_of(values.begin(), values.end(),
                       [&](ValueId v) { return item(leads_to_target_, v); });
  }

  // A loop's results depend on what its body uses, carried or not.
  bool body_leads(RegionId id) const {
    const Region& region = graph_.region(id);
    if (any_leads(region.results)) return true;
    return std::any_of(region.nodes.begin(), region.nodes.end(), [&](NodeId inner) {
      const Node& node = graph_.node(inner);
      return any_leads(node.inputs) ||
             std::any_of(node.regions.begin(), node.regions.end(),
                         [&](RegionId nested) { return body_leads(nested); });
    });
  }

  // The gradient of "Dense_128/matmul" is called "gradients/Dense_128/matmul", as in TensorFlow.
  std::string layer_of(const std::string& name) const {
    const std::size_t begin = name.starts_with(prefix_) ? prefix_.size() : 0;
    const std::size_t end = name.rfind('/');
    return end == std::string::npos || end < begin ? "" : name.substr(begin, end - begin);
  }

  void accumulate(ValueId id, const Tensor& part) {
    const auto [at, is_new] = gradient_of_.emplace(id, part);
    if (!is_new) at->second = at->second + part;
  }

  void visit(NodeId id) {
    const Node node = graph_.node(id);  // a copy: adding nodes moves them
    if (node.kind == OpKind::cond) return visit_cond(node);
    if (!node.regions.empty()) {
      for (const ValueId out : node.outputs) {
        if (gradient_of_.contains(out) && item(leads_to_target_, out)) {
          throw Unimplemented(fmt::format(
              "gradient: {} (\"{}\") has none; take the gradient inside the loop's body",
              op_name(node.kind), node.name));
        }
      }
      return;
    }
    if (node.outputs.size() != 1 || node.inputs.empty()) return;
    const auto found = gradient_of_.find(node.outputs[0]);
    if (found == gradient_of_.end() || !item(leads_to_target_, node.outputs[0])) {
      return;
    }
    const Tensor dy = found->second;
    // What a stage copied from the one before it gives its gradient back to that one.
    const Placement& forward =
        node.kind == OpKind::stage_copy ? graph_.placement_of(node.inputs[0]) : node.placement;
    const Graph::PlacementScope placement(graph_, graph_.backward_of(forward));
    const Graph::NameScope layer(layer_of(node.name));
    const SourceLine line(node.source);
    const Gradients parts = node_gradient(values_, node, dy);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i] && item(leads_to_target_, node.inputs[i])) {
        accumulate(node.inputs[i], *parts[i]);
      }
    }
  }

  bool leads(ValueId value) const { return item(leads_to_target_, value); }
  bool is_inside(ValueId value, const Node& cond) const {
    const RegionId region = graph_.value(value).region;
    return graph_.encloses(cond.regions[0], region) || graph_.encloses(cond.regions[1], region);
  }

  // What a branch uses of the world around it, and the targets in it, in the order of their uses.
  void collect_wanted(RegionId region, const Node& cond, std::vector<ValueId>& wanted) const {
    const auto add = [&](ValueId value) {
      const bool counts = leads(value) && is_floating(graph_.value(value).spec.dtype) &&
                          (item(is_target_, value) || !is_inside(value, cond));
      if (!counts || std::find(wanted.begin(), wanted.end(), value) != wanted.end()) return;
      wanted.push_back(value);
    };
    for (const NodeId id : graph_.region(region).nodes) {
      const Node& node = graph_.node(id);
      for (const ValueId input : node.inputs) add(input);
      for (const ValueId output : node.outputs) add(output);
      for (const RegionId inner : node.regions) collect_wanted(inner, cond, wanted);
    }
    for (const ValueId result : graph_.region(region).results) add(result);
  }

  // Gives `wanted` a cond of their gradients in each branch.
  void visit_cond(const Node& cond) {
    const bool reached =
        std::any_of(gradient_of_.begin(), gradient_of_.end(), [&](const auto& known) {
          const auto& outputs = cond.outputs;
          return std::find(outputs.begin(), outputs.end(), known.first) != outputs.end() ||
                 is_inside(known.first, cond);
        });
    std::vector<ValueId> wanted;
    for (const RegionId branch : cond.regions) collect_wanted(branch, cond, wanted);
    if (!reached || wanted.empty()) return;
    const Graph::PlacementScope placement(graph_, graph_.backward_of(cond.placement));
    std::vector<RegionId> regions;
    for (const RegionId branch : cond.regions) {
      regions.push_back(branch_gradient(cond, branch, wanted));
    }
    std::vector<ArraySpec> specs;
    for (const ValueId value : wanted) specs.push_back(graph_.value(value).spec);
    const Graph::NameScope layer(layer_of(cond.name));
    const SourceLine line(cond.source);
    const NodeId node = graph_.add(OpKind::cond, NoAttributes{}, {values_(cond.inputs[0])}, specs);
    graph_.attach_regions(node, regions);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      accumulate(wanted[i], graph_.output(node, static_cast<int>(i)));
    }
  }

  RegionId branch_gradient(const Node& cond, RegionId branch, const std::vector<ValueId>& wanted) {
    const Region forward = graph_.region(branch);  // a copy: adding regions moves them
    const RegionId region = graph_.open_region({}, branch);
    const std::map<ValueId, Tensor> outside = std::exchange(gradient_of_, {});
    const ForwardValues values = values_;  // what is computed again in the branch stays there
    for (const auto& [value, dy] : outside) {
      if (graph_.encloses(branch, graph_.value(value).region)) accumulate(value, dy);
    }
    for (std::size_t i = 0; i < forward.results.size(); ++i) {
      const auto dy = outside.find(cond.outputs[i]);
      if (dy != outside.end() && leads(forward.results[i])) {
        accumulate(forward.results[i], dy->second);
      }
    }
    for (auto id = forward.nodes.rbegin(); id != forward.nodes.rend(); ++id) visit(*id);
    std::vector<Tensor> results;
    for (const ValueId value : wanted) results.push_back(of({&graph_, value}));
    graph_.close_region(results);
    gradient_of_ = outside;
    values_ = values;
    return region;
  }

  Graph& graph_;
  std::string prefix_;
  ForwardValues values_;
  std::vector<bool> leads_to_target_, is_target_;
  std::map<ValueId, Tensor> gradient_of_;
};

}  // namespace

std::vector<Variable> variables_read(const Graph& graph, NodeId first) {
  std::vector<Variable> variables;
  for (auto id = first; id < static_cast<NodeId>(graph.nodes().size()); ++id) {
    const Node& node = graph.node(id);
    if (node.kind != OpKind::read) continue;
    const Variable& variable = std::get<VariableAttributes>(node.attributes).variable;
    if (is_floating(variable.dtype()) &&
        std::find(variables.begin(), variables.end(), variable) == variables.end()) {
      variables.push_back(variable);
    }
  }
  return variables;
}

std::vector<Tensor> gradients(const Tensor& loss, const std::vector<Tensor>& values) {
  if (!is_floating(loss.dtype())) {
    throw ValueError(fmt::format("gradient: the loss must have a floating dtype, not {}",
                                 dtype_name(loss.dtype())));
  }
  const Graph::PhaseScope phase(loss.graph(), Phase::backward);
  const std::string prefix = loss.graph().name_prefix();
  const Graph::NameScope name("gradients");
  Graph& graph = loss.graph();
  GradientCapture* const capture = GradientCapture::current(graph);
  std::vector<std::pair<std::string, Tensor>> captured;
  if (capture != nullptr) captured = capture->tensors_in(graph.current_region());
  std::vector<Tensor> targets = values;
  for (const auto& [tag, tensor] : captured) targets.push_back(tensor);
  Backward backward(loss, targets, prefix);
  std::vector<Tensor> result;
  for (const Tensor& value : values) result.push_back(backward.of(value));
  for (const auto& [tag, tensor] : captured) {
    if (backward.has(tensor)) capture->keep(tag, backward.of(tensor));
  }
  return result;
}

std::vector<Tensor> gradients(const Tensor& loss, const std::vector<Variable>& variables,
                              const std::function<bool(NodeId)>& read_counts) {
  Graph& graph = loss.graph();
  std::vector<Tensor> reads;
  std::vector<std::size_t> owner;
  const auto count = static_cast<NodeId>(graph.nodes().size());
  for (std::size_t v = 0; v < variables.size(); ++v) {
    for (NodeId id = 0; id < count; ++id) {
      const Node& node = graph.node(id);
      if (node.kind == OpKind::read && read_counts(id) &&
          std::get<VariableAttributes>(node.attributes).variable == variables[v]) {
        reads.emplace_back(&graph, node.outputs[0]);
        owner.push_back(v);
      }
    }
  }
  const std::vector<Tensor> parts = gradients(loss, reads);
  const Graph::PhaseScope phase(graph, Phase::backward);
  std::vector<Tensor> result;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    std::optional<Tensor> sum;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (owner[i] == v) sum = sum ? *sum + parts[i] : parts[i];  // in the unit met last
    }
    result.push_back(sum ? *sum : fill(variables[v].shape(), variables[v].spec(), 0.0f));
  }
  return result;
}

GradientTape::GradientTape() : first_node_(static_cast<NodeId>(Graph::current().nodes().size())) {}

std::vector<Tensor> GradientTape::gradient(const Tensor& loss,
                                           const std::vector<Variable>& variables) const {
  const auto any_read_since = [&](NodeId first) {
    const std::vector<Variable> read = variables_read(Graph::current(), first);
    return std::any_of(variables.begin(), variables.end(), [&](const Variable& variable) {
      return std::find(read.begin(), read.end(), variable) != read.end();
    });
  };
  if (!any_read_since(first_node_) && any_read_since(0)) {
    throw ValueError(
        "No gradients provided for any variable: all were read before the tape was made; make the "
        "tape before the model is called");
  }
  return gradients(loss, variables, [this](NodeId id) { return id >= first_node_; });
}

std::vector<Variable> GradientTape::watched_variables() const {
  return variables_read(Graph::current(), first_node_);
}

}  // namespace pipette
