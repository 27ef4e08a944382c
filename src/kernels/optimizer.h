// Optimizer updates over flat arrays, in place: w (weights), g (gradients), and state, f32 unless
// stated otherwise; and gradient accumulation.
//
//   sgd_update(w, g, count, 0.01f);
//   adam_update(w, g, m, v, count, {.learning_rate = 1e-3f}, step);   // step counts from 1
//   void* const state[] = {m, v};
//   optimizer_update(AdamParameters{}, DType::f16, w, g, state, count, step);
//   accumulate(DType::f32, a, g, count, Accumulation::mean, index, 16);  // index counts from 0
//
// Formulas are those of Keras 2 (tf.keras.optimizers), each written next to its function. All are
// elementwise, with a fixed order of operations. Thread-safe; arrays must not overlap.
#pragma once

#include <cstdint>
#include <variant>

#include "core/choices.h"
#include "core/dtype.h"

namespace pipette::kernels {

// w = w - learning_rate * g
void sgd_update(float* w, const float* g, std::int64_t count, float learning_rate);

// Keras SGD with momentum (Sutskever et al. 2013):
//   v = momentum * v - learning_rate * g
//   w = w + v                                           plain
//   w = w + momentum * v - learning_rate * g            nesterov
void momentum_update(float* w, const float* g, float* velocity, std::int64_t count,
                     float learning_rate, float momentum, bool nesterov);

// Kingma and Ba 2014, in the order of section 2's last paragraph (as in Keras):
//   m = m + (g - m) * (1 - beta_1);   v = v + (g * g - v) * (1 - beta_2)
//   a = learning_rate * sqrt(1 - beta_2^step) / (1 - beta_1^step)
//   w = w - m * a / (sqrt(v) + epsilon)
// With a weight_decay, as in Keras' AdamW (Loshchilov and Hutter 2019), this precedes the last
// line:
//   w = w - w * (learning_rate * weight_decay)
struct AdamParameters {
  float learning_rate = 0.001f;
  float beta_1 = 0.9f;
  float beta_2 = 0.999f;
  float epsilon = 1e-7f;
  float weight_decay = 0;
};
// Throws InvalidArgument for step < 1.
void adam_update(float* w, const float* g, float* m, float* v, std::int64_t count,
                 const AdamParameters& parameters, std::int64_t step);

// Hinton's lecture 6e, uncentred, as in Keras 2 (optimizer_v2/rmsprop.py):
//   s = rho * s + (1 - rho) * g * g
//   momentum 0:  w = w - learning_rate * g / (sqrt(s) + epsilon)
//   else:        u = momentum * u + learning_rate * g / (sqrt(s) + epsilon);  w = w - u
struct RmspropParameters {
  float learning_rate = 0.001f;
  float rho = 0.9f;
  float momentum = 0;
  float epsilon = 1e-7f;
};
// `momentum_sum` may be null if parameters.momentum is 0.
void rmsprop_update(float* w, const float* g, float* mean_square, float* momentum_sum,
                    std::int64_t count, const RmspropParameters& parameters);

struct SgdParameters {
  float learning_rate = 0.01f;
};
struct MomentumParameters {
  float learning_rate = 0.01f;
  float momentum = 0.9f;
  bool nesterov = false;
};
// One of the rules above, chosen at run time.
using OptimizerRule =
    std::variant<SgdParameters, MomentumParameters, AdamParameters, RmspropParameters>;
// "sgd", "momentum", "adam" or "rmsprop".
const char* rule_name(const OptimizerRule& rule);
// The same rule with another learning rate.
OptimizerRule with_learning_rate(OptimizerRule rule, float learning_rate);
// The number of arrays like w that the rule keeps between updates: none; velocity; m and v; mean
// square, and the momentum if it is not 0.
constexpr int kMaxStateArrays = 2;
int num_state_arrays(const OptimizerRule& rule);
// True only for Adam: its update depends on the number of earlier updates.
bool counts_steps(const OptimizerRule& rule);
// `dtype` applies to all arrays, f32 or f16 (TypeError otherwise); f16 is computed in float, and
// weights and state are rounded once per update. `step` counts from 1 if the rule counts steps,
// otherwise it is ignored.
void optimizer_update(const OptimizerRule& rule, DType dtype, void* w, const void* g,
                      void* const* state, std::int64_t count, std::int64_t step);

// How the gradients of n mini-batches are combined into one; a is the accumulator, g the gradient
// of the k-th mini-batch, counted from 0 (Poplar's gradient accumulation):
//   sum            a = a + g
//   mean           a = a + g / n
//   running_mean   a = a * float(k / (k + 1)) + g * float(1 / (k + 1))
enum class Accumulation : std::uint8_t { sum, mean, running_mean };
constexpr auto choices_of(Accumulation) {
  return std::to_array<Choice<Accumulation>>(
      {{Accumulation::sum, "sum", "Sum"},
       {Accumulation::mean, "mean", "Mean"},
       {Accumulation::running_mean, "running_mean", "Running mean"}});
}

// Adds one gradient in that way. `dtype` applies to both arrays, f32 or f16 (TypeError otherwise);
// f16 is computed in float and rounded once. num_mini_batches matters only for mean. Throws
// InvalidArgument for index < 0, and for mean with num_mini_batches < 1.
void accumulate_onto(DType dtype, void* accumulator, const void* g, std::int64_t count,
                     Accumulation reduction, std::int64_t index, std::int64_t num_mini_batches);
// The same, except that for the first mini-batch (index 0) the accumulator counts as 0, whatever it
// holds, so it needs no clearing between weight updates. With `momentum`, the first mini-batch is
// added to momentum * a instead, rounded once before the addition.
void accumulate(DType dtype, void* accumulator, const void* g, std::int64_t count,
                Accumulation reduction, std::int64_t index, std::int64_t num_mini_batches,
                float momentum = 0);

}  // namespace pipette::kernels
