// The optimizers of models, with the defaults of Keras V2 (tf.keras.optimizers).
//
//   model.compile({.optimizer = sgd({.learning_rate = 0.1f, .momentum = 0.9f, .nesterov = true}),
//                  .loss = "mse"});
//
// Any optimizer of src/training will do as well, even one of the caller's own that wraps another.
// Hyper-parameters out of range throw ValueError (training/optimizer.h).
#pragma once

#include <memory>
#include <string>

#include "training/optimizer.h"

namespace pipette::keras {

struct SgdOptions {
  LearningRate learning_rate = 0.01f;
  float momentum = 0;
  bool nesterov = false;  // only matters with momentum
};
struct AdamOptions {
  LearningRate learning_rate = 0.001f;
  float beta_1 = 0.9f;
  float beta_2 = 0.999f;
  float epsilon = 1e-7f;
};
struct AdamWOptions {
  LearningRate learning_rate = 0.001f;
  float weight_decay = 0.004f;
  float beta_1 = 0.9f;
  float beta_2 = 0.999f;
  float epsilon = 1e-7f;
};
struct RmspropOptions {
  LearningRate learning_rate = 0.001f;
  float rho = 0.9f;
  float momentum = 0;
  float epsilon = 1e-7f;
};

std::shared_ptr<Optimizer> sgd(const SgdOptions& options = {});
std::shared_ptr<Optimizer> adam(const AdamOptions& options = {});
std::shared_ptr<Optimizer> adamw(const AdamWOptions& options = {});
std::shared_ptr<Optimizer> rmsprop(const RmspropOptions& options = {});
// Takes "sgd", "adam", "adamw" or "rmsprop", with the defaults. Throws ValueError for others.
std::shared_ptr<Optimizer> make_optimizer(const std::string& name);

}  // namespace pipette::keras
