// Test digits and the user's drawing, as plain values. Pointers are borrowed for one frame.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace pipette::app {

struct DigitsModel {
  struct Digit {
    const float* pixels = nullptr;  // 28 x 28, 0..1; may be null
    int label = 0;
    int prediction = -1;  // -1: not asked yet
    float confidence = 0;
  };
  std::vector<Digit> digits;
  std::uint64_t version = 0;  // changes when pictures change
};

struct DrawingModel {
  bool classified = false;
  std::array<float, 10> probabilities{};
  std::int64_t trained_steps = 0;
};

}  // namespace pipette::app
