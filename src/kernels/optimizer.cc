#include "kernels/optimizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/error.h"
#include "kernels/half_runs.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels {
namespace {

// base^exponent by squaring, in double: the same bits everywhere, which libm's pow is not.
double integer_power(double base, std::int64_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result *= base;
    base *= base;
  }
  return result;
}

void update_f32(const OptimizerRule& rule, float* w, const float* g, float* const* state,
                std::int64_t count, std::int64_t step) {
  if (const auto* sgd = std::get_if<SgdParameters>(&rule)) {
    sgd_update(w, g, count, sgd->learning_rate);
  } else if (const auto* momentum = std::get_if<MomentumParameters>(&rule)) {
    momentum_update(w, g, state[0], count, momentum->learning_rate, momentum->momentum,
                    momentum->nesterov);
  } else if (const auto* adam = std::get_if<AdamParameters>(&rule)) {
    adam_update(w, g, state[0], state[1], count, *adam, step);
  } else {
    const auto& rmsprop = std::get<RmspropParameters>(rule);
    rmsprop_update(w, g, state[0], state[1], count, rmsprop);
  }
}

void update_f16(const OptimizerRule& rule, Half* w, const Half* g, void* const* state,
                std::int64_t count, std::int64_t step) {
  float wide_w[kHalfRun], wide_g[kHalfRun], wide_state[kMaxStateArrays][kHalfRun];
  float* const state_pointers[kMaxStateArrays] = {wide_state[0], wide_state[1]};
  const int used = num_state_arrays(rule);
  for (std::int64_t begin = 0; begin < count; begin += kHalfRun) {
    const std::int64_t block = std::min(kHalfRun, count - begin);
    widen(w + begin, wide_w, block);
    widen(g + begin, wide_g, block);
    for (int s = 0; s < used; ++s) {
      widen(static_cast<const Half*>(state[s]) + begin, wide_state[s], block);
    }
    update_f32(rule, wide_w, wide_g, state_pointers, block, step);
    narrow(wide_w, w + begin, block);
    for (int s = 0; s < used; ++s) {
      narrow(wide_state[s], static_cast<Half*>(state[s]) + begin, block);
    }
  }
}

// c.accumulator and c.g are set here.
void accumulate_f16(AccumulateCall c, Half* accumulator, const Half* g, std::int64_t count) {
  float wide_accumulator[kHalfRun], wide_g[kHalfRun];
  c.accumulator = wide_accumulator;
  c.g = wide_g;
  for (std::int64_t begin = 0; begin < count; begin += kHalfRun) {
    const std::int64_t block = std::min(kHalfRun, count - begin);
    widen(accumulator + begin, wide_accumulator, block);
    widen(g + begin, wide_g, block);
    table().accumulate(c, size(block));
    narrow(wide_accumulator, accumulator + begin, block);
  }
}

AccumulateCall scales(Accumulation reduction, std::int64_t index, std::int64_t num_mini_batches) {
  if (index < 0) {
    throw InvalidArgument("accumulate: mini-batches are counted from 0, but the index is " +
                          std::to_string(index));
  }
  AccumulateCall call{nullptr, nullptr, 1.0f, 1.0f, false, false};
  if (reduction == Accumulation::mean) {
    if (num_mini_batches < 1) {
      throw InvalidArgument("accumulate: a mean needs num_mini_batches of at least 1, not " +
                            std::to_string(num_mini_batches));
    }
    call.share = static_cast<float>(num_mini_batches);
    call.divide = true;
  } else if (reduction == Accumulation::running_mean) {
    const double k = static_cast<double>(index);
    call.kept = static_cast<float>(k / (k + 1));
    call.share = static_cast<float>(1 / (k + 1));
  }
  return call;
}

void accumulate_call(AccumulateCall call, DType dtype, void* accumulator, const void* g,
                     std::int64_t count) {
  if (dtype == DType::f16) {
    return accumulate_f16(call, static_cast<Half*>(accumulator), static_cast<const Half*>(g),
                          count);
  }
  if (dtype != DType::f32) {
    throw TypeError(std::string("accumulate: accumulators are float32 or float16, not ") +
                    dtype_name(dtype));
  }
  call.accumulator = static_cast<float*>(accumulator);
  call.g = static_cast<const float*>(g);
  table().accumulate(call, size(count));
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
                        1.0f - parameters.beta_2, parameters.epsilon,
                        parameters.learning_rate * parameters.weight_decay},
               size(count));
}

void rmsprop_update(float* w, const float* g, float* mean_square, float* momentum_sum,
                    std::int64_t count, const RmspropParameters& parameters) {
  if (parameters.momentum != 0 && momentum_sum == nullptr) {
    throw InvalidArgument("rmsprop_update: momentum " + std::to_string(parameters.momentum) +
                          " needs an array for the momentum, but it is null");
  }
  table().rmsprop(RmspropCall{w, mean_square, parameters.momentum != 0 ? momentum_sum : nullptr, g,
                              parameters.learning_rate, parameters.rho, 1.0f - parameters.rho,
                              parameters.momentum, parameters.epsilon},
                  size(count));
}

OptimizerRule with_learning_rate(OptimizerRule rule, float learning_rate) {
  std::visit([&](auto& parameters) { parameters.learning_rate = learning_rate; }, rule);
  return rule;
}

const char* rule_name(const OptimizerRule& rule) {
  constexpr std::array<const char*, 4> kNames{"sgd", "momentum", "adam", "rmsprop"};
  static_assert(std::variant_size_v<OptimizerRule> == kNames.size());
  return kNames[rule.index()];
}

int num_state_arrays(const OptimizerRule& rule) {
  if (std::holds_alternative<SgdParameters>(rule)) return 0;
  if (std::holds_alternative<AdamParameters>(rule)) return 2;
  const auto* rmsprop = std::get_if<RmspropParameters>(&rule);
  return rmsprop != nullptr && rmsprop->momentum != 0 ? 2 : 1;
}

bool counts_steps(const OptimizerRule& rule) {
  return std::holds_alternative<AdamParameters>(rule);
}

void optimizer_update(const OptimizerRule& rule, DType dtype, void* w, const void* g,
                      void* const* state, std::int64_t count, std::int64_t step) {
  if (dtype == DType::f16) {
    return update_f16(rule, static_cast<Half*>(w), static_cast<const Half*>(g), state, count, step);
  }
  if (dtype != DType::f32) {
    throw TypeError(std::string("optimizer_update: weights are float32 or float16, not ") +
                    dtype_name(dtype));
  }
  float* wide_state[kMaxStateArrays] = {};
  for (int s = 0; s < num_state_arrays(rule); ++s) wide_state[s] = static_cast<float*>(state[s]);
  update_f32(rule, static_cast<float*>(w), static_cast<const float*>(g), wide_state, count, step);
}

void accumulate_onto(DType dtype, void* accumulator, const void* g, std::int64_t count,
                     Accumulation reduction, std::int64_t index, std::int64_t num_mini_batches) {
  accumulate_call(scales(reduction, index, num_mini_batches), dtype, accumulator, g, count);
}

void accumulate(DType dtype, void* accumulator, const void* g, std::int64_t count,
                Accumulation reduction, std::int64_t index, std::int64_t num_mini_batches,
                float momentum) {
  AccumulateCall call = scales(reduction, index, num_mini_batches);
  if (index == 0) {
    call.first = momentum == 0;
    call.kept = momentum;
  }
  accumulate_call(call, dtype, accumulator, g, count);
}

}  // namespace pipette::kernels
