#include "keras/optimizers.h"

#include <fmt/format.h>

#include <utility>

#include "training/cross_replica.h"

namespace pipette::keras {

namespace {

template <class Options>
std::shared_ptr<Optimizer> of_keras(const Options& o, std::shared_ptr<Optimizer> optimizer) {
  if (!o.aggregate_gradients) return optimizer;
  return std::make_shared<AggregatingOptimizer>(std::move(optimizer));
}

}  // namespace

std::shared_ptr<Optimizer> sgd(const SgdOptions& o) {
  if (o.momentum == 0) return of_keras(o, std::make_shared<Sgd>(o.learning_rate));
  return of_keras(o, std::make_shared<Momentum>(o.learning_rate, o.momentum, o.nesterov));
}

std::shared_ptr<Optimizer> adam(const AdamOptions& o) {
  return of_keras(o, std::make_shared<Adam>(o.learning_rate, o.beta_1, o.beta_2, o.epsilon));
}

std::shared_ptr<Optimizer> adamw(const AdamWOptions& o) {
  return of_keras(
      o, std::make_shared<AdamW>(o.learning_rate, o.weight_decay, o.beta_1, o.beta_2, o.epsilon));
}

std::shared_ptr<Optimizer> rmsprop(const RmspropOptions& o) {
  return of_keras(o, std::make_shared<Rmsprop>(o.learning_rate, o.rho, o.momentum, o.epsilon));
}

std::shared_ptr<Optimizer> make_optimizer(const std::string& name) {
  if (name == "sgd") return sgd();
  if (name == "adam") return adam();
  if (name == "adamw") return adamw();
  if (name == "rmsprop") return rmsprop();
  throw ValueError(
      fmt::format("unknown optimizer \"{}\"; there are sgd, adam, adamw and rmsprop", name));
}

}  // namespace pipette::keras
