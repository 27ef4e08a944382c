// Losses and metrics: functions of labels and predictions, by value or by Keras' names.
//
//   model.compile({.loss = "sparse_categorical_crossentropy", .metrics = {"accuracy"}});
//   model.compile({.loss = losses::sparse_categorical_crossentropy(/*from_logits=*/true)});
//   model.compile({.loss = Loss("mine", [](Tensor labels, Tensor y) { return ...; })});
//
// A loss returns the loss of each row, f32 [batch]; the model minimises their mean. A metric
// returns a scalar for the mini-batch; the model shows the mean over the mini-batches of an epoch.
// Labels are [batch] or [batch, 1] for sparse losses (any dtype that the device has), otherwise
// [batch, classes] or the shape of the predictions.
//
// Unknown names throw ValueError, which lists the known ones; labels of another shape throw
// ValueError while the model is traced.
#pragma once

#include <functional>
#include <string>

#include "graph/graph.h"

namespace pipette::keras {

using LabelledFunction = std::function<Tensor(const Tensor& labels, const Tensor& predictions)>;

// The kind of predictions that a loss expects.
enum class LossInput : std::uint8_t { any, probabilities, logits };

class Loss {
 public:
  Loss() = default;  // none: compile() throws ValueError
  Loss(const char* name);
  Loss(const std::string& name) : Loss(name.c_str()) {}
  Loss(std::string name, LabelledFunction rows, LossInput takes = LossInput::any)
      : name_(std::move(name)), rows_(std::move(rows)), takes_(takes) {}

  const std::string& name() const { return name_; }
  LossInput takes() const { return takes_; }
  explicit operator bool() const { return static_cast<bool>(rows_); }
  Tensor operator()(const Tensor& labels, const Tensor& predictions) const;  // the mean: a scalar

 private:
  std::string name_;
  LabelledFunction rows_;
  LossInput takes_ = LossInput::any;
};

namespace losses {

// The loss from probabilities: if these are the output of softmax, it is computed from the logits,
// as in Keras, otherwise from probabilities clipped to [1e-7, 1 - 1e-7].
Loss sparse_categorical_crossentropy(bool from_logits = false);
Loss categorical_crossentropy(bool from_logits = false);
// From probabilities or logits: the output of sigmoid is traced back to its logits, as that of
// softmax is. The mean over all axes but the batch.
Loss binary_crossentropy(bool from_logits = false);
Loss mean_squared_error();
Loss mean_absolute_error();

}  // namespace losses

class Metric {
 public:
  Metric(const char* name);
  Metric(const std::string& name) : Metric(name.c_str()) {}
  Metric(std::string name, LabelledFunction value)
      : name_(std::move(name)), value_(std::move(value)) {}

  const std::string& name() const { return name_; }
  Tensor operator()(const Tensor& labels, const Tensor& predictions) const {
    return value_(labels, predictions);
  }

 private:
  std::string name_;
  LabelledFunction value_;
};

namespace metrics {

// The share of rows whose prediction is right. The shapes decide what that means, as in Keras:
// labels [batch] or [batch, 1] are classes and are compared with the largest of [batch, classes]
// (the first among equals); labels [batch, classes] likewise by their largest; predictions of one
// column are right if they are on the label's side of 0.5.
Metric accuracy();
// The share of rows [batch, classes] in which fewer than `k` classes score higher than the right
// one.
Metric top_k_accuracy(std::int64_t k = 5);

}  // namespace metrics

}  // namespace pipette::keras
