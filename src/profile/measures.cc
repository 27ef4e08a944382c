#include "profile/measures.h"

#include <algorithm>

#include "core/item.h"
#include "profile/stage_cut.h"

namespace pipette::profile {

namespace {

std::int64_t always_live(const MemoryReport& memory, MemoryKind kind) {
  std::int64_t bytes = 0;
  for (const TensorMemory& tensor : memory.tensors) {
    if (tensor.kind == kind && tensor.always_live) bytes += tensor.mapping.bytes;
  }
  return bytes;
}

}  // namespace

std::vector<Measured> measures_of(const Profile& profile) {
  std::vector<Measured> made;
  const Execution& execution = profile.execution;
  const double steps = static_cast<double>(execution.profiled_steps());
  const auto add = [&](Measure measure, std::int64_t cycles) {
    made.push_back({measure, -1, static_cast<double>(cycles) / steps});
  };
  if (steps > 0) {
    if (const auto cut = stage_cut(profile.program)) add(Measure::slowest_stage, cut->bound());
    add(Measure::calls, execution.call_cycles());
    if (!execution.lanes.empty()) {
      const LaneFigures& lane = execution.lanes[0];
      add(Measure::element_waits, item(lane.waits, WaitReason::infeed_empty));
      add(Measure::handshake_waits, item(lane.waits, WaitReason::stream_handshake));
    }
  }
  for (int ipu = 0; ipu < to_int(profile.memory.size()); ++ipu) {
    const MemoryReport& memory = item(profile.memory, ipu);
    const auto bytes = [](std::int64_t count) { return static_cast<double>(count); };
    made.push_back({Measure::stash, ipu, bytes(memory.bytes_of(MemoryKind::stash))});
    made.push_back(
        {Measure::always_live_state, ipu, bytes(always_live(memory, MemoryKind::optimizer_state))});
  }
  return made;
}

std::optional<double> measured(const Promise& promise, const Profile& profile) {
  for (const Measured& m : measures_of(profile)) {
    if (m.measure == promise.measure && m.ipu == promise.ipu) return m.value;
  }
  return std::nullopt;
}

}  // namespace pipette::profile
