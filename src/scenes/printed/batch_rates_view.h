// The card of a benchmark: how fast this computer makes mini-batches, epoch by epoch, how fast the
// modelled device would consume them, and which of the two limits training.
//
//   BatchRatesModel model = batch_rates_of(session);
//   draw_batch_rates(ui, model, area);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "session/session.h"
#include "ui/ui.h"

namespace pipette::app::printed_scene {

struct BatchRatesModel {
  std::vector<double> epochs;   // mini-batches per second, real; the last may be unfinished
  std::int64_t num_epochs = 1;  // in total
  double device = 0;            // mini-batches per second, modelled; 0 before the first
  std::string device_name;
  std::string words;  // the result so far, in one or two sentences
};

// The model of a session that has batch_rates().
BatchRatesModel batch_rates_of(const Session& session);

void draw_batch_rates(Ui& ui, const BatchRatesModel& model, const Rect& area);

}  // namespace pipette::app::printed_scene
