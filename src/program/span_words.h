// The names of phases and kinds of span in data, and their meaning to a reader.
//
//   draw(span.begin, span.end, theme::shades_of(activity_of(span)));
//   to_key(SpanKind::stream_begin);   // "streamBegin"
//
// The only place that assigns activities (theme/theme.h), and so colours, to the emulator's work:
// the page, the pictures of the command line and the table that JavaScript reads
// (web/queues/theme_table.mjs) all use it. Pure: any thread.
#pragma once

#include "program/trace.h"
#include "theme/theme.h"

namespace pipette {

theme::Activity activity_of(Phase phase);
// For a stage's program and for compute, the activity of the phase.
theme::Activity activity_of(SpanKind kind, Phase phase);
inline theme::Activity activity_of(const Span& span) { return activity_of(span.kind, span.phase); }

inline constexpr SpanKind kLastSpanKind = SpanKind::remote_store;
inline constexpr Phase kLastPhase = Phase::recompute;

}  // namespace pipette
