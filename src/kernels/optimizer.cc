#include "kernels/optimizer.h"

#include <algorithm>
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

// c.accumulator and c.g are set here.
void accumulate_f16(AccumulateCall c, Half* accumulator, const Half* g, std::int64_t count) {
  constexpr std::int64_t kBlock = 512;
  float wide_accumulator[kBlock];
  float wide_g[kBlock];
  c.accumulator = wide_accumulator;
  c.g = wide_g;
  for (std::int64_t begin = 0; begin < count; begin += kBlock) {
    const std::int64_t block = std::min(kBlock, count - begin);
    for (std::int64_t i = 0; i < block; ++i) {
      wide_accumulator[i] = static_cast<float>(accumulator[begin + i]);
      wide_g[i] = static_cast<float>(g[begin + i]);
    }
    table().accumulate(c, size(block));
    for (std::int64_t i = 0; i < block; ++i) accumulator[begin + i] = Half(wide_accumulator[i]);
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

void accumulate_onto(DType dtype, void* accumulator, const void* g, std::int64_t count,
                     Accumulation reduction, std::int64_t index, std::int64_t num_mini_batches) {
  accumulate_call(scales(reduction, index, num_mini_batches), dtype, accumulator, g, count);
}

void accumulate(DType dtype, void* accumulator, const void* g, std::int64_t count,
                Accumulation reduction, std::int64_t index, std::int64_t num_mini_batches) {
  AccumulateCall call = scales(reduction, index, num_mini_batches);
  call.first = index == 0;
  accumulate_call(call, dtype, accumulator, g, count);
}

}  // namespace pipette::kernels
