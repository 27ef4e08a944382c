#include "scenes/feeds/activities.h"

namespace pipette::app {

Activity activity_of(Phase phase) {
  switch (phase) {
    case Phase::forward:
    case Phase::recompute:  // the forward pass once more
      return Activity::kForward;
    case Phase::backward:
      return Activity::kBackward;
    case Phase::weight_update:
      return Activity::kUpdate;
    default:
      return Activity::kCompute;
  }
}

Activity activity_of(const Span& span) {
  switch (span.kind) {
    case SpanKind::engine_run:
      return Activity::kEngineRun;
    case SpanKind::stream_begin:
      return Activity::kStreamBegin;
    case SpanKind::stream_mid:
    case SpanKind::remote_load:
    case SpanKind::remote_store:
      return Activity::kStreamMid;
    case SpanKind::stream_end:
      return Activity::kStreamEnd;
    case SpanKind::sync:
      return Activity::kSync;
    case SpanKind::exchange:
    case SpanKind::layout:
      return Activity::kExchange;
    case SpanKind::stage_program:
    case SpanKind::compute:
      return activity_of(span.phase);
    default:
      return Activity::kHost;
  }
}

Activity activity_of(const SessionStatus& status) {
  if (!status.in_run) return Activity::kIdle;
  if (status.instruction_kind == InstructionKind::stream_in ||
      status.instruction_kind == InstructionKind::remote_load ||
      status.instruction_kind == InstructionKind::remote_store) {
    return Activity::kStreamMid;
  }
  if (status.instruction_kind == InstructionKind::stream_out) return Activity::kStreamEnd;
  return activity_of(status.phase);
}

}  // namespace pipette::app
