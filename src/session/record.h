// What a host program has brought to light so far.
#pragma once

#include <string>
#include <vector>

#include "session/events.h"

namespace pipette {

struct Record {
  std::vector<float> losses;  // dequeued, one for each mini-batch
  std::string printed;        // in the layout of the tutorials
  EventLog events;
};

}  // namespace pipette
