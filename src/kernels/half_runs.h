// Widens runs of float16 elements to float32, in which kernels compute, and converts back. Internal
// to this room.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/half.h"
#include "kernels/kernel_table.h"

namespace pipette::kernels {

static_assert(sizeof(Half) == sizeof(std::uint16_t) && std::is_trivially_copyable_v<Half>);

constexpr std::int64_t kHalfRun =
    512;  // elements that are widened at a time: 2 KB stay in the cache

inline void widen(const Half* from, float* to, std::int64_t count) {
  table().half_to_float(reinterpret_cast<const std::uint16_t*>(from), to, size(count));
}
inline void narrow(const float* from, Half* to, std::int64_t count) {
  table().float_to_half(from, reinterpret_cast<std::uint16_t*>(to), size(count));
}

}  // namespace pipette::kernels
