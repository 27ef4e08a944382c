// Sums and softmax of one instruction set, in the orders that reduce.h and softmax.h specify.
// Included only by the isa_*.cc units (see simd.h).
#pragma once

#include "kernels/isa/transcendental_impl.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels::PIPETTE_ISA {

constexpr int kSumLanes = 8;
using Part = Simd<(kWidth > kSumLanes ? kSumLanes : kWidth)>;

// Eight partial sums, lane l over x[l], x[l + 8], ..., combined pairwise.
PIPETTE_INLINE float lane_sum(const float* x, std::ptrdiff_t count) {
  constexpr int kParts = kSumLanes / Part::W;
  typename Part::F part[kParts];
  PIPETTE_UNROLL
  for (int p = 0; p < kParts; ++p) part[p] = Part::splat(0.0f);
  std::ptrdiff_t i = 0;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    PIPETTE_UNROLL
    for (int p = 0; p < kParts; ++p) part[p] = part[p] + Part::load(x + i + p * Part::W);
  }
  float lane[kSumLanes];
  PIPETTE_UNROLL
  for (int p = 0; p < kParts; ++p) Part::store(lane + p * Part::W, part[p]);
  for (int l = 0; i < count; ++i, ++l) lane[l] = lane[l] + x[i];
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

PIPETTE_NOINLINE float sum(const float* x, std::ptrdiff_t count) { return lane_sum(x, count); }

template <class S>
PIPETTE_INLINE void column_sum_lanes(const float* x, std::ptrdiff_t rows, std::ptrdiff_t columns,
                                     float* y, Epilogue::Store store, float learning_rate) {
  typename S::F total = S::splat(0.0f);
  for (std::ptrdiff_t r = 0; r < rows; ++r) total = total + S::load(x + r * columns);
  if (store == Epilogue::Store::add) total = S::load(y) + total;
  if (store == Epilogue::Store::sgd) total = S::load(y) - S::splat(learning_rate) * total;
  S::store(y, total);
}

PIPETTE_NOINLINE void column_sum(const float* x, std::ptrdiff_t rows, std::ptrdiff_t columns,
                                 float* y, Epilogue::Store store, float learning_rate) {
  for_lanes(
      columns, [=](auto s, std::ptrdiff_t j) __attribute__((always_inline)) {
        column_sum_lanes<decltype(s)>(x + j, rows, columns, y + j, store, learning_rate);
      });
}

// exponentials <- x - max of its row; shifted[row] <- the label's value
PIPETTE_INLINE void subtract_row_maxima(const CrossEntropyCall& call) {
  for (std::ptrdiff_t r = 0; r < call.rows; ++r) {
    const float* x = call.logits + r * call.classes;
    float* e = call.exponentials + r * call.classes;
    float largest = x[0];
    for (std::ptrdiff_t j = 1; j < call.classes; ++j) largest = largest < x[j] ? x[j] : largest;
    for_lanes(
        call.classes, [=](auto s, std::ptrdiff_t j) __attribute__((always_inline)) {
          using S = decltype(s);
          S::store(e + j, S::load(x + j) - S::splat(largest));
        });
    if (call.labels != nullptr) call.shifted[r] = e[call.labels[r]];
  }
}

PIPETTE_NOINLINE void softmax_cross_entropy(const CrossEntropyCall& call) {
  subtract_row_maxima(call);
  float* e = call.exponentials;
  for_lanes(
      call.rows * call.classes, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        S::store(e + i, exp<S>(S::load(e + i)));
      });
  for (std::ptrdiff_t r = 0; r < call.rows; ++r) {
    call.sums[r] = lane_sum(e + r * call.classes, call.classes);
  }
  if (call.losses != nullptr) {
    const float* sums = call.sums;
    const float* shifted = call.shifted;
    float* losses = call.losses;
    for_lanes(
        call.rows, [=](auto s, std::ptrdiff_t r) __attribute__((always_inline)) {
          using S = decltype(s);
          S::store(losses + r, log<S>(S::load(sums + r)) - S::load(shifted + r));
        });
  }
  if (call.probabilities == nullptr && call.gradient == nullptr) return;
  for (std::ptrdiff_t r = 0; r < call.rows; ++r) {
    const float inverse = 1.0f / call.sums[r];
    const float* from = e + r * call.classes;
    float* p = call.probabilities == nullptr ? nullptr : call.probabilities + r * call.classes;
    float* g = call.gradient == nullptr ? nullptr : call.gradient + r * call.classes;
    const float scale =
        call.row_scale == nullptr ? call.gradient_scale : call.gradient_scale * call.row_scale[r];
    float at_label = 0;
    if (g != nullptr) at_label = (from[call.labels[r]] * inverse - 1.0f) * scale;
    for_lanes(
        call.classes, [=](auto s, std::ptrdiff_t j) __attribute__((always_inline)) {
          using S = decltype(s);
          const typename S::F probability = S::load(from + j) * S::splat(inverse);
          if (p != nullptr) S::store(p + j, probability);
          if (g != nullptr) S::store(g + j, probability * S::splat(scale));
        });
    if (g != nullptr) g[call.labels[r]] = at_label;
  }
}

}  // namespace pipette::kernels::PIPETTE_ISA
