// Decides whether another frame must be drawn.
//
//   scheduler.wake();                       // input arrived: this frame and two more
//   if (scheduler.wants_frame(now, running)) request_animation_frame();
//   scheduler.drew();
//
// Hover effects and popups need a frame or two after the event that caused them, hence the extra
// frames. A hidden page draws none. Pure; times are in seconds.
#pragma once

#include <algorithm>

namespace pipette::app {

class FrameScheduler {
 public:
  static constexpr int kFramesAfterInput = 3;

  void wake(int frames = kFramesAfterInput) { pending_ = std::max(pending_, frames); }
  void animate_until(double time_s) { animate_until_s_ = std::max(animate_until_s_, time_s); }
  void set_visible(bool visible) {
    visible_ = visible;
    if (visible) wake();
  }
  bool visible() const { return visible_; }
  void drew() { pending_ = std::max(0, pending_ - 1); }
  bool wants_frame(double now_s, bool running) const {
    return visible_ && (running || pending_ > 0 || now_s < animate_until_s_);
  }

  // At full speed drawing takes at most a tenth of the time, at no more than 30 frames a second;
  // input is still answered at once.
  bool frame_is_due(double now_s, double last_draw_s, double draw_cost_s) const {
    if (pending_ > 0) return true;
    return now_s - last_draw_s >= std::clamp(10 * draw_cost_s, 1.0 / 30, 0.5);
  }

 private:
  int pending_ = kFramesAfterInput;
  double animate_until_s_ = 0;
  bool visible_ = true;
};

}  // namespace pipette::app
