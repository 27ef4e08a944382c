// Reverse-mode gradients, graph to graph.
//
//   GradientTape tape;
//   Tensor loss = reduce_mean(...);
//   std::vector<Tensor> grads = tape.gradient(loss, {kernel, bias});   // of the variables' shapes
//
// The gradient of a value is made of ordinary nodes, marked Phase::backward, that later passes fuse
// like any others. A variable the loss does not depend on gets zeros. Contributions to one value
// are added in the order in which its uses were traced, from the last to the first, so results do
// not depend on anything but the program.
//
// Step functions (comparisons, argmax, casts from integers) pass on zeros.
//
// The gradient of a cond is a cond of the gradients with the same predicate. It may use what the
// branch made that was taken, so nothing is computed twice, and the other branch gives zeros.
//
// A loss that is no scalar counts as the sum of its elements, as in tf.gradients.
//
// Tensors whose gradients are captured (gradient_capture.h) count like values meanwhile.
//
// Throws ValueError when `loss` has no floating dtype; Unimplemented, naming the operator, when the
// loss depends on a value through one that has no gradient (loops, minima over axes, gradients of
// gradients of ReLU and softmax).
#pragma once

#include <functional>
#include <vector>

#include "graph/graph.h"

namespace pipette {

class GradientCapture;

// The floating variables that nodes of the graph read, from `first` on.
std::vector<Variable> variables_read(const Graph& graph, NodeId first);

// d loss / d value for each of `values`.
std::vector<Tensor> gradients(const Tensor& loss, const std::vector<Tensor>& values);

// d loss / d variable for each of `variables`, through those reads of it that count.
std::vector<Tensor> gradients(const Tensor& loss, const std::vector<Variable>& variables,
                              const std::function<bool(NodeId)>& read_counts);

// In TensorFlow's words. The tape starts when it is made: reads of variables traced before that do
// not count, and gradient() throws ValueError where there are only such.
class GradientTape {
 public:
  GradientTape();
  virtual ~GradientTape() = default;
  std::vector<Tensor> gradient(const Tensor& loss, const std::vector<Variable>& variables) const;
  // The floating ones that have been read since it started, in the order of first reads.
  std::vector<Variable> watched_variables() const;
  // What captures gradients meanwhile (gradient_capture.h); null: nothing does.
  virtual const GradientCapture* capture() const { return nullptr; }

 private:
  NodeId first_node_;
};

}  // namespace pipette
