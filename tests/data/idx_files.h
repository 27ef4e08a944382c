// IDX files made byte by byte, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/error.h"
#include "data/idx.h"

namespace pipette::testing_support {

using Bytes = std::vector<std::byte>;

constexpr ExpectedIdx kImages{DType::u8, 3};
constexpr ExpectedIdx kLabels{DType::u8, 1};

inline Bytes header(std::uint8_t code, const std::vector<std::uint32_t>& sizes) {
  Bytes bytes{std::byte{0}, std::byte{0}, std::byte{code}, static_cast<std::byte>(sizes.size())};
  for (const std::uint32_t size : sizes) {
    for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<std::byte>(size >> shift));
  }
  return bytes;
}

// Element i is 3 * i modulo 256.
inline Bytes idx(const std::vector<std::uint32_t>& sizes, std::uint8_t code = 0x08) {
  Bytes bytes = header(code, sizes);
  std::size_t count = 1;
  for (const std::uint32_t size : sizes) count *= size;
  for (std::size_t i = 0; i < count; ++i) bytes.push_back(static_cast<std::byte>(3 * i));
  return bytes;
}

// The message of the InvalidArgument that reading throws.
inline std::string reading_fails(const Bytes& bytes, const ExpectedIdx& expected = kImages) {
  try {
    read_idx(bytes, "some-file", expected);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "no InvalidArgument";
}

// A file with these bytes behind its header.
inline Bytes with_elements(std::uint8_t code, const std::vector<std::uint32_t>& sizes,
                           std::initializer_list<int> elements) {
  Bytes bytes = header(code, sizes);
  for (const int each : elements) bytes.push_back(static_cast<std::byte>(each));
  return bytes;
}

}  // namespace pipette::testing_support
