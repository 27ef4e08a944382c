// Comparing what programs leave behind, as bytes of floats.
//
//   EXPECT_TRUE(same_bits(program.state(), expected));
#pragma once

#include <cstring>
#include <string>

namespace pipette::testing_support {

// Equal bits, except that one NaN is as good as another.
inline bool same_bits(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i + 4 <= a.size(); i += 4) {
    float x, y;
    std::memcpy(&x, a.data() + i, 4);
    std::memcpy(&y, b.data() + i, 4);
    if (std::memcmp(&x, &y, 4) != 0 && !(x != x && y != y)) return false;
  }
  return true;
}

}  // namespace pipette::testing_support
