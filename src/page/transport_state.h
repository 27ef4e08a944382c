// What the transport shows of the runs.
//
//   TransportState state;
//   state.follow(&model, runs, pacing, evaluation.busy());     // before each frame
//
// One thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "page/transport_model.h"
#include "runs/pacing.h"
#include "runs/runs.h"

namespace pipette::app {

// A step is a weight update, a batch that a benchmark makes, or a training step.
StepWords words_of_step(const Experiment& experiment);

// From slow to fast, as the slider has them.
std::vector<const char*> speed_labels();
// For a screen reader: whether the runs go on, at which step they are, and what happens there.
std::string said_where(const Runs& runs, const Pacing& pacing, const std::string& caption);

class TransportState {
 public:
  void forget() { fingerprint_step_ = -1; }  // for other runs
  void follow(TransportModel* transport, Runs& runs, const Pacing& pacing, bool testing);

 private:
  std::int64_t fingerprint_step_ = -1;  // of the fingerprint that is shown
};

}  // namespace pipette::app
