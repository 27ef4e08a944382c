// FNV-1a, 64 bits: the fingerprint of weights, losses and experiments. Not cryptographic.
//
//   Hash h;  h.add(weights.bytes(), weights.num_bytes());  h.hex() == "9a0b..." (16 digits)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/archive_fwd.h"

namespace pipette {

class Hash {
 public:
  void add(const void* bytes, std::size_t count);
  std::uint64_t value() const { return value_; }
  std::string hex() const;
  void archive(Archive& a);
  friend bool operator==(const Hash&, const Hash&) = default;

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace pipette
