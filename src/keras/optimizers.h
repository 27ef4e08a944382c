// The optimizers of models, with the defaults of Keras V2 (tf.keras.optimizers).
//
//   model.compile({.optimizer = sgd({.learning_rate = 0.1f, .momentum = 0.9f, .nesterov = true}),
//                  .loss = "mse"});
//
// A function of a strategy that applies one of these itself uses the sum of the gradients of all
// replicas, as a model does; `aggregate_gradients` false is Keras' experimental_aggregate_gradients
// = False, which leaves the exchange to others, such as the classes of src/training
// (cross_replica.h).
//
// A model accepts any optimizer of src/training as well, even a wrapper. Hyper-parameters out of
// range throw ValueError (training/optimizer.h).
#pragma once

#include <memory>
#include <string>

#include "training/optimizer.h"

namespace pipette::keras {

struct SgdOptions {
  LearningRate learning_rate = 0.01f;
  float momentum = 0;
  bool nesterov = false;  // only matters with momentum
  bool aggregate_gradients = true;
};
struct AdamOptions {
  LearningRate learning_rate = 0.001f;
  float beta_1 = 0.9f;
  float beta_2 = 0.999f;
  float epsilon = 1e-7f;
  bool aggregate_gradients = true;
};
struct AdamWOptions {
  LearningRate learning_rate = 0.001f;
  float weight_decay = 0.004f;
  float beta_1 = 0.9f;
  float beta_2 = 0.999f;
  float epsilon = 1e-7f;
  bool aggregate_gradients = true;
};
struct RmspropOptions {
  LearningRate learning_rate = 0.001f;
  float rho = 0.9f;
  float momentum = 0;
  float epsilon = 1e-7f;
  bool aggregate_gradients = true;
};

std::shared_ptr<Optimizer> sgd(const SgdOptions& options = {});
std::shared_ptr<Optimizer> adam(const AdamOptions& options = {});
std::shared_ptr<Optimizer> adamw(const AdamWOptions& options = {});
std::shared_ptr<Optimizer> rmsprop(const RmspropOptions& options = {});
// Accepts "sgd", "adam", "adamw" or "rmsprop", with the defaults. Throws ValueError for others.
std::shared_ptr<Optimizer> make_optimizer(const std::string& name);

}  // namespace pipette::keras
