// Strokes drawn on a square pad, converted to an image like those of MNIST.
//
//   DigitCanvas canvas;
//   canvas.begin_stroke({0.5f, 0.1f});  canvas.extend({0.5f, 0.9f});
//   std::array<float, 784> picture = canvas.rasterize();
//
// The image is made as for MNIST: the drawing is scaled so that its longer side is 20 pixels, drawn
// with soft edges by a pen of about 2.4 pixels, and placed with its centre of mass in the middle of
// 28 x 28. Pad coordinates are 0..1. Pure; an empty pad gives an empty picture.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace pipette::app {

class DigitCanvas {
 public:
  static constexpr int kSide = 28;
  static constexpr float kBox = 20;
  static constexpr float kPenRadius = 1.2f;  // pixels of the 28 x 28 picture
  using Picture = std::array<float, std::size_t{kSide} * kSide>;

  struct Point {
    float x = 0, y = 0;
  };

  void begin_stroke(Point at);
  // False if nothing changes: no stroke has begun, or `to` is no farther.
  bool extend(Point to);
  void clear() { strokes_.clear(); }
  bool empty() const { return strokes_.empty(); }
  const std::vector<std::vector<Point>>& strokes() const { return strokes_; }

  Picture rasterize() const;

 private:
  std::vector<std::vector<Point>> strokes_;
};

}  // namespace pipette::app
