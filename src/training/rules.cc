// The optimizers that are rules: their hyper-parameters and the ranges of those.
#include <fmt/format.h>

#include <cmath>

#include "training/optimizer.h"

namespace pipette {
namespace {

float at_least_zero(const char* name, float value) {
  if (!std::isfinite(value) || value < 0) {
    throw ValueError(fmt::format("{} must be a number of at least 0, but it is {}", name, value));
  }
  return value;
}

float in_unit_interval(const char* name, float value) {
  if (!(value >= 0 && value <= 1)) {
    throw ValueError(
        fmt::format("{} must be between 0 and 1, but it is {}; the nearest valid value is {}", name,
                    value, value > 1 ? 1 : 0));
  }
  return value;
}

float below_one(const char* name, float value) {
  if (!(value >= 0 && value < 1)) {
    throw ValueError(fmt::format("{} must be at least 0 and below 1, but it is {}", name, value));
  }
  return value;
}

kernels::AdamParameters adam(float beta_1, float beta_2, float epsilon, float weight_decay) {
  return {.beta_1 = below_one("beta_1", beta_1),
          .beta_2 = below_one("beta_2", beta_2),
          .epsilon = at_least_zero("epsilon", epsilon),
          .weight_decay = at_least_zero("weight_decay", weight_decay)};
}

}  // namespace

Sgd::Sgd(const LearningRate& learning_rate)
    : RuleOptimizer("GradientDescent", kernels::SgdParameters{}, learning_rate) {}

Momentum::Momentum(const LearningRate& learning_rate, float momentum, bool nesterov)
    : RuleOptimizer("Momentum",
                    kernels::MomentumParameters{.momentum = in_unit_interval("momentum", momentum),
                                                .nesterov = nesterov},
                    learning_rate) {}

Adam::Adam(const LearningRate& learning_rate, float beta_1, float beta_2, float epsilon)
    : RuleOptimizer("Adam", adam(beta_1, beta_2, epsilon, 0), learning_rate) {}

AdamW::AdamW(const LearningRate& learning_rate, float weight_decay, float beta_1, float beta_2,
             float epsilon)
    : RuleOptimizer("AdamW", adam(beta_1, beta_2, epsilon, weight_decay), learning_rate) {}

Rmsprop::Rmsprop(const LearningRate& learning_rate, float rho, float momentum, float epsilon)
    : RuleOptimizer("RMSProp",
                    kernels::RmspropParameters{.rho = in_unit_interval("rho", rho),
                                               .momentum = in_unit_interval("momentum", momentum),
                                               .epsilon = at_least_zero("epsilon", epsilon)},
                    learning_rate) {}

}  // namespace pipette
