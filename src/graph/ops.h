// The operators: functions on tensors that add nodes to the graph being traced.
//
//   Tensor hidden = relu(matmul(x, kernel) + bias);           // [32, 784] x [784, 128] + [128]
//   Tensor losses = sparse_categorical_crossentropy(labels, softmax(logits));         // [32]
//   Tensor loss = reduce_mean(losses);                                                // []
//
// Elementwise operators broadcast by NumPy's rule and need equal dtypes. Shape or rank mistakes
// throw InvalidArgument, dtype mistakes TypeError; both name the operator and the operands. All
// operators need a graph being traced (RuntimeError otherwise).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace pipette {

// ---- constants and state ----
Tensor constant(const Array& value);
Tensor constant(float value);  // f32 scalar
Tensor fill(const Shape& shape, const ArraySpec& like, float value);
Tensor read(const Variable& variable);
Operation assign(const Variable& variable, const Tensor& value);
// Returns the value of `counter`, an i32 scalar, and then adds one to the counter.
Tensor count_up(const Variable& counter);
// variable -= learning_rate * gradient, as in TensorFlow's ResourceApplyGradientDescent.
Operation apply_sgd(const Variable& variable, const Tensor& gradient, float learning_rate);
// Updates the variable and its state by `rule`, in one pass. `state` is
// kernels::num_state_arrays(rule) variables like `variable`; `step`, an i32 scalar that is 1 in the
// first update, is for rules that count steps and absent for others (InvalidArgument).
// `learning_rate`, an f32 scalar, replaces that of the rule.
Operation apply_optimizer(const Variable& variable, const std::vector<Variable>& state,
                          const Tensor& gradient, const kernels::OptimizerRule& rule,
                          const std::optional<Tensor>& step = std::nullopt,
                          const std::optional<Tensor>& learning_rate = std::nullopt);

// ---- elementwise ----
Tensor unary(kernels::UnaryOp op, const Tensor& x);
Tensor binary(kernels::BinaryOp op, const Tensor& a, const Tensor& b);
Tensor operator+(const Tensor& a, const Tensor& b);
Tensor operator-(const Tensor& a, const Tensor& b);
Tensor operator*(const Tensor& a, const Tensor& b);
Tensor operator/(const Tensor& a, const Tensor& b);
Tensor operator-(const Tensor& x);
// A number is converted to the tensor's dtype: `x + 1` works for every dtype.
Tensor operator+(const Tensor& a, double b);
Tensor operator-(const Tensor& a, double b);
Tensor operator*(const Tensor& a, double b);
Tensor operator/(const Tensor& a, double b);
Tensor operator+(double a, const Tensor& b);
Tensor operator*(double a, const Tensor& b);
Tensor compare(kernels::Comparison op, const Tensor& a, const Tensor& b);  // bool
Tensor operator<(const Tensor& a, const Tensor& b);
Tensor operator<(const Tensor& a, double b);
Tensor logical_and(const Tensor& a, const Tensor& b);  // of bools
Tensor logical_or(const Tensor& a, const Tensor& b);
Tensor logical_not(const Tensor& x);
// Takes `a` where `condition` is true, otherwise `b`: tf.where with three arguments. All three
// broadcast.
Tensor select(const Tensor& condition, const Tensor& a, const Tensor& b);
Tensor clip_by_value(const Tensor& x, const Tensor& least, const Tensor& most);
Tensor clip_by_value(const Tensor& x, double least, double most);
// Returns the same value, but no gradient flows through it.
Tensor stop_gradient(const Tensor& x);
Tensor relu(const Tensor& x);
Tensor sigmoid(const Tensor& x);
Tensor tanh(const Tensor& x);
Tensor exp(const Tensor& x);
Tensor log(const Tensor& x);
Tensor square(const Tensor& x);
Tensor cast(const Tensor& x, DType dtype);

// ---- shape ----
Tensor reshape(const Tensor& x, const Shape& shape);  // one size may be Shape::kUnknown: inferred
Tensor flatten(const Tensor& x);                      // [batch, ...] -> [batch, rest]
Tensor broadcast_to(const Tensor& x, const Shape& shape);
Tensor transpose(const Tensor& x);  // [m, n] -> [n, m]
// Negative axes count from the end; a missing axis throws OutOfRange.
Tensor concatenate(const std::vector<Tensor>& parts, int axis);
Tensor slice(const Tensor& x, int axis, std::int64_t begin, std::int64_t size);

// ---- products and reductions ----
Tensor matmul(const Tensor& a, const Tensor& b, bool transpose_a = false, bool transpose_b = false);
// Empty `axes` means all axes; negative axes count from the end.
Tensor reduce_sum(const Tensor& x, std::vector<int> axes = {});
Tensor reduce_mean(const Tensor& x, std::vector<int> axes = {});
Tensor reduce_max(const Tensor& x, std::vector<int> axes = {});
Tensor argmax(const Tensor& x);  // last axis -> i32

// ---- images: [batch, height, width, channels] ----
//   Tensor y = relu(conv2d(x, filter, {.padding = Padding::same}) + bias);
// `filter` is [height, width, in, out]; y(n, oy, ox, out) sums x times filter over the window of
// (oy, ox), see graph/window.h. Throws InvalidArgument for ranks other than 4, channels that do not
// fit, strides below 1, and windows larger than the image with padding "valid".
Tensor conv2d(const Tensor& x, const Tensor& filter, const WindowOptions& options = {});
// The largest pixel of each window, channel by channel. Among equal pixels the first, row by row,
// counts and gets the gradient. Padding never counts.
Tensor max_pool2d(const Tensor& x, const Window& pool, const WindowOptions& options);
// The mean of each window, channel by channel, over those of its pixels that lie in the image.
Tensor avg_pool2d(const Tensor& x, const Window& pool, const WindowOptions& options);

// ---- any shape ----
// x * Phi(x), where Phi is the normal distribution function: by erf, or by tanh as in popnn.
Tensor gelu(const Tensor& x, bool approximate);
Tensor gelu(const Tensor& x);                      // not approximate
Tensor leaky_relu(const Tensor& x, double alpha);  // x, or alpha * x below 0
Tensor leaky_relu(const Tensor& x);                // alpha is 0.2
Tensor elu(const Tensor& x, double alpha);         // x, or alpha * (exp(x) - 1) below 0
Tensor elu(const Tensor& x);                       // alpha is 1
Tensor softplus(const Tensor& x);                  // log(exp(x) + 1)
struct Moments {
  Tensor mean, variance;  // the variance of the values themselves, not an estimate
};
// Without axes, each element is its own group, as in TensorFlow: the mean is x, the variance 0.
Moments moments(const Tensor& x, const std::vector<int>& axes);
// Channels are the last axis, [batch, ..., channels]. Each group of adjacent channels is normalised
// to mean 0 and variance 1 in each sample; the result is gamma * x + beta, both [channels].
Tensor group_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, std::int64_t groups,
                  double epsilon = 1e-3);
// For training: drops each element with probability `rate` (0 <= rate < 1; InvalidArgument) and
// divides the others by 1 - rate. `step`, an i32 scalar, selects one of the masks of `seed`; the
// gradient uses the same mask. A layer has its own seed and counter:
//   dropout(x, 0.25, seed, count_up(counter))        // a new mask for every mini-batch
// The n-th mini-batch then gets the n-th mask, whatever the schedule of a pipeline does with it and
// whether or not its forward pass is recomputed (kernels/dropout.h).
Tensor dropout(const Tensor& x, double rate, std::uint64_t seed, const Tensor& step);

// ---- classification: [rows, classes], labels i32 [rows] ----
Tensor softmax(const Tensor& logits);
// The loss of each row. As in upstream's Keras, if `probabilities` is the output of softmax(), the
// loss is computed from the logits; otherwise from probabilities clipped to [1e-7, 1 - 1e-7].
Tensor sparse_categorical_crossentropy(const Tensor& labels, const Tensor& probabilities);
Tensor sparse_softmax_cross_entropy_with_logits(const Tensor& labels, const Tensor& logits);
// With labels [rows, classes]: a distribution for each row.
Tensor softmax_cross_entropy_with_logits(const Tensor& labels, const Tensor& logits);

// ---- streams ----
Nest<Tensor> stream_in(HostSource& source);
// `leaves` are in flatten order.
Operation stream_out(HostSink& sink, const std::vector<Tensor>& leaves);
// Sends the tensor to the host whenever it runs. The host prints "label: 306.0000"
// (program/printed_tensor.h), once for each replica; an empty label becomes "/print-tensor". It
// costs as much as a stream copy. Printed text goes to Machine::print_tensor, in the order of
// execution.
Operation print_tensor(const Tensor& x, const std::string& label = "");

// ---- mini-batches and IPUs ----
// The index, from 0, of the mini-batch within its weight update, as an i32 scalar. In a loop's body
// it is the iteration modulo `period`; in a stage of a pipeline, leave `period` 0.
Tensor mini_batch_index(std::int64_t period = 0);
// accumulator <- reduction of its old value (in mini-batch 0 multiplied by `momentum`, usually 0)
// and `value`, which is cast to the accumulator's dtype; `index` comes from mini_batch_index().
Operation accumulate(const Variable& accumulator, const Tensor& value, const Tensor& index,
                     Reduction reduction, std::int64_t count, float momentum = 0);
// Traces `body` so that it runs in the last of every `period` iterations of the enclosing loop. Its
// results stay inside; it acts on variables and streams. Outside a loop, both this and an index
// with a period throw FailedPrecondition.
Operation every(std::int64_t period, const std::function<void()>& body);
// Moves the value to the IPU and unit of the current placement; see Graph::PlacementScope.
Tensor stage_copy(const Tensor& x);

// ---- replicas ----
// Every replica gets the sum (or mean) over all replicas, added in the order of the replicas: the
// same bits on each. `op` is sum or mean (ValueError for others); the mean needs a floating dtype.
// With one replica the result is `x`. Differentiable: the gradient is reduced the same way.
Tensor all_reduce(kernels::ReduceOp op, const Tensor& x);
inline Tensor cross_replica_sum(const Tensor& x) { return all_reduce(kernels::ReduceOp::sum, x); }
// The index of the replica, from 0, as an i32 scalar.
Tensor replica_index();

// ---- streaming memory ----
// A variable that is loaded anywhere is kept in remote buffers and takes no memory on its IPU
// except between a load and the next store or release. If `shared`, each replica moves and holds
// its share of the bytes. None of these operators changes a number: the variable's value always
// stays accessible.
Operation remote_load(const Variable& variable, bool shared = false);
Operation remote_store(const Variable& variable, bool shared = false);
// Ends the use begun by a load or gather_shares, without storing.
Operation remote_release(const Variable& variable);
// Replicas exchange their shares of the variable, so that each has all of it. If `shared`, the
// variable is kept as shares, and all of it is present only until it is released; otherwise it
// stays.
Operation gather_shares(const Variable& variable, bool shared);

// ---- used by gradients; not differentiable further ----
Tensor relu_gradient(const Tensor& y, const Tensor& dy);
Tensor softmax_gradient(const Tensor& y, const Tensor& dy);
Tensor softmax_cross_entropy_gradient(const Tensor& logits, const Tensor& labels);
Tensor crossentropy_gradient(const Tensor& probabilities, const Tensor& labels);
// The gradients with respect to the images of a convolution, of shape `x`, and to its filter, of
// shape `filter`.
Tensor conv2d_input_gradient(const Tensor& dy, const Tensor& filter, const Shape& x,
                             const WindowOptions& options);
Tensor conv2d_filter_gradient(const Tensor& x, const Tensor& dy, const Shape& filter,
                              const WindowOptions& options);
Tensor max_pool2d_gradient(const Tensor& x, const Tensor& dy, const Window& pool,
                           const WindowOptions& options);
Tensor avg_pool2d_gradient(const Tensor& dy, const Shape& x, const Window& pool,
                           const WindowOptions& options);
// Sums `x` down to `shape`, from which it was broadcast.
Tensor sum_to(const Tensor& x, const Shape& shape);

}  // namespace pipette
