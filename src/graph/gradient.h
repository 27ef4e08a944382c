// Reverse-mode gradients, graph to graph.
//
//   GradientTape tape;
//   Tensor loss = reduce_mean(...);
//   std::vector<Tensor> grads = tape.gradient(loss, {kernel, bias});   // of the variables' shapes
//
// Gradients consist of ordinary nodes, marked Phase::backward, which later passes fuse like any
// others. A variable that the loss does not depend on gets zeros. Contributions to one value are
// added in the order in which its uses were traced, from the last to the first, so results depend
// on nothing but the program.
//
// The gradient of step functions (comparisons, argmax, casts from integers) is zero.
//
// The gradient of a cond is a cond of the gradients with the same predicate. It may use the values
// of the branch that was taken, so nothing is computed twice, and the other branch gives zeros.
//
// A loss that is not a scalar counts as the sum of its elements, as in tf.gradients.
//
// While a capture lasts (gradient_capture.h), its tensors are treated like `values`.
//
// Throws ValueError if `loss` has no floating dtype; Unimplemented, naming the operator, if the
// loss depends on a value through an operator without a gradient (loops, minima over axes,
// gradients of gradients of ReLU and softmax).
#pragma once

#include <functional>
#include <vector>

#include "graph/graph.h"

namespace pipette {

class GradientCapture;

// The floating variables that nodes of the graph read, beginning with node `first`.
std::vector<Variable> variables_read(const Graph& graph, NodeId first);

// d loss / d value for each of `values`.
std::vector<Tensor> gradients(const Tensor& loss, const std::vector<Tensor>& values);

// d loss / d variable for each of `variables`, through those reads for which `read_counts` is true.
std::vector<Tensor> gradients(const Tensor& loss, const std::vector<Variable>& variables,
                              const std::function<bool(NodeId)>& read_counts);

// TensorFlow's GradientTape. The tape starts when it is constructed: earlier reads of variables do
// not count, and gradient() throws ValueError if `variables` have only such reads.
class GradientTape {
 public:
  GradientTape();
  virtual ~GradientTape() = default;
  std::vector<Tensor> gradient(const Tensor& loss, const std::vector<Variable>& variables) const;
  // The floating variables read since the tape started, in the order of their first reads.
  std::vector<Variable> watched_variables() const;
  // The capture to fill when gradients are taken (gradient_capture.h); null: none.
  virtual const GradientCapture* capture() const { return nullptr; }

 private:
  NodeId first_node_;
};

}  // namespace pipette
