// What phases and kinds of span are called in data, and what they mean to a reader.
//
//   draw(span.begin, span.end, theme::shades_of(activity_of(span)));
//   to_key(SpanKind::stream_begin);   // "streamBegin"
//
// The one place that gives activities (theme/theme.h), and so colours, to what the emulator does:
// the page, the pictures of the command line and the table that JavaScript reads
// (web/queues/theme_table.mjs) all ask here. Pure: any thread.
#pragma once

#include "program/trace.h"
#include "theme/theme.h"

namespace pipette {

theme::Activity activity_of(Phase phase);
// For a stage's program and for compute it is the activity of the phase.
theme::Activity activity_of(SpanKind kind, Phase phase);
inline theme::Activity activity_of(const Span& span) { return activity_of(span.kind, span.phase); }

inline constexpr SpanKind kLastSpanKind = SpanKind::remote_store;
inline constexpr Phase kLastPhase = Phase::recompute;

}  // namespace pipette
