// exp, log, tanh, sigmoid, cos, sin and erf on Simd<W>: the same operations in the same order for
// every width. Included only by the isa_*.cc units (see simd.h); documented in
// kernels/transcendental.h.
//
// Polynomials: S. Moshier, Cephes mathematical library 2.2, single precision (expf.c, logf.c,
// tanhf.c, sinf.c, ndtrf.c); erf beyond 1: Abramowitz and Stegun 1964, 7.1.26.
#pragma once

#include "kernels/isa/simd.h"

namespace pipette::kernels::PIPETTE_ISA {

// c[0] x^(n-1) + ... + c[n-1], by Horner's rule.
template <class S, int kTerms>
PIPETTE_INLINE typename S::F polynomial(const float (&c)[kTerms], typename S::F x) {
  typename S::F sum = S::splat(c[0]);
  PIPETTE_UNROLL
  for (int i = 1; i < kTerms; ++i) sum = sum * x + S::splat(c[i]);
  return sum;
}

template <class S>
PIPETTE_INLINE typename S::F exp(typename S::F x) {
  using F = typename S::F;
  using U = typename S::U;
  constexpr float kTerms[] = {1.9875691500E-4f, 1.3981999507E-3f, 8.3334519073E-3f,
                              4.1665795894E-2f, 1.6666665459E-1f, 5.0000001201E-1f};
  const F round = S::splat(12582912.0f);  // 1.5 * 2^23: adding it rounds to an integer
  const F shifted = x * S::splat(1.44269504088896341f) + round;
  const F n = shifted - round;
  // ln 2 in two parts; the first has few bits, so its product with n is exact.
  const F r = (x - n * S::splat(0.693359375f)) - n * S::splat(-2.12194440e-4f);
  const F p = (polynomial<S>(kTerms, r) * (r * r) + r) + S::splat(1.0f);
  // 2^n in two factors, because 2^128 overflows.
  const U exponent = S::bits(shifted) - S::bits(round);
  const U half = S::arithmetic_shift(exponent, 1);
  F y = p * S::from_bits((half + 127u) << 23);
  y = y * S::from_bits((exponent - half + 127u) << 23);
  y = select<S>(S::less(S::splat(88.72283935546875f), x), S::splat(__builtin_inff()), y);
  y = clear<S>(S::less(x, S::splat(-87.33654022216796875f)), y);
  return select<S>(S::equal(x, x), y, x);
}

template <class S>
PIPETTE_INLINE typename S::F log(typename S::F x) {
  using F = typename S::F;
  using U = typename S::U;
  constexpr float kTerms[] = {7.0376836292E-2f,  -1.1514610310E-1f, 1.1676998740E-1f,
                              -1.2420140846E-1f, 1.4249322787E-1f,  -1.6668057665E-1f,
                              2.0000714765E-1f,  -2.4999993993E-1f, 3.3333331174E-1f};
  const U subnormal = S::less(x, S::splat(1.17549435e-38f));
  const F scaled = select<S>(subnormal, x * S::splat(8388608.0f), x);  // * 2^23
  // Subtracting the bits of sqrt(1/2) makes the exponent field count from m in [sqrt(1/2),
  // sqrt(2)).
  const U offset = S::bits(scaled) - 0x3f3504f3u;
  const F e = S::to_float(S::arithmetic_shift(offset, 23)) -
              S::from_bits(subnormal & S::bits(S::splat(23.0f)));
  const F m = S::from_bits((offset & 0x007fffffu) + 0x3f3504f3u);
  const F f = m - S::splat(1.0f);
  const F z = f * f;
  F y = f * z * polynomial<S>(kTerms, f);
  y = y + e * S::splat(-2.12194440e-4f);
  y = y - S::splat(0.5f) * z;
  F result = (f + y) + e * S::splat(0.693359375f);
  const F infinity = S::splat(__builtin_inff());
  result = select<S>(S::equal(x, infinity), infinity, result);
  result = select<S>(S::equal(x, S::splat(0.0f)), S::splat(-__builtin_inff()), result);
  const U invalid = S::less(x, S::splat(0.0f)) | ~S::equal(x, x);
  return select<S>(invalid, S::splat(__builtin_nanf("")), result);
}

template <class S>
PIPETTE_INLINE typename S::F tanh(typename S::F x) {
  using F = typename S::F;
  using U = typename S::U;
  constexpr float kTerms[] = {-5.70498872745E-3f, 2.06390887954E-2f, -5.37397155531E-2f,
                              1.33314422036E-1f, -3.33332819422E-1f};
  const U sign = S::bits(x) & 0x80000000u;
  const F magnitude = S::from_bits(S::bits(x) & 0x7fffffffu);
  const F one = S::splat(1.0f);
  const F large = one - S::splat(2.0f) / (exp<S>(magnitude + magnitude) + one);
  const F z = x * x;
  const F small = polynomial<S>(kTerms, z) * z * x + x;
  const F result = select<S>(S::less(magnitude, S::splat(0.625f)), small, large);
  return S::from_bits(S::bits(result) | sign);  // also gives tanh(-0) = -0
}

template <class S>
PIPETTE_INLINE typename S::F sigmoid(typename S::F x) {
  const typename S::F one = S::splat(1.0f);
  return one / (one + exp<S>(S::from_bits(S::bits(x) ^ 0x80000000u)));
}

// The cosine of x - quarter * pi / 2: sin(x) is cos with one quarter.
template <class S>
PIPETTE_INLINE typename S::F cos_minus(typename S::F x, unsigned quarter) {
  using F = typename S::F;
  using U = typename S::U;
  constexpr float kSin[] = {-1.9515295891E-4f, 8.3321608736E-3f, -1.6666654611E-1f};
  constexpr float kCos[] = {2.443315711809948E-5f, -1.388731625493765E-3f, 4.166664568298827E-2f};
  const F round = S::splat(12582912.0f);  // 1.5 * 2^23: adding it rounds to an integer
  const F shifted = x * S::splat(0.636619772367581343f) + round;
  const F n = shifted - round;
  // pi / 2 in three parts; the products of the first two with n are exact.
  const F r = ((x - n * S::splat(1.5703125f)) - n * S::splat(4.837512969970703125E-4f)) -
              n * S::splat(7.54978995489188216E-8f);
  const F z = r * r;
  const F sine = polynomial<S>(kSin, z) * z * r + r;
  const F cosine = polynomial<S>(kCos, z) * z * z - S::splat(0.5f) * z + S::splat(1.0f);
  const U q = S::bits(shifted) - S::bits(round) - quarter;
  const F value = select<S>(0u - (q & 1u), sine, cosine);
  // cos, -sin, -cos and sin by quarter.
  const F result = S::from_bits(S::bits(value) ^ (((q + 1u) & 2u) << 30));
  const F magnitude = S::from_bits(S::bits(x) & 0x7fffffffu);
  return select<S>(S::less(magnitude, S::splat(100000.0f)), result, S::splat(__builtin_nanf("")));
}

template <class S>
PIPETTE_INLINE typename S::F cos(typename S::F x) {
  return cos_minus<S>(x, 0u);
}

template <class S>
PIPETTE_INLINE typename S::F sin(typename S::F x) {
  return cos_minus<S>(x, 1u);
}

template <class S>
PIPETTE_INLINE typename S::F erf(typename S::F x) {
  using F = typename S::F;
  constexpr float kSmall[] = {
      7.853861353153693E-5f, -8.010193625184903E-4f, 5.188327685732524E-3f, -2.685381193529856E-2f,
      1.128358514861418E-1f, -3.761262582423300E-1f, 1.128379165726710E+0f};
  constexpr float kLarge[] = {1.061405429f, -1.453152027f, 1.421413741f, -0.284496736f,
                              0.254829592f};
  const F one = S::splat(1.0f);
  const F magnitude = S::from_bits(S::bits(x) & 0x7fffffffu);
  const F z = x * x;
  const F t = one / (one + S::splat(0.3275911f) * magnitude);
  const F large =
      one - polynomial<S>(kLarge, t) * t * exp<S>(S::from_bits(S::bits(z) ^ 0x80000000u));
  const F result = select<S>(S::less(magnitude, one), polynomial<S>(kSmall, z) * magnitude, large);
  return S::from_bits(S::bits(result) | (S::bits(x) & 0x80000000u));
}

}  // namespace pipette::kernels::PIPETTE_ISA
