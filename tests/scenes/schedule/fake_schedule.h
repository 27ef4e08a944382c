// Pipelines for tests of the views: equal stages, costs chosen by hand.
#pragma once

#include "scenes/schedule/schedule_drawing.h"

namespace pipette::app::schedule_scene {

struct FakeSchedule {
  pipelining::PipelineSchedule schedule = pipelining::PipelineSchedule::grouped;
  int stages = 4;
  int count = 16;
  std::int64_t forward = 1000, backward = 2000, exchange = 100, sync = 10, update = 500;
  bool training = true;
  pipelining::DeviceLists mapping = {};  // empty: one stage an IPU
  std::int64_t transfer = 0;             // cycles; above 0: overlapped I/O
};

PipelineInfo fake_pipeline(const FakeSchedule& wanted);

// All schedules, stages that share IPUs, concurrent stages, inference.
std::vector<PipelineInfo> some_pipelines();

}  // namespace pipette::app::schedule_scene
