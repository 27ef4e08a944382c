#include "core/random.h"

#include <cmath>

#include "core/hash.h"
#include "core/item.h"

namespace pipette {

RandomStream::RandomStream(std::uint64_t seed, std::string_view name, std::uint64_t substream)
    : substream_(substream) {
  Hash hash;
  hash.add(&seed, sizeof seed);
  hash.add(name.data(), name.size());
  key_ = {static_cast<std::uint32_t>(hash.value()), static_cast<std::uint32_t>(hash.value() >> 32)};
}

std::array<std::uint32_t, 4> philox4x32_10(std::array<std::uint32_t, 4> c,
                                           std::array<std::uint32_t, 2> k) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k[0], static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k[1], static_cast<std::uint32_t>(p0)};
    k[0] += 0x9E3779B9;
    k[1] += 0xBB67AE85;
  }
  return c;
}

void RandomStream::refill() {
  buffer_ = philox4x32_10(
      {static_cast<std::uint32_t>(block_), static_cast<std::uint32_t>(block_ >> 32),
       static_cast<std::uint32_t>(substream_), static_cast<std::uint32_t>(substream_ >> 32)},
      key_);
  ++block_;
  used_ = 0;
}

std::uint32_t RandomStream::next_u32() {
  if (used_ == 4) refill();
  return item(buffer_, used_++);
}

std::uint32_t RandomStream::uniform_int(std::uint32_t bound) {
  std::uint64_t product = std::uint64_t{next_u32()} * bound;
  if (static_cast<std::uint32_t>(product) < bound) {
    const std::uint32_t threshold = (0u - bound) % bound;
    while (static_cast<std::uint32_t>(product) < threshold) {
      product = std::uint64_t{next_u32()} * bound;
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

float RandomStream::uniform() { return static_cast<float>(next_u32() >> 8) * 0x1p-24f; }

float RandomStream::uniform(float low, float high) {
  const float value = low + (high - low) * uniform();
  return value < high || low >= high ? value : std::nextafter(high, low);  // rounded up to the end
}

float RandomStream::normal() {
  float sum = -6.0f;
  for (int i = 0; i < 12; ++i) sum += uniform();
  return sum;
}

}  // namespace pipette
