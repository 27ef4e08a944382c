// The activity of the IPU's next instruction, for the page. For the activities of phases and spans
// see program/span_words.h.
//
//   flow.ipu_activity = activity_of(session.status());
#pragma once

#include "program/span_words.h"
#include "session/session.h"
#include "ui/theme.h"

namespace pipette::app::feeds_scene {

Activity activity_of(const RunStatus& status);

}  // namespace pipette::app::feeds_scene
