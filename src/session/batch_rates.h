// How fast this computer makes batches, which some programs measure instead of training, and how
// fast a device would take them. Batches a second: of real time here, of modelled time there.
//
//   if (const BatchRates* speed = session.batch_rates()) draw(speed->epochs, speed->device);
#pragma once

#include <vector>

namespace pipette {

struct BatchRates {
  std::vector<double> epochs;  // of each that is complete
  double under_way = 0;        // of the one after these; 0 before its first batch
  double device = 0;           // of the modelled device alone; 0 before the first batch
  double of_epochs = 0;        // over all that are complete
  double so_far() const { return epochs.empty() ? under_way : of_epochs; }
};

}  // namespace pipette
