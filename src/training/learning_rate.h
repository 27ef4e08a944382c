// The learning rate of an optimizer: a number, a tensor, or a schedule.
//
//   Sgd(0.01f);
//   Sgd(rate);                                        // f32 scalar of the function being traced
//   Adam(exponential_decay(0.001, 1000, 0.9));        // by the number of weight updates so far
//
// A schedule is called while a weight update is traced, with the number of earlier updates, an f32
// scalar that the optimizer counts on the device. The formulas are those of
// tf.keras.optimizers.schedules. A tensor of a stage reaches the weight update of its pipeline with
// its value from the last mini-batch.
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "graph/graph.h"

namespace pipette {

using LearningRateSchedule = std::function<Tensor(const Tensor& step)>;

// initial * decay_rate^(step / decay_steps); `staircase` rounds the exponent down.
LearningRateSchedule exponential_decay(double initial_learning_rate, std::int64_t decay_steps,
                                       double decay_rate, bool staircase = false);
// initial * ((1 - alpha) * (1 + cos(pi * min(step, decay_steps) / decay_steps)) / 2 + alpha)
LearningRateSchedule cosine_decay(double initial_learning_rate, std::int64_t decay_steps,
                                  double alpha = 0);
// values[0] up to boundaries[0] (inclusive), values[1] up to boundaries[1], ..., then the last
// value.
LearningRateSchedule piecewise_constant_decay(std::vector<std::int64_t> boundaries,
                                              std::vector<double> values);
// These throw ValueError for rates that are negative or not finite, for fewer than one decay step,
// and for boundaries that do not increase or whose number is not that of the values less one.

class LearningRate {
 public:
  // Throws ValueError unless `rate` is finite and at least 0.
  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  LearningRate(Number rate) : value_(checked(static_cast<float>(rate))) {}
  LearningRate(const Tensor& rate) : LearningRate(Source([rate] { return rate; })) {}
  // Returns the tensor, called once in each function that is traced.
  using Source = std::function<Tensor()>;
  LearningRate(Source source) : value_(std::move(source)) {}
  LearningRate(LearningRateSchedule schedule) : value_(std::move(schedule)) {}

  // The number, if the rate is a number.
  std::optional<float> number() const;
  bool is_tensor() const { return std::holds_alternative<Source>(value_); }
  bool is_schedule() const { return std::holds_alternative<LearningRateSchedule>(value_); }
  // The tensor itself, or the schedule's value after `step` updates (f32 []). Throws
  // InvalidArgument unless it is an f32 scalar, FailedPrecondition if the rate is neither a tensor
  // nor a schedule.
  Tensor tensor() const;
  Tensor tensor(const Tensor& step) const;

 private:
  static float checked(float rate);

  std::variant<float, Source, LearningRateSchedule> value_;
};

}  // namespace pipette
