// The card of a benchmark: how fast this computer makes batches, epoch by epoch, beside how fast
// the modelled device would take them, and which of the two holds up training.
//
//   BatchRatesModel model = batch_rates_of(session);
//   draw_batch_rates(ui, model, area);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "session/session.h"
#include "ui/ui.h"

namespace pipette::app {

struct BatchRatesModel {
  std::vector<double> epochs;   // batches a second, real; the last may be under way
  std::int64_t num_epochs = 1;  // in all
  double device = 0;            // batches a second, modelled; 0 before the first batch
  std::string device_name;
  std::string words;  // what is found so far, in one or two sentences
};

// Of a session that has a batch_rates().
BatchRatesModel batch_rates_of(const Session& session);

void draw_batch_rates(Ui& ui, const BatchRatesModel& model, const Rect& area);

}  // namespace pipette::app
