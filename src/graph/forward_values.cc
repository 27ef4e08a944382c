#include "graph/forward_values.h"

namespace pipette {

Tensor ForwardValues::operator()(ValueId id) {
  const Node* made_by = graph_->producer(id);
  if (made_by == nullptr || !is_recomputed(*made_by)) return {graph_, id};
  const auto known = again_.find(id);
  if (known != again_.end()) return known->second;
  const Node node = *made_by;  // a copy: adding nodes moves them
  std::vector<Tensor> inputs;
  for (const ValueId input : node.inputs) inputs.push_back((*this)(input));
  const Graph::PlacementScope placement(*graph_, graph_->backward_of(node.placement));
  const Graph::PhaseScope phase(*graph_, Phase::recompute);
  const NodeId again = graph_->add(node.kind, node.attributes, inputs,
                                   {graph_->value(node.outputs[0]).spec}, node.name);
  return again_.emplace(id, graph_->output(again)).first->second;
}

// Inputs of the unit are kept; the last unit goes backward at once and has nothing to save.
bool ForwardValues::is_recomputed(const Node& node) const {
  const int last = graph_->num_units() / 2 - 1;
  if (!graph_->recompute() || node.placement.unit < 0 || node.placement.unit >= last) return false;
  switch (node.kind) {
    case OpKind::constant:
    case OpKind::read:
    case OpKind::stage_copy:
    case OpKind::stream_in:
    case OpKind::mini_batch_index:
      return false;
    default:
      return node.outputs.size() == 1 && node.regions.empty() && !has_side_effect(node.kind);
  }
}

}  // namespace pipette
