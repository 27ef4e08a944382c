// What the kernel tests share: random arrays, a run under every instruction set, bit comparison.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/random.h"
#include "kernels/instruction_set.h"

namespace pipette::kernels {

inline std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

inline std::vector<float> random_floats(std::int64_t count, const char* name, float low = -1.0f,
                                        float high = 1.0f) {
  RandomStream random(7, name);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = random.uniform(low, high);
  return values;
}

// Calls f() once under each available set; leaves the best one selected.
template <class F>
void under_every_set(F f) {
  for (const InstructionSet set : available()) {
    SCOPED_TRACE(to_word(set));
    select(set);
    f();
  }
  select(best_available());
}

// Emscripten 3.1.6's library has no std::bit_cast.
inline std::uint32_t bits_of(float x) { return __builtin_bit_cast(std::uint32_t, x); }

inline float float_of(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }

// Equal bits, or both NaN (the payload of a NaN is not promised).
inline bool same_bits(float a, float b) { return bits_of(a) == bits_of(b) || (a != a && b != b); }

inline void expect_same_bits(const std::vector<float>& expected, const std::vector<float>& actual,
                             const std::string& what) {
  ASSERT_EQ(expected.size(), actual.size()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_TRUE(same_bits(expected[i], actual[i]))
        << what << " at " << i << ": expected " << expected[i] << ", got " << actual[i];
  }
}

// f() returns a vector of floats: it must be the same under every set.
template <class F>
void expect_same_under_every_set(const std::string& what, F f) {
  select(InstructionSet::scalar);
  const std::vector<float> expected = f();
  under_every_set([&] { expect_same_bits(expected, f(), what); });
}

// Distance from `exact` in units of the float spacing at `exact`.
inline double ulps(float actual, double exact) {
  if (std::isinf(actual) || std::isinf(exact)) {
    return static_cast<double>(actual) == exact ? 0 : 1e30;
  }
  int exponent = 0;
  std::frexp(exact, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent, -125) - 24);
  return std::fabs(static_cast<double>(actual) - exact) / unit;
}

}  // namespace pipette::kernels
