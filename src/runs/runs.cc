#include "runs/runs.h"

#include <limits>

namespace pipette::app {

bool Runs::lead(RunKind kind) {
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (runs_[i]->kind() != kind) continue;
    if (i != leader_) catch_up(std::numeric_limits<double>::infinity());
    leader_ = i;
    return true;
  }
  return false;
}

}  // namespace pipette::app
