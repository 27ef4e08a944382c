// What the tests of the room `pipeline` share: the published cases' words for schedules.
#pragma once

#include <string>
#include <vector>

#include "oracle.h"
#include "pipeline/schedule_blocks.h"

namespace pipette::pipelining {

// [0, 1, 1, 0] -> {{0}, {1}, {1}, {0}}
inline DeviceLists one_each(const std::vector<int>& devices) {
  DeviceLists lists;
  for (int device : devices) lists.push_back({device});
  return lists;
}

inline constexpr PipelineSchedule kAllSchedules[] = {
    PipelineSchedule::grouped, PipelineSchedule::interleaved, PipelineSchedule::sequential};

}  // namespace pipette::pipelining
