// Fills the transport bar's model from the runs: progress, speed, status, fingerprint.
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

// The words for a step: a weight update, a mini-batch of a benchmark, or a training step.
StepWords words_of_step(const Experiment& experiment);

// From slow to fast, in the slider's order.
std::vector<const char*> speed_labels();
// For a screen reader: whether the runs are running, their step, and the scene's caption.
std::string said_where(const Runs& runs, const Pacing& pacing, const std::string& caption);

class TransportState {
 public:
  void forget() { fingerprint_step_ = -1; }  // call it for new runs
  void follow(TransportModel* transport, Runs& runs, const Pacing& pacing, bool testing);

 private:
  std::int64_t fingerprint_step_ = -1;  // step of the shown fingerprint
};

}  // namespace pipette::app
