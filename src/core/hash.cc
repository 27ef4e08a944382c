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

void Hash::archive(Archive& a) { a("value", value_); }

}  // namespace pipette
