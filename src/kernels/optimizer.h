// Optimizer updates over flat f32 arrays, in place: w (weights), g (gradients), and slots.
//
//   sgd_update(w, g, count, 0.01f);
//   adam_update(w, g, m, v, count, {.learning_rate = 1e-3f}, step);   // step counts from 1
//
// Formulas are those of Keras 2 (tf.keras.optimizers), each written beside its function. All are
// elementwise in a fixed order of operations. Thread-safe; arrays must not overlap.
#pragma once

#include <cstdint>

namespace pipette::kernels {

// w = w - learning_rate * g
void sgd_update(float* w, const float* g, std::int64_t count, float learning_rate);

// Keras SGD with momentum (Sutskever et al. 2013):
//   v = momentum * v - learning_rate * g
//   w = w + v                                           plain
//   w = w + momentum * v - learning_rate * g            nesterov
void momentum_update(float* w, const float* g, float* velocity, std::int64_t count,
                     float learning_rate, float momentum, bool nesterov);

// Kingma and Ba 2014, in the order of section 2's last paragraph (as Keras):
//   m = m + (g - m) * (1 - beta_1);   v = v + (g * g - v) * (1 - beta_2)
//   a = learning_rate * sqrt(1 - beta_2^step) / (1 - beta_1^step)
//   w = w - m * a / (sqrt(v) + epsilon)
struct AdamParameters {
  float learning_rate = 0.001f;
  float beta_1 = 0.9f;
  float beta_2 = 0.999f;
  float epsilon = 1e-7f;
};
// Throws InvalidArgument for step < 1.
void adam_update(float* w, const float* g, float* m, float* v, std::int64_t count,
                 const AdamParameters& parameters, std::int64_t step);

// Hinton's lecture 6e, uncentred, as Keras 2 (optimizer_v2/rmsprop.py):
//   s = rho * s + (1 - rho) * g * g
//   momentum 0:  w = w - learning_rate * g / (sqrt(s) + epsilon)
//   else:        u = momentum * u + learning_rate * g / (sqrt(s) + epsilon);  w = w - u
struct RmspropParameters {
  float learning_rate = 0.001f;
  float rho = 0.9f;
  float momentum = 0;
  float epsilon = 1e-7f;
};
// `momentum_slot` may be null when parameters.momentum is 0.
void rmsprop_update(float* w, const float* g, float* mean_square, float* momentum_slot,
                    std::int64_t count, const RmspropParameters& parameters);

}  // namespace pipette::kernels
