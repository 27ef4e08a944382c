// Losses and metrics: functions of labels and predictions, by value or by Keras' names.
//
//   model.compile({.loss = "sparse_categorical_crossentropy", .metrics = {"accuracy"}});
//   model.compile({.loss = losses::sparse_categorical_crossentropy(/*from_logits=*/true)});
//   model.compile({.loss = Loss("mine", [](Tensor labels, Tensor y) { return ...; })});
//
// A loss gives the loss of each row, f32 [batch]; the model minimises their mean. A metric gives a
// scalar for the mini-batch; the model shows the mean over the mini-batches of an epoch. Labels are
// [batch] or [batch, 1] for sparse losses (any dtype that the device has), [batch, classes] or the
// shape of the predictions for the others.
//
// Unknown names throw ValueError that lists the known ones; labels of another shape throw
// ValueError while the model is traced.
#pragma once

#include <functional>
#include <string>

#include "graph/graph.h"

namespace pipette::keras {

using LabelledFunction = std::function<Tensor(const Tensor& labels, const Tensor& predictions)>;

// What the predictions are that a loss takes.
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

// The loss from probabilities: where these are the output of softmax, it is computed from the
// logits, as Keras does, else from probabilities clipped to [1e-7, 1 - 1e-7].
Loss sparse_categorical_crossentropy(bool from_logits = false);
Loss categorical_crossentropy(bool from_logits = false);
// Of probabilities, or of logits: those of sigmoid count as logits, as softmax's do. The mean over
// all axes but the batch.
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

// The share of rows whose prediction is right. What that means follows from the shapes, as in
// Keras: labels [batch] or [batch, 1] are classes and the largest of [batch, classes] counts (the
// first of equals); labels [batch, classes] likewise by their largest; predictions of one column
// are right when they lie on the label's side of 0.5.
Metric accuracy();
// The share of rows [batch, classes] in which fewer than `k` classes have more than the right one.
Metric top_k_accuracy(std::int64_t k = 5);

}  // namespace metrics

}  // namespace pipette::keras
