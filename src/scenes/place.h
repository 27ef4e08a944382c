// The place within a scene, as a link stores it beside the experiment and the scene. Each scene
// uses some members and leaves the others at their defaults, which mean its beginning.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "pipeline/schedule.h"

namespace pipette::app {

struct Place {
  // One of the two compared settings, where it differs from the initial comparison.
  struct Setting {
    std::optional<pipelining::PipelineSchedule> schedule = {};
    std::optional<std::int64_t> stages = {}, count = {};
    std::optional<bool> recompute = {};
    bool operator==(const Setting&) const = default;
  };

  std::int64_t digit = 0, station = 0;  // of a digit's way: the test image and the station
  std::int64_t slot = 0;                // of a schedule
  bool compare = false;                 // the comparison instead of the machine
  std::array<Setting, 2> compared = {};

  bool operator==(const Place&) const = default;
};

}  // namespace pipette::app
