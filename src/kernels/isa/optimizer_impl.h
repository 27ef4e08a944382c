// Optimizer updates of one instruction set; formulas in kernels/optimizer.h. Included only by the
// isa_*.cc units (see simd.h).
#pragma once

#include "kernels/isa/simd.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels::PIPETTE_ISA {

PIPETTE_NOINLINE void sgd(float* w, const float* g, std::ptrdiff_t count, float learning_rate) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        S::store(w + i, S::load(w + i) - S::splat(learning_rate) * S::load(g + i));
      });
}

PIPETTE_NOINLINE void momentum(float* w, const float* g, float* velocity, std::ptrdiff_t count,
                               float learning_rate, float factor, bool nesterov) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        const typename S::F descent = S::splat(learning_rate) * S::load(g + i);
        const typename S::F v = S::splat(factor) * S::load(velocity + i) - descent;
        S::store(velocity + i, v);
        S::store(w + i,
                 nesterov ? S::load(w + i) + S::splat(factor) * v - descent : S::load(w + i) + v);
      });
}

PIPETTE_NOINLINE void adam(const AdamCall& c, std::ptrdiff_t count) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        using F = typename S::F;
        const F g = S::load(c.g + i);
        const F old_m = S::load(c.m + i);
        const F old_v = S::load(c.v + i);
        const F m = old_m + (g - old_m) * S::splat(c.one_minus_beta_1);
        const F v = old_v + (g * g - old_v) * S::splat(c.one_minus_beta_2);
        S::store(c.m + i, m);
        S::store(c.v + i, v);
        F w = S::load(c.w + i);
        if (c.decay != 0) w = w - w * S::splat(c.decay);
        S::store(c.w + i, w - m * S::splat(c.step_size) / (S::sqrt(v) + S::splat(c.epsilon)));
      });
}

PIPETTE_NOINLINE void rmsprop(const RmspropCall& c, std::ptrdiff_t count) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        using F = typename S::F;
        const F g = S::load(c.g + i);
        const F square =
            S::splat(c.rho) * S::load(c.mean_square + i) + S::splat(c.one_minus_rho) * g * g;
        S::store(c.mean_square + i, square);
        F update = S::splat(c.learning_rate) * g / (S::sqrt(square) + S::splat(c.epsilon));
        if (c.momentum_sum != nullptr) {
          update = S::splat(c.momentum) * S::load(c.momentum_sum + i) + update;
          S::store(c.momentum_sum + i, update);
        }
        S::store(c.w + i, S::load(c.w + i) - update);
      });
}

PIPETTE_NOINLINE void accumulate(const AccumulateCall& c, std::ptrdiff_t count) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        using F = typename S::F;
        const F share = S::splat(c.share);
        const F part = c.divide ? S::load(c.g + i) / share : S::load(c.g + i) * share;
        const F kept = c.first ? S::splat(0.0f) : S::load(c.accumulator + i) * S::splat(c.kept);
        S::store(c.accumulator + i, kept + part);
      });
}

}  // namespace pipette::kernels::PIPETTE_ISA
