// Limits work that takes real time away from training: at most twice a second, and at most a
// twentieth of the time.
//
//   ShareOfTime share;
//   if (share.due(now_s)) share.spend(now_s, [&] { look(); });
//
// Work in slices calls begin() first, and then resume() for each slice. Times are real seconds;
// `now_s` may come from any clock. One thread.
#pragma once

#include <algorithm>
#include <chrono>

namespace pipette::app {

class ShareOfTime {
 public:
  static constexpr double kParts = 20;  // one part of so many
  static constexpr double kSecondsBetween = 0.5;

  bool due(double now_s) const {
    return now_s - last_s_ >= std::max(kSecondsBetween, kParts * cost_s_);
  }
  double cost_s() const { return cost_s_; }  // of the latest work
  double last_s() const { return last_s_; }

  void begin() { cost_s_ = 0; }
  template <class Work>
  auto resume(double now_s, Work work) {
    const Meter meter(this, now_s);
    return work();
  }
  template <class Work>
  auto spend(double now_s, Work work) {
    begin();
    return resume(now_s, work);
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Measures work that throws too.
  class Meter {
   public:
    Meter(ShareOfTime* share, double now_s) : share_(share) { share_->last_s_ = now_s; }
    ~Meter() { share_->cost_s_ += std::chrono::duration<double>(Clock::now() - begin_).count(); }
    Meter(const Meter&) = delete;
    Meter& operator=(const Meter&) = delete;

   private:
    ShareOfTime* share_;
    Clock::time_point begin_ = Clock::now();
  };

  double last_s_ = -1e9, cost_s_ = 0;
};

}  // namespace pipette::app
