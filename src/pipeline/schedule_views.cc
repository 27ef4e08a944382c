// What people ask of a timed schedule: words for a wait, a place in time, the stash of a stage.
#include <fmt/format.h>

#include <algorithm>

#include "core/format_count.h"
#include "core/item.h"
#include "pipeline/schedule_timing.h"

namespace pipette::pipelining {

std::string explain(const ScheduleTable& table, const IdleSpan& idle) {
  const std::string who = fmt::format("IPU {} ", item(table.devices, idle.row));
  const std::string cycles = format_count(idle.cycles());
  const bool ramps = table.main_begin > 0;  // Sequential has neither
  switch (idle.reason) {
    case WaitReason::ramp_up:
      return fmt::format("{}idles {} cycles{}: no mini-batch has reached it yet", who, cycles,
                         ramps ? " in the ramp-up" : "");
    case WaitReason::ramp_down:
      return fmt::format("{}idles {} cycles{}: no mini-batch is left for it", who, cycles,
                         ramps ? " in the ramp-down" : "");
    case WaitReason::neighbour:
      return fmt::format("{}waits {} cycles for stage {}", who, cycles, idle.stage);
    case WaitReason::sync:
      return fmt::format("{}waits {} cycles at the barrier for stage {}, the slowest", who, cycles,
                         idle.stage);
    case WaitReason::transfer:
      return fmt::format("{}waits {} cycles at the barrier for the host transfer of stage {}", who,
                         cycles, idle.stage);
    default:
      return fmt::format("{}idles {} cycles: {}", who, cycles, to_label(idle.reason));
  }
}

int ScheduleTiming::slot_at(std::int64_t time) const {
  const auto after = std::upper_bound(slot_begin.begin(), slot_begin.end() - 1, time);
  return std::max(0, static_cast<int>(after - slot_begin.begin()) - 1);
}

std::vector<StashPoint> stash_curve(const ScheduleTable& table, const ScheduleTiming& timing,
                                    int stage) {
  std::vector<StashPoint> curve;
  if (!table.training) return curve;
  std::int32_t held = 0;
  const auto change = [&](std::int64_t time, std::int32_t by) {
    held += by;
    if (!curve.empty() && curve.back().time == time) {
      curve.back().held = held;
    } else {
      curve.push_back({time, held});
    }
  };
  std::int32_t made = 0;
  for (std::int32_t released = 0; released < table.num_mini_batches; ++released) {
    const std::int32_t back = table.find(stage, true, released);
    for (; made < table.num_mini_batches && table.find(stage, false, made) < back; ++made) {
      change(item(timing.begin, table.find(stage, false, made)), +1);
    }
    change(item(timing.end, back), -1);
  }
  return curve;
}

}  // namespace pipette::pipelining
