#include "scenes/feeds/activities.h"

namespace pipette::app::feeds_scene {

Activity activity_of(const RunStatus& status) {
  if (!status.in_run) return Activity::idle;
  if (status.instruction_kind == InstructionKind::stream_in ||
      status.instruction_kind == InstructionKind::remote_load ||
      status.instruction_kind == InstructionKind::remote_store) {
    return Activity::stream_mid;
  }
  if (status.instruction_kind == InstructionKind::stream_out) return Activity::stream_end;
  return activity_of(status.phase);
}

}  // namespace pipette::app::feeds_scene
