#include "ui/touch_gestures.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pipette::app {
namespace {

using Kind = TouchAction::Kind;

float distance(const TouchPoint& a, const TouchPoint& b) {
  return std::max(1.0f, std::hypot(a.x - b.x, a.y - b.y));
}

}  // namespace

void TouchGestures::begin_pinch(const std::vector<TouchPoint>& points) {
  state_ = State::pinching;
  last_distance_ = distance(points[0], points[1]);
  last_x_ = (points[0].x + points[1].x) / 2;
  last_y_ = (points[0].y + points[1].y) / 2;
  emit({.kind = Kind::move, .x = last_x_, .y = last_y_});
}

void TouchGestures::start(const std::vector<TouchPoint>& points, const ClaimAt& claim_at) {
  if (points.size() >= 2) {
    if (state_ != State::dragging) begin_pinch(points);
    return;
  }
  if (points.empty()) return;
  start_x_ = last_x_ = points[0].x;
  start_y_ = last_y_ = points[0].y;
  claim_ = claim_at(start_x_, start_y_);
  emit({.kind = Kind::move, .x = start_x_, .y = start_y_});
  if (claim_ == Claim::drag) {
    state_ = State::dragging;
    emit({.kind = Kind::down, .x = start_x_, .y = start_y_});
  } else {
    state_ = State::undecided;
  }
}

void TouchGestures::decide(float x, float y) {
  const float dx = std::fabs(x - start_x_);
  const float dy = std::fabs(y - start_y_);
  if (std::max(dx, dy) < kSlop) return;
  if (claim_ == Claim::horizontal && dx > dy) {
    state_ = State::dragging;
    emit({.kind = Kind::down, .x = start_x_, .y = start_y_});
  } else {
    state_ = State::scrolling;
    emit({.kind = Kind::leave});
  }
}

void TouchGestures::move(const std::vector<TouchPoint>& points) {
  if (points.empty()) return;
  if (state_ == State::pinching) {
    if (points.size() < 2) return;
    const float now = distance(points[0], points[1]);
    const float x = (points[0].x + points[1].x) / 2;
    const float y = (points[0].y + points[1].y) / 2;
    emit({.kind = Kind::pinch, .x = x, .y = y, .dx = x - last_x_, .factor = now / last_distance_});
    last_distance_ = now;
    last_x_ = x;
    last_y_ = y;
    return;
  }
  const float x = points[0].x;
  const float y = points[0].y;
  if (state_ == State::undecided) decide(x, y);
  if (state_ == State::dragging) emit({.kind = Kind::move, .x = x, .y = y});
  if (state_ == State::scrolling) emit({.kind = Kind::scroll, .x = x, .y = y, .dy = y - last_y_});
  last_x_ = x;
  last_y_ = y;
}

void TouchGestures::end(const std::vector<TouchPoint>& remaining) {
  if (!remaining.empty()) return;  // the last finger of a pinch: wait until it is lifted too
  if (state_ == State::undecided) {
    emit({.kind = Kind::down, .x = last_x_, .y = last_y_});
    emit({.kind = Kind::up, .x = last_x_, .y = last_y_});
    emit({.kind = Kind::tap, .x = last_x_, .y = last_y_});
  }
  if (state_ == State::dragging) emit({.kind = Kind::up, .x = last_x_, .y = last_y_});
  emit({.kind = Kind::leave});
  state_ = State::none;
}

void TouchGestures::cancel() {
  if (state_ == State::dragging) emit({.kind = Kind::up, .x = last_x_, .y = last_y_});
  emit({.kind = Kind::leave});
  state_ = State::none;
}

std::vector<TouchAction> TouchGestures::take_actions() { return std::exchange(actions_, {}); }

}  // namespace pipette::app
