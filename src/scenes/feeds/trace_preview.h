// The first training steps of runs that have not started, computed ahead so that their traces can
// be shown. They use the same experiments and give the same bits.
//
//   preview.prepare(runs);
//   while (preview.busy()) preview.advance(budget_us);      // a slice in each frame
//   if (preview.runs()) traces.update(*preview.runs(), false, 0, now_s);
//
// A preview that fails, for want of memory for example, is left out: the runs themselves will
// report the error. One thread.
#pragma once

#include <memory>
#include <utility>

#include "runs/runs.h"

namespace pipette::app::feeds_scene {

class TracePreview {
 public:
  // Copies two runs that have done nothing yet, with the next advance(). Only the first call has an
  // effect until forget(), even if the copy failed.
  void prepare(const Runs& runs) {
    if (!std::exchange(prepared_, true)) of_ = &runs;
  }
  void forget() { *this = {}; }

  bool busy() const { return of_ != nullptr; }
  void advance(double budget_us);
  // Runs that have done the steps of a block; null before.
  const Runs* runs() const { return busy() ? nullptr : made_.get(); }

 private:
  const Runs* of_ = nullptr;  // null once there is nothing left to do
  std::unique_ptr<Runs> made_;
  bool prepared_ = false;
};

}  // namespace pipette::app::feeds_scene
