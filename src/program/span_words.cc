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

const char* span_kind_key(SpanKind kind) {
  switch (kind) {
    case SpanKind::host_prepare:
      return "hostPrepare";
    case SpanKind::host_call:
      return "hostCall";
    case SpanKind::host_pipeline:
      return "hostPipeline";
    case SpanKind::host_staging:
      return "hostStaging";
    case SpanKind::host_handshake:
      return "hostHandshake";
    case SpanKind::engine_run:
      return "engineRun";
    case SpanKind::stage_program:
      return "stageProgram";
    case SpanKind::stream_begin:
      return "streamBegin";
    case SpanKind::stream_mid:
      return "streamMid";
    case SpanKind::stream_end:
      return "streamEnd";
    case SpanKind::sync:
      return "sync";
    case SpanKind::exchange:
      return "exchange";
    case SpanKind::layout:
      return "layout";
    case SpanKind::compute:
      return "compute";
    case SpanKind::remote_load:
      return "remoteLoad";
    case SpanKind::remote_store:
      return "remoteStore";
  }
  return "?";
}

const char* phase_key(Phase phase) {
  switch (phase) {
    case Phase::none:
      return "none";
    case Phase::forward:
      return "forward";
    case Phase::backward:
      return "backward";
    case Phase::weight_update:
      return "weightUpdate";
    case Phase::recompute:
      return "recompute";
  }
  return "?";
}

}  // namespace pipette
