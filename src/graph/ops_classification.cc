// Softmax and cross-entropy.
#include <fmt/format.h>

#include "graph/gradient_rules.h"
#include "graph/ops.h"

namespace pipette {

namespace {

void require_rows(const char* op, const Tensor& x) {
  if (x.shape().rank() != 2 || x.dtype() != DType::f32) {
    throw InvalidArgument(fmt::format("{}: needs float32 [rows, classes], not {} {}{}", op,
                                      dtype_name(x.dtype()), x.shape().to_string(),
                                      x.shape().rank() > 2 ? "; put flatten() before it" : ""));
  }
}

void require_labels(const char* op, const Tensor& labels, const Tensor& x) {
  require_rows(op, x);
  if (labels.dtype() != DType::i32) {
    throw TypeError(
        fmt::format("{}: labels must be int32, not {}; cast them", op, dtype_name(labels.dtype())));
  }
  if (!(labels.shape() == Shape{x.shape()[0]})) {
    throw InvalidArgument(fmt::format("{}: labels must have shape [{}], one per row, not {}", op,
                                      x.shape()[0], labels.shape().to_string()));
  }
}

Tensor with_labels(OpKind kind, const Tensor& x, const Tensor& labels, const ArraySpec& result) {
  require_labels(op_name(kind), labels, x);
  Graph& graph = x.graph();
  return graph.output(graph.add(kind, NoAttributes{}, {x, labels}, {result}));
}

}  // namespace

Tensor softmax(const Tensor& logits) {
  require_rows("softmax", logits);
  Graph& graph = logits.graph();
  return graph.output(graph.add(OpKind::softmax, NoAttributes{}, {logits}, {logits.spec()}));
}

Tensor sparse_softmax_cross_entropy_with_logits(const Tensor& labels, const Tensor& logits) {
  return with_labels(OpKind::softmax_cross_entropy, logits, labels,
                     {logits.dtype(), labels.shape()});
}

Tensor sparse_categorical_crossentropy(const Tensor& labels, const Tensor& probabilities) {
  Graph& graph = probabilities.graph();
  const Node* producer = graph.producer(probabilities.id());
  if (producer != nullptr && producer->kind == OpKind::softmax) {
    return sparse_softmax_cross_entropy_with_logits(labels, Tensor(&graph, producer->inputs[0]));
  }
  return with_labels(OpKind::crossentropy, probabilities, labels,
                     {probabilities.dtype(), labels.shape()});
}

Tensor softmax_cross_entropy_with_logits(const Tensor& labels, const Tensor& logits) {
  constexpr const char* kName = "softmax_cross_entropy_with_logits";
  require_rows(kName, logits);
  if (labels.spec() != logits.spec()) {
    throw InvalidArgument(fmt::format(
        "{}: labels are a distribution for each row, float32 {}, not {} {}", kName,
        logits.shape().to_string(), dtype_name(labels.dtype()), labels.shape().to_string()));
  }
  const auto of_rows = [&](const Tensor& x) { return reshape(x, Shape{logits.shape()[0], 1}); };
  // The largest logit is taken off first, so that no digits are lost and nothing overflows.
  const Tensor shifted = logits - of_rows(stop_gradient(reduce_max(logits, {-1})));
  const Tensor log_sum = of_rows(log(reduce_sum(exp(shifted), {-1})));
  return reduce_sum(labels * (log_sum - shifted), {-1});
}

Tensor softmax_gradient(const Tensor& y, const Tensor& dy) {
  require_rows("softmax_gradient", y);
  if (dy.spec() != y.spec()) {
    throw InvalidArgument(fmt::format("softmax_gradient: {} {} is not like the output, {}",
                                      dtype_name(dy.dtype()), dy.shape().to_string(),
                                      y.shape().to_string()));
  }
  Graph& graph = y.graph();
  return graph.output(graph.add(OpKind::softmax_gradient, NoAttributes{}, {y, dy}, {y.spec()}));
}

Tensor softmax_cross_entropy_gradient(const Tensor& logits, const Tensor& labels) {
  return with_labels(OpKind::softmax_cross_entropy_gradient, logits, labels, logits.spec());
}

Tensor crossentropy_gradient(const Tensor& probabilities, const Tensor& labels) {
  return with_labels(OpKind::crossentropy_gradient, probabilities, labels, probabilities.spec());
}

namespace {

Tensor column(const Tensor& x) { return reshape(x, Shape{x.shape()[0], 1}); }

}  // namespace

Gradients gradient_of_softmax(const NodeGradient& g) { return {softmax_gradient(g.out(), g.dy)}; }

Gradients gradient_of_softmax_cross_entropy(const NodeGradient& g) {
  return {softmax_cross_entropy_gradient(g.in(0), g.in(1)) * column(g.dy), std::nullopt};
}

Gradients gradient_of_crossentropy(const NodeGradient& g) {
  return {crossentropy_gradient(g.in(0), g.in(1)) * column(g.dy), std::nullopt};
}

}  // namespace pipette
