// Elementwise kernels of one instruction set. Included only by the isa_*.cc units (see simd.h).
#pragma once

#include "kernels/isa/transcendental_impl.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels::PIPETTE_ISA {

// clang-format off
struct Negate { template <class S> static PIPETTE_INLINE auto of(typename S::F x) {
  return S::from_bits(S::bits(x) ^ 0x80000000u); } };
struct Abs { template <class S> static PIPETTE_INLINE auto of(typename S::F x) {
  return S::from_bits(S::bits(x) & 0x7fffffffu); } };
struct Square { template <class S> static PIPETTE_INLINE auto of(typename S::F x) { return x * x; } };
struct Relu { template <class S> static PIPETTE_INLINE auto of(typename S::F x) { return relu<S>(x); } };
struct Reciprocal { template <class S> static PIPETTE_INLINE auto of(typename S::F x) {
  return S::splat(1.0f) / x; } };
struct Sqrt { template <class S> static PIPETTE_INLINE auto of(typename S::F x) { return S::sqrt(x); } };
struct Rsqrt { template <class S> static PIPETTE_INLINE auto of(typename S::F x) {
  return S::splat(1.0f) / S::sqrt(x); } };
struct Exp { template <class S> static PIPETTE_INLINE auto of(typename S::F x) { return exp<S>(x); } };
struct Log { template <class S> static PIPETTE_INLINE auto of(typename S::F x) { return log<S>(x); } };
struct Tanh { template <class S> static PIPETTE_INLINE auto of(typename S::F x) { return tanh<S>(x); } };
struct Sigmoid { template <class S> static PIPETTE_INLINE auto of(typename S::F x) {
  return sigmoid<S>(x); } };
struct Cos { template <class S> static PIPETTE_INLINE auto of(typename S::F x) { return cos<S>(x); } };
struct Sin { template <class S> static PIPETTE_INLINE auto of(typename S::F x) { return sin<S>(x); } };
struct Erf { template <class S> static PIPETTE_INLINE auto of(typename S::F x) { return erf<S>(x); } };
struct Sign { template <class S> static PIPETTE_INLINE auto of(typename S::F x) {
  const typename S::F one = S::splat(1.0f), zero = S::splat(0.0f);
  const typename S::U positive = S::less(zero, x), negative = S::less(x, zero);
  const typename S::F sign = S::from_bits((positive & S::bits(one)) | (negative & S::bits(-one)));
  return select<S>(S::equal(x, x), sign, x); } };
// Adding 2^23 rounds to an integer; subtract one if that rounded up. Larger numbers are integers.
struct Floor { template <class S> static PIPETTE_INLINE auto of(typename S::F x) {
  const typename S::F big = S::splat(8388608.0f), zero = S::splat(0.0f);
  const typename S::F magnitude = S::from_bits(S::bits(x) & 0x7fffffffu);
  const typename S::F toward = select<S>(S::less(x, zero), (x - big) + big, (x + big) - big);
  const typename S::F down = toward - clear<S>(~S::less(x, toward), S::splat(1.0f));
  const typename S::F signed_down = S::from_bits(S::bits(down) | (S::bits(x) & 0x80000000u));
  return select<S>(S::less(magnitude, big), signed_down, x); } };

struct Add { template <class S> static PIPETTE_INLINE auto of(typename S::F a, typename S::F b) {
  return a + b; } };
struct Subtract { template <class S> static PIPETTE_INLINE auto of(typename S::F a, typename S::F b) {
  return a - b; } };
struct Multiply { template <class S> static PIPETTE_INLINE auto of(typename S::F a, typename S::F b) {
  return a * b; } };
struct Divide { template <class S> static PIPETTE_INLINE auto of(typename S::F a, typename S::F b) {
  return a / b; } };
struct Maximum { template <class S> static PIPETTE_INLINE auto of(typename S::F a, typename S::F b) {
  return select<S>(S::less(b, a) | ~S::equal(a, a), a, b); } };
struct Minimum { template <class S> static PIPETTE_INLINE auto of(typename S::F a, typename S::F b) {
  return select<S>(S::less(a, b) | ~S::equal(a, a), a, b); } };
// clang-format on

template <class Op>
PIPETTE_NOINLINE void unary_kernel(const float* x, float* y, std::ptrdiff_t count) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        S::store(y + i, Op::template of<S>(S::load(x + i)));
      });
}

template <class Op>
PIPETTE_NOINLINE void binary_kernel(const float* a, int a_stride, const float* b, int b_stride,
                                    float* y, std::ptrdiff_t count) {
  if (a_stride == 1 && b_stride == 1) {
    for_lanes(
        count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
          using S = decltype(s);
          S::store(y + i, Op::template of<S>(S::load(a + i), S::load(b + i)));
        });
  } else if (a_stride == 1) {
    const float scalar = *b;
    for_lanes(
        count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
          using S = decltype(s);
          S::store(y + i, Op::template of<S>(S::load(a + i), S::splat(scalar)));
        });
  } else if (b_stride == 1) {
    const float scalar = *a;
    for_lanes(
        count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
          using S = decltype(s);
          S::store(y + i, Op::template of<S>(S::splat(scalar), S::load(b + i)));
        });
  } else {
    const float value = Op::template of<One>(*a, *b);
    for (std::ptrdiff_t i = 0; i < count; ++i) y[i] = value;
  }
}

PIPETTE_NOINLINE void relu_gradient(const float* gate, const float* gradient, float* y,
                                    std::ptrdiff_t count) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        S::store(y + i, keep_where_positive<S>(S::load(gate + i), S::load(gradient + i)));
      });
}

PIPETTE_NOINLINE void u8_to_float(const std::uint8_t* source, float* destination,
                                  std::ptrdiff_t count) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        S::store(destination + i, S::from_bytes(source + i));
      });
}

// 1/255 in two parts: x * high is exact, so the sum rounds once, as the double quotient would (all
// 256 bytes are tested).
template <class S>
PIPETTE_INLINE void store_unit_floats(typename S::F x, float* destination) {
  constexpr float kLow = static_cast<float>(1.0 / 255.0 - 0x1.01p-8);
  S::store(destination, x * S::splat(0x1.01p-8f) + x * S::splat(kLow));
}

PIPETTE_NOINLINE void u8_to_unit_float(const std::uint8_t* source, float* destination,
                                       std::ptrdiff_t count) {
  std::ptrdiff_t done = 0;
#if defined(__wasm_simd128__)
  // Sixteen bytes in one load; clang would widen them byte by byte.
  for (; done + 16 <= count; done += 16) {
    const v128_t bytes = wasm_v128_load(source + done);
    const v128_t halves[2] = {wasm_u16x8_extend_low_u8x16(bytes),
                              wasm_u16x8_extend_high_u8x16(bytes)};
    for (int half = 0; half < 2; ++half) {
      float* const to = destination + done + 8 * half;
      const v128_t low = wasm_u32x4_extend_low_u16x8(halves[half]);
      const v128_t high = wasm_u32x4_extend_high_u16x8(halves[half]);
      store_unit_floats<Simd<4>>((Simd<4>::F)wasm_f32x4_convert_i32x4(low), to);
      store_unit_floats<Simd<4>>((Simd<4>::F)wasm_f32x4_convert_i32x4(high), to + 4);
    }
  }
#endif
  for_lanes(
      count - done, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        store_unit_floats<S>(S::from_bytes(source + done + i), destination + done + i);
      });
}

}  // namespace pipette::kernels::PIPETTE_ISA
