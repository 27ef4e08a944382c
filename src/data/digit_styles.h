// Handwriting of the ten digits: pen paths that the digit generator distorts and draws.
//
//   for (const DigitStyle& style : digit_styles(7)) draw(style.shapes[0]);
//
// A style is one way to write a digit (a 7 with a bar, a 4 left open): a sequence of pen points
// with fixed meanings, in one or more shapes. All shapes of a style have the same number of points
// and the same marks, so any mixture of them is plausible handwriting too; the generator mixes two.
//
// Units: hundredths of the digit's height, x to the right, y down, about 0..100. Only proportions
// count: the generator normalises size as MNIST did.
//
// Source: drawn by hand for this project.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

enum class PenMark : std::uint8_t {
  smooth,  // the curve passes with a continuous tangent
  corner,  // the direction changes here
  lift,    // last point of a stroke
};

struct PenPoint {
  std::int8_t x = 0;
  std::int8_t y = 0;
  PenMark mark = PenMark::smooth;
};

inline constexpr int kMaxPenPoints = 24;  // of one shape

struct DigitStyle {
  float weight;  // relative frequency among the digit's styles
  std::vector<std::vector<PenPoint>> shapes;
};

// `digit` is 0..9. The first call, which may come from any thread, parses the digit's table.
std::span<const DigitStyle> digit_styles(int digit);

}  // namespace pipette
