// The rate at which this computer makes batches, which some programs measure instead of training,
// and the rate at which a device would consume them. In batches per second: of real time for the
// computer, of modelled time for the device.
//
//   if (const BatchRates* speed = session.batch_rates()) draw(speed->epochs, speed->device);
#pragma once

#include <vector>

namespace pipette {

struct BatchRates {
  std::vector<double> epochs;  // of each complete epoch
  double under_way = 0;        // of the current epoch; 0 before its first batch
  double device = 0;           // of the modelled device alone; 0 before the first batch
  double of_epochs = 0;        // over all complete epochs
  double so_far() const { return epochs.empty() ? under_way : of_epochs; }
};

}  // namespace pipette
