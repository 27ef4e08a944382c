#include "core/hash.h"

#include "core/archive.h"
#include "core/item.h"

namespace pipette {

void Hash::add(const void* bytes, std::size_t count) {
  const auto* p = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < count; ++i) value_ = (value_ ^ p[i]) * 0x100000001b3u;
}

std::string Hash::hex() const {
  std::string text(16, '0');
  for (int i = 0; i < 16; ++i) {
    item(text, i) = "0123456789abcdef"[(value_ >> (60 - 4 * i)) & 15u];
  }
  return text;
}

// In halves: as a whole it would be outside the range of an archive.
void Hash::archive(Archive& a) {
  auto low = static_cast<std::uint32_t>(value_), high = static_cast<std::uint32_t>(value_ >> 32);
  a("low", low)("high", high);
  value_ = std::uint64_t{high} << 32 | low;
}

}  // namespace pipette
