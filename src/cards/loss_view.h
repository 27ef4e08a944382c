// The loss curve of both runs, overlaid, and the accuracy on the test digits.
//
//   LossViewState state;
//   draw_loss(ui, model, &state, area);
//   draw_accuracy(ui, accuracy, "updates", area);
//
// The scale is log or linear, with five degrees of smoothing. The x axis is training steps,
// mini-batches (if a step is a weight update), or modelled time: the two runs give the same losses
// step by step, but not second by second. A tooltip shows the values under the pointer. Every pixel
// shows the lowest and highest of its losses, so no spike is lost.
#pragma once

#include "cards/loss_model.h"
#include "runs/evaluation.h"
#include "ui/ui.h"

namespace pipette::app {

struct LossViewState {
  bool log_scale = true;
  bool over_time = false;
  int smoothing = 2;  // notch 0..4
};

void draw_loss(Ui& ui, const LossModel& model, LossViewState* state, const Rect& area);
// `steps` is the unit of the x axis.
void draw_accuracy(Ui& ui, const AccuracyCurve& model, const std::string& steps, const Rect& area);

}  // namespace pipette::app
