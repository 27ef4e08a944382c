// Touches on a canvas as gestures: tap, drag on a widget, scroll of the page, pinch.
//
//   TouchGestures touch;
//   touch.start(points, [&](float x, float y) { return rects.claim_at(x, y); });
//   for (const TouchAction& action : touch.take_actions()) apply(action);
//
// A finger is undecided until it has moved 8 px; then the widget's Claim decides whether the page
// scrolls or the widget is dragged. A second finger starts a pinch, unless a widget is already
// being dragged. Pure; lengths are in CSS pixels.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ui/rect_registry.h"

namespace pipette::app {

struct TouchPoint {
  std::int64_t id = 0;
  float x = 0, y = 0;
};

struct TouchAction {
  enum class Kind : std::uint8_t {
    move,  // pointer goes to x, y
    down,  // primary button
    up,
    leave,   // no finger: no pointer position
    scroll,  // page by dy
    pinch,   // around x, y by factor, and sideways by dx
    tap,     // follows the down and up of a tap: a text field may open the keyboard
  };
  Kind kind;
  float x = 0, y = 0;
  float dx = 0, dy = 0;
  float factor = 1;
};

class TouchGestures {
 public:
  using ClaimAt = std::function<Claim(float x, float y)>;
  static constexpr float kSlop = 8;

  // `points` are all fingers that are down.
  void start(const std::vector<TouchPoint>& points, const ClaimAt& claim_at);
  void move(const std::vector<TouchPoint>& points);
  void end(const std::vector<TouchPoint>& remaining);
  void cancel();

  std::vector<TouchAction> take_actions();

 private:
  enum class State : std::uint8_t { none, undecided, dragging, scrolling, pinching };

  void emit(TouchAction action) { actions_.push_back(action); }
  void decide(float x, float y);
  void begin_pinch(const std::vector<TouchPoint>& points);

  State state_ = State::none;
  Claim claim_ = Claim::none;
  float start_x_ = 0, start_y_ = 0;
  float last_x_ = 0, last_y_ = 0;
  float last_distance_ = 0;
  std::vector<TouchAction> actions_;
};

}  // namespace pipette::app
