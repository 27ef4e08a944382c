// Decides which operators share a kernel: "the passes that already touch the data do the work".
//
//   Fusion plan(graph, facts);
//   for each live node in order: if (plan.is_absorbed(id)) continue; plan.at(id) -> what to emit
//
// Patterns (f32 only; a value inside a pattern must have no other reader):
//   product:       product [+ bias row] [-> relu]            one pass over the result
//                  product -> relu_gradient                  masked as it is stored
//                  product -> apply_sgd, accumulate          weights updated, gradients summed as
//                                                            they are made
//                  where a product is a matmul, a convolution or one of its gradients, and
//                  reshapes may stand before what follows it
//   column sum:    reduce_sum over all axes but the last -> apply_sgd, accumulate   the same for a
//                                                                                   bias
//   cross-entropy: losses, their mean and the scaled gradient from one pass over the logits
// A pattern is emitted at the position of its last operator (cross-entropy: its first), and not at
// all if a variable that it reads is written in between. Operators of different units of a pipeline
// never share a kernel, because they run at different times.
#pragma once

#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "core/item.h"
#include "program/analysis.h"

namespace pipette {

struct FusedProduct {
  NodeId product = -1;          // is_product
  std::optional<ValueId> bias;  // [n]
  bool relu = false;
  std::optional<ValueId> mask;  // [m, n], a ReLU's output
  // apply_sgd or accumulate (a sum); without one, the last operator's output is stored.
  std::optional<NodeId> update;
};

struct FusedColumnSum {
  NodeId reduce = -1;
  NodeId update = -1;
};

struct FusedCrossEntropy {
  NodeId losses = -1;              // softmax_cross_entropy
  bool losses_used = false;        // something other than the mean reads them
  std::optional<NodeId> mean;      // reduce_mean of the losses
  std::optional<NodeId> gradient;  // softmax_cross_entropy_gradient of the same operands
  std::optional<NodeId> scaled;    // gradient times a uniform number
  float scale = 1;
};

using FusedGroup = std::variant<std::monostate, FusedProduct, FusedColumnSum, FusedCrossEntropy>;

// True for matrix products and convolutions; their kernels have an epilogue (kernels/matmul.h).
bool is_product(OpKind kind);

class Fusion {
 public:
  // Unless `enabled`, there are no patterns and every operator is emitted separately.
  Fusion(const Graph& graph, const Analysis& facts, bool enabled = true);

  // The node at which the group of `id` is emitted; for a plain operator, `id` itself.
  NodeId emitted_at(NodeId id) const { return item(emitted_at_, id); }
  bool is_absorbed(NodeId id) const { return emitted_at(id) != id; }
  // The group emitted at `id`; monostate for a plain operator.
  const FusedGroup& at(NodeId id) const;
  int num_absorbed() const;
  // Every operator emitted at `id`, in traced order (for names and modelled supersteps).
  const std::vector<NodeId>& members(NodeId id) const;

 private:
  void match_product(NodeId id);
  void match_column_sum(NodeId id);
  void match_cross_entropy(NodeId id);
  bool can_move(const std::vector<ValueId>& reads, NodeId from, NodeId to,
                const Variable* written) const;
  void emit(NodeId at, FusedGroup group, std::vector<NodeId> members);
  // True if `other` runs where and when `node` does.
  bool together(const Node& node, NodeId other) const;
  std::optional<NodeId> only_user_beside(ValueId id, const Node& node) const;

  const Graph& graph_;
  const Analysis& facts_;
  std::vector<NodeId> emitted_at_;
  std::map<NodeId, FusedGroup> groups_;
  std::map<NodeId, std::vector<NodeId>> members_;
};

}  // namespace pipette
