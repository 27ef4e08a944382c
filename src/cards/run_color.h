// The colour of a run, in charts and in traces.
#pragma once

#include "runs/run_kind.h"
#include "ui/theme.h"

namespace pipette::app {

inline ImU32 run_color(const Theme& theme, RunKind run) {
  return run == RunKind::by_calls ? theme.without_feeds : theme.with_feeds;
}

}  // namespace pipette::app
