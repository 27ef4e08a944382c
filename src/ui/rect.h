// A rectangle in CSS pixels and the few cuts that layouts need.
//
//   Rect body = page;
//   Rect header = body.cut_top(44);          // takes the header off, body keeps the rest
//   auto columns = body.columns({2, 1}, 12);  // widths 2:1 with 12 px between them
//
// A plain value. Cuts never give a negative size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <vector>

namespace pipette::app {

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;

  float right() const { return x + w; }
  float bottom() const { return y + h; }
  float center_x() const { return x + w / 2; }
  float center_y() const { return y + h / 2; }
  bool contains(float px, float py) const {
    return px >= x && px < right() && py >= y && py < bottom();
  }
  bool overlaps(const Rect& other) const {
    return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
  }
  Rect inset(float dx, float dy) const {
    return {x + dx, y + dy, std::max(0.0f, w - 2 * dx), std::max(0.0f, h - 2 * dy)};
  }
  Rect inset(float d) const { return inset(d, d); }
  Rect moved(float dx, float dy) const { return {x + dx, y + dy, w, h}; }

  Rect cut_top(float height, float gap = 0) {
    const float taken = std::min(h, height);
    const Rect part = {x, y, w, taken};
    const float used = std::min(h, height + gap);
    y += used;
    h -= used;
    return part;
  }
  Rect cut_bottom(float height, float gap = 0) {
    const float taken = std::min(h, height);
    const Rect part = {x, bottom() - taken, w, taken};
    h -= std::min(h, height + gap);
    return part;
  }
  Rect cut_left(float width, float gap = 0) {
    const float taken = std::min(w, width);
    const Rect part = {x, y, taken, h};
    const float used = std::min(w, width + gap);
    x += used;
    w -= used;
    return part;
  }
  Rect cut_right(float width, float gap = 0) {
    const float taken = std::min(w, width);
    const Rect part = {right() - taken, y, taken, h};
    w -= std::min(w, width + gap);
    return part;
  }
  // Columns side by side, with widths in the proportion of `weights`.
  std::vector<Rect> columns(std::initializer_list<float> weights, float gap) const {
    float sum = 0;
    for (const float weight : weights) sum += weight;
    const float free = std::max(0.0f, w - gap * static_cast<float>(weights.size() - 1));
    std::vector<Rect> result;
    float left = x;
    for (const float weight : weights) {
      const float width = free * weight / sum;
      result.push_back({left, y, width, h});
      left += width + gap;
    }
    return result;
  }
};

// How far down `view` must scroll to show `area`, or its top if it is too tall; 0 if it is visible.
inline float way_into(const Rect& view, const Rect& area) {
  const float below = std::max(0.0f, area.bottom() - view.bottom());
  return below + std::min(0.0f, area.y - below - view.y);
}

}  // namespace pipette::app
