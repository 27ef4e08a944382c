// The kinds of runs on the page, from which their colours follow.
#pragma once

#include <cstdint>

namespace pipette::app {

// The first two are shown side by side, one program with its loop on the device, one with a call
// for every mini-batch; each of the others stands alone.
enum class RunKind : std::uint8_t { on_device, by_calls, pipelined, training };

}  // namespace pipette::app
