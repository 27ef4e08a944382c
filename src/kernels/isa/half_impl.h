// Converts float16 to float32 and back, lane by lane, without a branch: the bits of core/half.h.
// Included only by the isa_*.cc units (see simd.h).
#pragma once

#include "kernels/isa/simd.h"

namespace pipette::kernels::PIPETTE_ISA {

// All bits of a lane where `bits` is below `limit`; both are below 2^31.
template <class S>
PIPETTE_INLINE typename S::U below(typename S::U bits, std::uint32_t limit) {
  return S::arithmetic_shift(bits - limit, 31);
}
template <class S>
PIPETTE_INLINE typename S::U choose(typename S::U mask, typename S::U a, typename S::U b) {
  return (mask & a) | (~mask & b);
}

template <class S>
PIPETTE_INLINE typename S::F widened_half(typename S::U half) {
  using U = typename S::U;
  constexpr std::uint32_t kBias = (127 - 15) << 23;  // between the exponents of the two formats
  const U magnitude = half & 0x7fffu;
  const U number = (magnitude << 13) + kBias;
  const U infinite = number + kBias;  // the largest exponent maps to the largest exponent
  const U subnormal = S::bits(S::to_float(magnitude) * S::splat(0x1p-24f));
  const U finite = choose<S>(below<S>(magnitude, 0x0400), subnormal, number);
  const U result = choose<S>(below<S>(magnitude, 0x7c00), finite, infinite);
  return S::from_bits(result | ((half & 0x8000u) << 16));
}

template <class S>
PIPETTE_INLINE typename S::U narrowed_half(typename S::F value) {
  using U = typename S::U;
  constexpr std::uint32_t kBias = (127 - 15) << 23, kHalf = 126u << 23;
  const U bits = S::bits(value);
  const U magnitude = bits & 0x7fffffffu;
  const U odd = (magnitude >> 13) & 1u;  // ties go to even
  const U number = (magnitude - kBias + 0xfffu + odd) >> 13;
  const U subnormal =
      S::bits(S::from_bits(magnitude) + S::splat(0.5f)) - kHalf;  // the addition rounds
  const U finite = choose<S>(below<S>(magnitude, kBias + (1u << 23)), subnormal, number);
  const U result =
      choose<S>(below<S>(magnitude, 0x477ff000), finite, U{} + 0x7c00u);  // 65520 and more
  return choose<S>(below<S>(magnitude, 0x7f800001), result, U{} + 0x7e00u) |
         ((bits >> 16) & 0x8000u);
}

PIPETTE_NOINLINE void half_to_float(const std::uint16_t* source, float* destination,
                                    std::ptrdiff_t count) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        S::store(destination + i, widened_half<S>(S::load_halves(source + i)));
      });
}

PIPETTE_NOINLINE void float_to_half(const float* source, std::uint16_t* destination,
                                    std::ptrdiff_t count) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
        using S = decltype(s);
        S::store_halves(destination + i, narrowed_half<S>(S::load(source + i)));
      });
}

}  // namespace pipette::kernels::PIPETTE_ISA
