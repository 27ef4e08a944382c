// The content of the loss and accuracy charts, as plain values. Pointers are borrowed for one
// frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/latest_list.h"
#include "experiment/experiment.h"
#include "runs/loss_curve.h"
#include "runs/run_kind.h"

namespace pipette::app {

struct LossModel {
  struct Series {
    RunKind run = RunKind::on_device;
    std::string title = {};                     // of the run: "With feeds"
    const LatestList<float>* losses = nullptr;  // one per step or mini-batch; null: none
    const LossCurve* curve = nullptr;           // of these losses
    bool before = false;  // the run before the last change: pale, behind the others
    // The curve may lack losses that the session has, if memory ran out between the two.
    bool empty() const { return losses == nullptr || losses->empty() || curve->points().empty(); }
  };
  bool possible = true;  // the program has losses
  bool updates = false;  // a step is a weight update: there are more losses than steps
  std::vector<Series> series;
  const char* empty = "The loss of every step appears here";
};

// When the host reads the losses, as a note for the chart that waits for them.
const char* note_on_losses(const Experiment& experiment);

}  // namespace pipette::app
