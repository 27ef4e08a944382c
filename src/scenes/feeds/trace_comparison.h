// The traces of both runs over the same training steps, on one time axis.
//
//   TraceComparison traces;
//   traces.update(runs, pacing.running(), pacing.speed(), now_s);
//   draw_traces(ui, traces.model(), &state, area);
//
// The comparison shows the newest block that both runs have. It prefers finished blocks unless the
// animation is slow enough to watch a block grow. It borrows the runs until clear(). One thread.
#pragma once

#include <array>

#include "cards/trace_model.h"
#include "runs/runs.h"
#include "scenes/feeds/trace_drawing.h"

namespace pipette::app::feeds_scene {

class TraceComparison {
 public:
  void clear();
  void update(const Runs& runs, bool running, int speed, double now_s);
  const TracePairModel& model() const { return model_; }

 private:
  std::array<TraceDrawing, 2> drawings_;
  TracePairModel model_;
  std::int64_t drawn_block_ = -1;  // common to all runs; negative: none
  std::uint64_t drawn_version_ = 0;
  double drawn_at_s_ = -1e9;
};

}  // namespace pipette::app::feeds_scene
