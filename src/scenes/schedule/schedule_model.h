// The content of the pipeline scene, as plain values. Pointers are borrowed for one frame.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/latest_list.h"
#include "scenes/schedule/schedule_drawing.h"

namespace pipette::app::schedule_scene {

// One of the two settings of the comparison.
struct ComparedModel {
  const PipelinePicture* picture = nullptr;  // null: the setting was refused
  int schedule = 0;                          // a pipelining::PipelineSchedule
  std::int64_t stages = 0, count = 0;
  std::int64_t max_stages = 0;
  bool recompute = false;
  std::string error = {};
};

struct ScheduleModel {
  const PipelinePicture* picture = nullptr;  // null: the page shows something else
  double place = 0;                          // place of the playhead, see slot_clock.h
  bool playing = false;
  bool following = false;  // the playhead follows the training
  int play_speed = 0;      // notch of kPlaySpeeds
  double clock_hz = 1;
  std::int64_t update = 0;                    // weight updates before the shown one
  const LatestList<float>* losses = nullptr;  // of all mini-batches read by the host
  const char* losses_note = "";               // when the host reads them
  std::array<ComparedModel, 2> compared;
};

}  // namespace pipette::app::schedule_scene
