#include "cards/digit_canvas.h"

#include <algorithm>
#include <cmath>

#include "core/item.h"

namespace pipette::app {
namespace {

using Point = DigitCanvas::Point;

float distance_to_segment(Point p, Point a, Point b) {
  const float dx = b.x - a.x;
  const float dy = b.y - a.y;
  const float length2 = dx * dx + dy * dy;
  float t = 0;
  if (length2 > 0) t = std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0f, 1.0f);
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

// Draws strokes, given in pixels of the picture, with soft edges one pixel wide.
DigitCanvas::Picture draw(const std::vector<std::vector<Point>>& strokes) {
  DigitCanvas::Picture picture{};
  for (int y = 0; y < DigitCanvas::kSide; ++y) {
    for (int x = 0; x < DigitCanvas::kSide; ++x) {
      const Point center = {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
      float nearest = 1e9f;
      for (const std::vector<Point>& stroke : strokes) {
        for (std::size_t i = 0; i < stroke.size(); ++i) {
          const Point& before = stroke[i == 0 ? 0 : i - 1];
          nearest = std::min(nearest, distance_to_segment(center, before, stroke[i]));
        }
      }
      item(picture, y * DigitCanvas::kSide + x) =
          std::clamp(DigitCanvas::kPenRadius - nearest + 0.5f, 0.0f, 1.0f);
    }
  }
  return picture;
}

Point center_of_mass(const DigitCanvas::Picture& picture) {
  float sum = 0;
  Point center;
  for (std::size_t i = 0; i < picture.size(); ++i) {
    sum += picture[i];
    center.x += picture[i] * (static_cast<float>(i % DigitCanvas::kSide) + 0.5f);
    center.y += picture[i] * (static_cast<float>(i / DigitCanvas::kSide) + 0.5f);
  }
  if (sum <= 0) return {DigitCanvas::kSide / 2.0f, DigitCanvas::kSide / 2.0f};
  return {center.x / sum, center.y / sum};
}

}  // namespace

void DigitCanvas::begin_stroke(Point at) { strokes_.push_back({at}); }

bool DigitCanvas::extend(Point to) {
  if (strokes_.empty()) return false;
  const Point last = strokes_.back().back();
  if (std::hypot(to.x - last.x, to.y - last.y) < 0.004f) return false;
  strokes_.back().push_back(to);
  return true;
}

DigitCanvas::Picture DigitCanvas::rasterize() const {
  if (strokes_.empty()) return Picture{};
  Point low = {1e9f, 1e9f};
  Point high = {-1e9f, -1e9f};
  for (const std::vector<Point>& stroke : strokes_) {
    for (const Point& point : stroke) {
      low = {std::min(low.x, point.x), std::min(low.y, point.y)};
      high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
  }
  // The pen's width counts as part of the drawing, so that a dot stays a dot and does not fill the
  // box.
  const float longest = std::max({high.x - low.x, high.y - low.y, 0.08f});
  const float scale = (kBox - 2 * kPenRadius) / longest;
  const Point middle = {(low.x + high.x) / 2, (low.y + high.y) / 2};
  constexpr float kMiddle = kSide / 2.0f;
  std::vector<std::vector<Point>> scaled = strokes_;
  for (std::vector<Point>& stroke : scaled) {
    for (Point& point : stroke) {
      point = {kMiddle + (point.x - middle.x) * scale, kMiddle + (point.y - middle.y) * scale};
    }
  }
  const Point mass = center_of_mass(draw(scaled));
  for (std::vector<Point>& stroke : scaled) {
    for (Point& point : stroke) {
      point = {point.x + kMiddle - mass.x, point.y + kMiddle - mass.y};
    }
  }
  return draw(scaled);
}

}  // namespace pipette::app
