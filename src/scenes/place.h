// Where in its scene the page stands: what a link says beside the experiment and the scene. Each
// scene has members of its own and leaves the others at their defaults, which are the beginning.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "pipeline/schedule.h"

namespace pipette::app {

struct Place {
  // One of two settings that are compared, where it differs from what the comparison begins with.
  struct Setting {
    std::optional<pipelining::PipelineSchedule> schedule = {};
    std::optional<std::int64_t> stages = {}, count = {};
    std::optional<bool> recompute = {};
    bool operator==(const Setting&) const = default;
  };

  std::int64_t digit = 0, station = 0;  // of a digit's way: the test image, and where on its way
  std::int64_t slot = 0;                // of a schedule
  bool compare = false;                 // two settings instead of the machine
  std::array<Setting, 2> compared = {};

  bool operator==(const Place&) const = default;
};

}  // namespace pipette::app
