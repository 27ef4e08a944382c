// Draws a pen path as an MNIST image: with anti-aliasing, its longer side scaled to 20 pixels, and
// its centre of mass moved to the centre of 28 x 28 pixels.
//
//   PenPath path = ...;                 // any size, any place
//   std::uint8_t image[kDigitPixels];
//   draw_digit(path, /*pen_radius=*/1.4f, image);
//
// Between points that are not corners the pen follows a Catmull-Rom curve, drawn as short straight
// pieces. A pixel's ink is the coverage max(0, min(1, radius + 1/2 - distance)), where distance is
// measured from its centre to the nearest piece.
//
// Same bits everywhere: only + - * / sqrt and comparisons of floats, in a fixed order.
//
// Inaccuracies: the coverage is exact only for straight edges that are far apart; MNIST was scaled
// from scanned black and white pictures, which leaves edges a little rougher.
//
// Thread rules: a free function, no shared state.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "data/digit_styles.h"

namespace pipette {

inline constexpr int kDigitSide = 28;
inline constexpr int kDigitPixels = kDigitSide * kDigitSide;

struct PenPath {
  int size = 0;  // number of points, at most kMaxPenPoints; the last one lifts the pen
  std::array<float, kMaxPenPoints> x;
  std::array<float, kMaxPenPoints> y;
  std::array<PenMark, kMaxPenPoints> mark;
};

// `pen_radius` is 0.5 to 4 pixels of the image.
void draw_digit(const PenPath& path, float pen_radius, std::span<std::uint8_t, kDigitPixels> image);

}  // namespace pipette
