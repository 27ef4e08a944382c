// A vector of W floats on the compilers' vector extension (common to g++ and clang), and a plain
// float for W = 1: kernels are written once, on Simd<W>.
//
// Included only by the isa_*.cc units, each of which defines PIPETTE_WIDTH and PIPETTE_ISA, the
// namespace that separates code compiled with different -m flags. These units must not call an
// inline function of any other header: the linker could pick the copy that uses instructions the
// processor lacks.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE4_1__) && !defined(__EMSCRIPTEN__)
#include <immintrin.h>  // always-inline functions only
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>  // likewise
#endif

#define PIPETTE_INLINE __attribute__((always_inline)) inline
#define PIPETTE_NOINLINE __attribute__((noinline))
#if defined(__clang__)
#define PIPETTE_UNROLL _Pragma("clang loop unroll(full)")
#define PIPETTE_UNROLL_BY_4 _Pragma("clang loop unroll_count(4)")
#else
#define PIPETTE_UNROLL _Pragma("GCC unroll 16")
#define PIPETTE_UNROLL_BY_4 _Pragma("GCC unroll 4")
#endif

namespace pipette::kernels::PIPETTE_ISA {

// g++ accepts vector_size only if it does not depend on a template parameter.
template <int kLanes>
struct VectorTypes;
#define PIPETTE_VECTOR_TYPES(lanes)                                  \
  template <>                                                        \
  struct VectorTypes<lanes> {                                        \
    typedef float F __attribute__((vector_size(lanes * 4)));         \
    typedef std::uint32_t U __attribute__((vector_size(lanes * 4))); \
    typedef std::int32_t I __attribute__((vector_size(lanes * 4)));  \
    typedef std::uint8_t B __attribute__((vector_size(lanes)));      \
    typedef std::uint16_t H __attribute__((vector_size(lanes * 2))); \
  };
PIPETTE_VECTOR_TYPES(4)
PIPETTE_VECTOR_TYPES(8)
PIPETTE_VECTOR_TYPES(16)
#undef PIPETTE_VECTOR_TYPES

template <int kLanes>
struct Simd {
  static constexpr int W = kLanes;
  using F = typename VectorTypes<kLanes>::F;
  using U = typename VectorTypes<kLanes>::U;  // bits, and masks: 0 or ~0
  using I = typename VectorTypes<kLanes>::I;

  static PIPETTE_INLINE F load(const float* p) {
    F v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
  }
  static PIPETTE_INLINE void store(float* p, F v) { __builtin_memcpy(p, &v, sizeof v); }
  static PIPETTE_INLINE F splat(float x) { return x - F{}; }  // folds to a broadcast; keeps -0
  static PIPETTE_INLINE U bits(F v) { return (U)v; }
  static PIPETTE_INLINE F from_bits(U u) { return (F)u; }
  static PIPETTE_INLINE U less(F a, F b) { return (U)(a < b); }
  static PIPETTE_INLINE U equal(F a, F b) { return (U)(a == b); }
  static PIPETTE_INLINE F to_float(U signed_integer) {
    return __builtin_convertvector((I)signed_integer, F);
  }
#if defined(__SSE4_1__) && defined(__GNUC__) && !defined(__clang__)
  static PIPETTE_INLINE U widened(typename VectorTypes<kLanes>::B bytes) {
    if constexpr (kLanes == 4) {
      int four;
      __builtin_memcpy(&four, &bytes, sizeof four);
      return (U)_mm_cvtepu8_epi32(_mm_cvtsi32_si128(four));
    }
#if defined(__AVX2__)
    if constexpr (kLanes == 8) {
      long long eight;
      __builtin_memcpy(&eight, &bytes, sizeof eight);
      return (U)_mm256_cvtepu8_epi32(_mm_cvtsi64_si128(eight));
    }
#endif
#if defined(__AVX512F__)
    if constexpr (kLanes == 16) return (U)_mm512_maskz_cvtepu8_epi32(0xffff, (__m128i)bytes);
#endif
  }
#endif
  static PIPETTE_INLINE F from_bytes(const std::uint8_t* p) {
    typename VectorTypes<kLanes>::B bytes;
    __builtin_memcpy(&bytes, p, sizeof bytes);
#if defined(__SSE4_1__) && defined(__GNUC__) && !defined(__clang__)
    return to_float(widened(bytes));  // g++ 12 splits the conversion below into bytes
#else
    return to_float(__builtin_convertvector(bytes, U));
#endif
  }
  // The bits of float16 elements, in the lower half of each lane.
  static PIPETTE_INLINE U load_halves(const std::uint16_t* p) {
    typename VectorTypes<kLanes>::H halves;
    __builtin_memcpy(&halves, p, sizeof halves);
    return __builtin_convertvector(halves, U);
  }
  static PIPETTE_INLINE void store_halves(std::uint16_t* p, U u) {
    const auto halves = __builtin_convertvector(u, typename VectorTypes<kLanes>::H);
    __builtin_memcpy(p, &halves, sizeof halves);
  }
  static PIPETTE_INLINE U arithmetic_shift(U u, int count) { return (U)((I)u >> count); }
  static PIPETTE_INLINE F sqrt(F v) {
#if defined(__wasm_simd128__)
    static_assert(kLanes == 4);
    return (F)wasm_f32x4_sqrt((v128_t)v);  // clang 14 splits the loop below
#else
    F root;
    for (int i = 0; i < W; ++i) root[i] = __builtin_sqrtf(v[i]);
    return root;
#endif
  }
};

template <>
struct Simd<1> {
  static constexpr int W = 1;
  using F = float;
  using U = std::uint32_t;
  using I = std::int32_t;

  static PIPETTE_INLINE F load(const float* p) { return *p; }
  static PIPETTE_INLINE void store(float* p, F v) { *p = v; }
  static PIPETTE_INLINE F splat(float x) { return x; }
  static PIPETTE_INLINE U bits(F v) { return __builtin_bit_cast(U, v); }
  static PIPETTE_INLINE F from_bits(U u) { return __builtin_bit_cast(F, u); }
  static PIPETTE_INLINE U less(F a, F b) { return a < b ? ~U{0} : U{0}; }
  static PIPETTE_INLINE U equal(F a, F b) { return a == b ? ~U{0} : U{0}; }
  static PIPETTE_INLINE F to_float(U signed_integer) {
    return static_cast<float>(static_cast<I>(signed_integer));
  }
  static PIPETTE_INLINE F from_bytes(const std::uint8_t* p) { return static_cast<float>(*p); }
  static PIPETTE_INLINE U load_halves(const std::uint16_t* p) { return *p; }
  static PIPETTE_INLINE void store_halves(std::uint16_t* p, U u) {
    *p = static_cast<std::uint16_t>(u);
  }
  static PIPETTE_INLINE U arithmetic_shift(U u, int count) {
    return static_cast<U>(static_cast<I>(u) >> count);
  }
  static PIPETTE_INLINE F sqrt(F v) { return __builtin_sqrtf(v); }
};

// mask ? a : b, lane by lane
template <class S>
PIPETTE_INLINE typename S::F select(typename S::U mask, typename S::F a, typename S::F b) {
  return S::from_bits((mask & S::bits(a)) | (~mask & S::bits(b)));
}
// 0 where the mask is set
template <class S>
PIPETTE_INLINE typename S::F clear(typename S::U mask, typename S::F a) {
  return S::from_bits(~mask & S::bits(a));
}
template <class S>
PIPETTE_INLINE typename S::F relu(typename S::F v) {
  return clear<S>(S::less(v, S::splat(0.0f)), v);
}
template <class S>
PIPETTE_INLINE typename S::F keep_where_positive(typename S::F gate, typename S::F v) {
  return S::from_bits(S::less(S::splat(0.0f), gate) & S::bits(v));
}

// 0 where v is finite: v - v is +0 there, and NaN where v is infinite or NaN.
template <class S>
PIPETTE_INLINE typename S::U not_finite_bits(typename S::F v) {
  return S::bits(v - v);
}
// The bitwise or of all lanes.
template <class S>
PIPETTE_INLINE std::uint32_t any_bit(typename S::U u) {
  std::uint32_t lanes[S::W], all = 0;
  __builtin_memcpy(lanes, &u, sizeof lanes);
  for (const std::uint32_t lane : lanes) all |= lane;
  return all;
}

constexpr int kWidth = PIPETTE_WIDTH;
using Wide = Simd<kWidth>;
using Narrow = Simd<(kWidth > 4 ? 4 : kWidth)>;  // for the columns after the last full vector
using One = Simd<1>;
using Four = Simd<4>;  // in every build: for blocks of four by four

// Transposes four rows of four.
PIPETTE_INLINE void transpose(Four::F (&v)[4]) {
  const Four::F low = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
  const Four::F high = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
  const Four::F low_below = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
  const Four::F high_below = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
  v[0] = __builtin_shufflevector(low, low_below, 0, 1, 4, 5);
  v[1] = __builtin_shufflevector(low, low_below, 2, 3, 6, 7);
  v[2] = __builtin_shufflevector(high, high_below, 0, 1, 4, 5);
  v[3] = __builtin_shufflevector(high, high_below, 2, 3, 6, 7);
}

// Calls f(S{}, i) for whole vectors of S starting at i in [0, count), then for single elements: the
// same arithmetic whatever the width.
template <class F>
PIPETTE_INLINE void for_lanes(std::ptrdiff_t count, F f) {
  std::ptrdiff_t i = 0;
  for (; i + kWidth <= count; i += kWidth) f(Wide{}, i);
  if constexpr (kWidth > Narrow::W) {
    for (; i + Narrow::W <= count; i += Narrow::W) f(Narrow{}, i);
  }
  if constexpr (kWidth > 1) {
    for (; i < count; ++i) f(One{}, i);
  }
}

}  // namespace pipette::kernels::PIPETTE_ISA
