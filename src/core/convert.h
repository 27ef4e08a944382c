// Conversion between element types: the only place that defines what a cast does.
//
//   convert_element<std::uint8_t>(-5.0f) == 251;
//   convert_elements(floats, DType::f32, halves, DType::f16, count);
//
// The conversion rules of C++ apply; f16 rounds to nearest even. A float outside an integer's range
// goes through int64 (truncated, clamped there; NaN gives 0) and wraps, because the result that C++
// leaves undefined differs between processors. Pure functions.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/dtype.h"
#include "core/half.h"

namespace pipette {

template <class To>
To float_to_integer(double value) {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  if (value != value) return To{0};
  if (value >= kLimit) return static_cast<To>(std::numeric_limits<std::int64_t>::max());
  if (value < -kLimit) return static_cast<To>(std::numeric_limits<std::int64_t>::min());
  return static_cast<To>(static_cast<std::int64_t>(value));
}

template <class To, class From>
To convert_element(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (std::is_same_v<From, Half>) {
    return convert_element<To>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From{};
  } else if constexpr (std::is_same_v<To, Half>) {
    return Half(static_cast<float>(value));
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    return float_to_integer<To>(static_cast<double>(value));
  } else {
    return static_cast<To>(value);
  }
}

// Converts `count` elements one after another. Source and destination must not overlap.
void convert_elements(const void* source, DType source_dtype, void* destination,
                      DType destination_dtype, std::int64_t count);

}  // namespace pipette
