#include "kernels/optimizer.h"

#include <cmath>
#include <string>

#include "core/error.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels {
namespace {

std::ptrdiff_t size(std::int64_t count) { return static_cast<std::ptrdiff_t>(count); }

// base^exponent by squaring, in double: the same bits everywhere, which libm's pow is not.
double integer_power(double base, std::int64_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result *= base;
    base *= base;
  }
  return result;
}

}  // namespace

void sgd_update(float* w, const float* g, std::int64_t count, float learning_rate) {
  table().sgd(w, g, size(count), learning_rate);
}

void momentum_update(float* w, const float* g, float* velocity, std::int64_t count,
                     float learning_rate, float momentum, bool nesterov) {
  table().momentum(w, g, velocity, size(count), learning_rate, momentum, nesterov);
}

void adam_update(float* w, const float* g, float* m, float* v, std::int64_t count,
                 const AdamParameters& parameters, std::int64_t step) {
  if (step < 1) {
    throw InvalidArgument("adam_update: step counts from 1, but it is " + std::to_string(step) +
                          "; the nearest valid value is 1");
  }
  const double correction_1 = 1.0 - integer_power(parameters.beta_1, step);
  const double correction_2 = 1.0 - integer_power(parameters.beta_2, step);
  const double step_size = parameters.learning_rate * std::sqrt(correction_2) / correction_1;
  table().adam(AdamCall{w, m, v, g, static_cast<float>(step_size), 1.0f - parameters.beta_1,
                        1.0f - parameters.beta_2, parameters.epsilon},
               size(count));
}

void rmsprop_update(float* w, const float* g, float* mean_square, float* momentum_slot,
                    std::int64_t count, const RmspropParameters& parameters) {
  if (parameters.momentum != 0 && momentum_slot == nullptr) {
    throw InvalidArgument("rmsprop_update: momentum " + std::to_string(parameters.momentum) +
                          " needs a momentum slot, but it is null");
  }
  table().rmsprop(RmspropCall{w, mean_square, parameters.momentum != 0 ? momentum_slot : nullptr, g,
                              parameters.learning_rate, parameters.rho, 1.0f - parameters.rho,
                              parameters.momentum, parameters.epsilon},
                  size(count));
}

}  // namespace pipette::kernels
