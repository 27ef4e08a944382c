// Writes SVG: shapes, strokes, text that remains text, pictures, and clipping.
//
//   Svg svg;
//   svg.clip({0, 0, 100, 40});
//   svg.polygon({{0, 0}, {10, 0}, {10, 5}}, color);
//   svg.text({.x = 4, .baseline = 12, .width = 30, .size = 13, .font = "Inter"}, "Loss", color);
//   svg.document({0, 0, 100, 40}, "The loss", style);
//
// Coordinates are CSS pixels with two decimals. Consecutive shapes of one colour become one path.
// Pure. One thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "imgui.h"
#include "ui/rect.h"

namespace pipette::app {

class Svg {
 public:
  using Points = std::vector<ImVec2>;

  // Clips all following shapes to `area`, until the next call.
  void clip(const Rect& area);
  void polygon(Points points, ImU32 color);
  // The colour goes from `begin` at `from` to `end` at `to`.
  void gradient(const Points& points, ImVec2 from, ImU32 begin, ImVec2 to, ImU32 end);
  void stroke(const Points& points, float thickness, ImU32 color);
  void image(const Rect& area, const std::string& png);
  struct Line {
    float x = 0, baseline = 0, width = 0, size = 0;
    const char* font = "";
    int weight = 400;
  };
  void text(const Line& line, const std::string& words, ImU32 color);

  // The whole document, cropped to `area`. `style` is CSS.
  std::string document(const Rect& area, const std::string& title, const std::string& style);

 private:
  void end_path();

  std::string body_, definitions_;
  std::string path_;  // of polygons that share path_color_
  ImU32 path_color_ = 0;
  bool clipped_ = false;
  std::vector<std::pair<std::string, int>> clips_;  // clip path and its number
  int gradients_ = 0;
};

}  // namespace pipette::app
