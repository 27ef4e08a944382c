// IEEE 754 binary16 as a storage type: arithmetic happens in float.
//
//   Half h(1.5f);  float f = h;  // exact both ways where representable
//
// float to half rounds to nearest, ties to even; overflow gives infinity; NaN stays NaN (quiet).
// (The libc++ of Emscripten 3.1.6 lacks std::bit_cast but has the builtin.)
#pragma once

#include <cstdint>

namespace pipette {

class Half {
 public:
  Half() = default;
  explicit Half(float value) : bits_(from_float(value)) {}
  operator float() const { return to_float(bits_); }
  std::uint16_t bits() const { return bits_; }
  static Half from_bits(std::uint16_t bits) {
    Half h;
    h.bits_ = bits;
    return h;
  }

 private:
  static std::uint16_t from_float(float value) {
    const std::uint32_t f = __builtin_bit_cast(std::uint32_t, value);
    const std::uint32_t sign = (f >> 16) & 0x8000u;
    const std::uint32_t magnitude = f & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);
    if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x38800000u) {  // subnormal half: adding 0.5 makes the hardware round
      const float shifted = __builtin_bit_cast(float, magnitude) + 0.5f;
      return static_cast<std::uint16_t>(sign |
                                        (__builtin_bit_cast(std::uint32_t, shifted) - 0x3f000000u));
    }
    const std::uint32_t odd = (magnitude >> 13) & 1u;
    return static_cast<std::uint16_t>(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13));
  }

  static float to_float(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000u) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1fu;
    const std::uint32_t mantissa = half & 0x3ffu;
    if (exponent == 0) {
      const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
      return __builtin_bit_cast(float, sign | __builtin_bit_cast(std::uint32_t, magnitude));
    }
    if (exponent == 31) return __builtin_bit_cast(float, sign | 0x7f800000u | (mantissa << 13));
    return __builtin_bit_cast(float, sign | ((exponent + 112u) << 23) | (mantissa << 13));
  }

  std::uint16_t bits_ = 0;
};

}  // namespace pipette
