// What the emulator does, as the page's activities: the one place that gives colours to phases,
// instructions and spans.
//
//   draw->AddRectFilled(a, b, activity_color(theme, activity_of(span)));
#pragma once

#include "session/session.h"
#include "ui/theme.h"

namespace pipette::app {

Activity activity_of(Phase phase);
Activity activity_of(const Span& span);
// What the IPU is about to do.
Activity activity_of(const RunStatus& status);

}  // namespace pipette::app
