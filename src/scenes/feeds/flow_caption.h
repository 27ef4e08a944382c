// One sentence about the moment shown in the hero picture, from the model that makes the trace.
//
//   flow_caption(session, session.status(), false);
//       // "The IPU waits 177 µs for batch 54: the host is in the handshake of its stream"
//   flow_caption(session, session.status(), true);   // too fast to read: sums up
//       // "So far the IPU has waited for the host in 92% of the modelled time, ..."
//
// Times are modelled. Calling it changes nothing in the session.
#pragma once

#include <optional>
#include <string>

#include "device/host_model.h"
#include "session/session.h"

namespace pipette::app::feeds_scene {

// The next element of the infeed queue, if the IPU's next instruction reads it.
std::optional<Ready> next_element(const Session& session, const RunStatus& status);

std::string flow_caption(const Session& session, const RunStatus& status, bool summary);

}  // namespace pipette::app::feeds_scene
