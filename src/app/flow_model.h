// A session's status as the hero picture shows it (flow_view.h).
//
//   FlowModel flow = flow_of(run);
#pragma once

#include "app/run.h"
#include "app/view_models.h"

namespace pipette::app {

FlowModel flow_of(const Run& run, bool running);

}  // namespace pipette::app
