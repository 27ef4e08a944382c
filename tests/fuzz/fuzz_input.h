// Values made from the bytes of a fuzz input, in order. Where the bytes have ended everything is 0.
//
//   FuzzInput input(bytes);
//   const auto schedule = static_cast<PipelineSchedule>(input.integer(0, 2));
//   while (!input.ended()) steps.push_back(input.integer(0, 9));
//
// Numbers of a narrow range take one byte, so that libFuzzer's changes of a byte are changes of a
// number.
#pragma once

#include <bit>
#include <cstdint>

#include "fuzz/fuzz_target.h"

namespace pipette::fuzz {

class FuzzInput {
 public:
  explicit FuzzInput(Bytes bytes) : rest_(bytes) {}

  bool ended() const { return rest_.empty(); }
  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto value = std::to_integer<std::uint8_t>(rest_[0]);
    rest_ = rest_.subspan(1);
    return value;
  }
  std::uint64_t word() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | byte();
    return value;
  }
  bool flag() { return (byte() & 1) != 0; }
  // From `least` to `most`.
  std::int64_t integer(std::int64_t least, std::int64_t most) {
    const std::uint64_t range =
        static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
    const std::uint64_t value = range < 256 ? byte() : word();
    const std::uint64_t offset = range == UINT64_MAX ? value : value % (range + 1);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(least) + offset);
  }
  // Mostly a number of a few digits, now and then one of any size and sign.
  std::int64_t number() {
    const std::uint8_t kind = byte();
    if (kind == 255) return static_cast<std::int64_t>(word());
    return kind < 250 ? kind : kind - 256;
  }
  // As `number()`; now and then any bits at all, infinities and NaNs among them.
  double real() {
    const std::uint8_t kind = byte();
    if (kind == 255) return std::bit_cast<double>(word());
    return kind < 128 ? kind : (kind - 192) / 16.0;
  }

 private:
  Bytes rest_;
};

}  // namespace pipette::fuzz
