#include "program/span_words.h"

namespace pipette {

using theme::Activity;

Activity activity_of(Phase phase) {
  switch (phase) {
    case Phase::forward:
    case Phase::recompute:  // the forward pass once more
      return Activity::forward;
    case Phase::backward:
      return Activity::backward;
    case Phase::weight_update:
      return Activity::update;
    default:
      return Activity::compute;
  }
}

Activity activity_of(SpanKind kind, Phase phase) {
  switch (kind) {
    case SpanKind::engine_run:
      return Activity::engine_run;
    case SpanKind::stream_begin:
      return Activity::stream_begin;
    case SpanKind::stream_mid:
    case SpanKind::remote_load:
    case SpanKind::remote_store:
      return Activity::stream_mid;
    case SpanKind::stream_end:
      return Activity::stream_end;
    case SpanKind::sync:
      return Activity::sync;
    case SpanKind::exchange:
    case SpanKind::layout:
      return Activity::exchange;
    case SpanKind::stage_program:
    case SpanKind::compute:
      return activity_of(phase);
    default:
      return Activity::host;
  }
}

}  // namespace pipette
