// The first training steps of runs that have not begun, made ahead so that their traces can be
// shown: of the same experiments, with the same bits.
//
//   preview.prepare(runs);
//   while (preview.busy()) preview.advance(budget_us);      // a slice in each frame
//   if (preview.runs()) traces.update(*preview.runs(), false, 0, now_s);
//
// What cannot be made, for want of memory say, is left out: the runs themselves will say why. One
// thread.
#pragma once

#include <memory>
#include <utility>

#include "runs/runs.h"

namespace pipette::app {

class TracePreview {
 public:
  // Of two runs that have done nothing yet; they are copied with the next advance(). Once is enough
  // until forget(), also where it failed.
  void prepare(const Runs& runs) {
    if (!std::exchange(prepared_, true)) of_ = &runs;
  }
  void forget() { *this = {}; }

  bool busy() const { return of_ != nullptr; }
  void advance(double budget_us);
  // Runs that have done the steps of a block; null until then.
  const Runs* runs() const { return busy() ? nullptr : made_.get(); }

 private:
  const Runs* of_ = nullptr;  // as long as there is something to do
  std::unique_ptr<Runs> made_;
  bool prepared_ = false;
};

}  // namespace pipette::app
