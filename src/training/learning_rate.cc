#include "training/learning_rate.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "graph/ops.h"
#include "kernels/transcendental.h"

namespace pipette {
namespace {

float at_least_zero(const char* name, double value) {
  if (!std::isfinite(value) || value < 0) {
    throw ValueError(fmt::format("{} must be a number of at least 0, but it is {}", name, value));
  }
  return static_cast<float>(value);
}

Tensor scalar(const Tensor& rate) {
  if (!(rate.spec() == ArraySpec{DType::f32, Shape{}})) {
    throw InvalidArgument(fmt::format("learning_rate must be a float32 scalar, not {} {}",
                                      dtype_name(rate.dtype()), rate.shape().to_string()));
  }
  return rate;
}

float at_least_one(std::int64_t decay_steps) {
  if (decay_steps < 1) {
    throw ValueError(fmt::format(
        "decay_steps must be at least 1, but it is {}; the nearest valid value is 1", decay_steps));
  }
  return static_cast<float>(decay_steps);
}

}  // namespace

LearningRateSchedule exponential_decay(double initial_learning_rate, std::int64_t decay_steps,
                                       double decay_rate, bool staircase) {
  const float initial = at_least_zero("initial_learning_rate", initial_learning_rate);
  const float steps = at_least_one(decay_steps);
  const float rate = at_least_zero("decay_rate", decay_rate);
  if (rate == 0) throw ValueError("decay_rate must be above 0, but it is 0");
  const float log_rate = kernels::scalar_log(rate);
  return [=](const Tensor& step) {
    Tensor exponent = step / constant(steps);
    if (staircase) exponent = unary(kernels::UnaryOp::floor, exponent);
    return exp(exponent * constant(log_rate)) * constant(initial);
  };
}

LearningRateSchedule cosine_decay(double initial_learning_rate, std::int64_t decay_steps,
                                  double alpha) {
  const float initial = at_least_zero("initial_learning_rate", initial_learning_rate);
  const float steps = at_least_one(decay_steps);
  const float least = at_least_zero("alpha", alpha);
  return [=](const Tensor& step) {
    const Tensor done = binary(kernels::BinaryOp::minimum, step, constant(steps));
    const Tensor angle = done * constant(std::numbers::pi_v<float> / steps);
    const Tensor wave = (unary(kernels::UnaryOp::cos, angle) + 1.0) * 0.5;
    return (wave * constant(1.0f - least) + constant(least)) * constant(initial);
  };
}

LearningRateSchedule piecewise_constant_decay(std::vector<std::int64_t> boundaries,
                                              std::vector<double> values) {
  if (values.size() != boundaries.size() + 1) {
    throw ValueError(
        fmt::format("piecewise_constant_decay: {} boundaries need {} values, but there are {}",
                    boundaries.size(), boundaries.size() + 1, values.size()));
  }
  for (std::size_t i = 1; i < boundaries.size(); ++i) {
    if (boundaries[i] <= boundaries[i - 1]) {
      throw ValueError(
          fmt::format("piecewise_constant_decay: boundaries must rise, but {} comes after {}",
                      boundaries[i], boundaries[i - 1]));
    }
  }
  std::vector<float> rates;
  for (const double value : values) rates.push_back(at_least_zero("a value", value));
  return [=](const Tensor& step) {
    Tensor rate = constant(rates.back());
    for (std::size_t i = boundaries.size(); i-- > 0;) {
      const Tensor passed = constant(static_cast<float>(boundaries[i])) < step;
      rate = select(passed, rate, constant(rates[i]));
    }
    return rate;
  };
}

float LearningRate::checked(float rate) {
  return at_least_zero("learning_rate", static_cast<double>(rate));
}

std::optional<float> LearningRate::number() const {
  const float* number = std::get_if<float>(&value_);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

Tensor LearningRate::tensor() const {
  if (!is_tensor()) throw FailedPrecondition("the learning rate is not a tensor");
  return scalar(std::get<Source>(value_)());
}

Tensor LearningRate::tensor(const Tensor& step) const {
  if (!is_schedule()) throw FailedPrecondition("the learning rate is not a schedule");
  return scalar(std::get<LearningRateSchedule>(value_)(step));
}

}  // namespace pipette
