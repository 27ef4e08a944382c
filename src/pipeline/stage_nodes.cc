#include "pipeline/stage_nodes.h"

#include <fmt/format.h>

#include <algorithm>

namespace pipette::pipelining {

void check_captures(const Graph& graph, NodeId first, int unit) {
  for (auto id = first; id < static_cast<NodeId>(graph.nodes().size()); ++id) {
    const Node& node = graph.node(id);
    for (const ValueId input : node.inputs) {
      const Node* producer = graph.producer(input);
      if (producer == nullptr && graph.value(input).region > graph.current_region()) continue;
      if (producer != nullptr && producer->placement.unit == unit) continue;
      throw ValueError(fmt::format(
          "Trying to capture the tensor {} in \"{}\": a stage may only use its arguments, "
          "its own values and variables; pass the tensor through the stages before it",
          producer == nullptr ? "argument" : "\"" + producer->name + "\"", node.name));
    }
  }
}

void check_shared_variables(const Graph& graph, NodeId first) {
  std::vector<std::pair<Variable, int>> homes;
  for (auto id = first; id < static_cast<NodeId>(graph.nodes().size()); ++id) {
    const Node& node = graph.node(id);
    if (node.kind != OpKind::read) continue;
    const Variable& variable = std::get<VariableAttributes>(node.attributes).variable;
    const auto known = std::find_if(homes.begin(), homes.end(),
                                    [&](const auto& home) { return home.first == variable; });
    if (known == homes.end()) {
      homes.emplace_back(variable, node.placement.ipu);
    } else if (known->second != node.placement.ipu) {
      throw ValueError(
          fmt::format("variable \"{}\" is used on IPU {} and IPU {}; "
                      "stages that share a variable must be mapped to one IPU",
                      variable.name(), known->second, node.placement.ipu));
    }
  }
}

}  // namespace pipette::pipelining
