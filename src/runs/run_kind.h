// What the page's runs are to each other: that gives their colours.
#pragma once

#include <cstdint>

namespace pipette::app {

// The first two are shown side by side, one program with its loop on the device, one with a call
// for every batch; the others stand alone.
enum class RunKind : std::uint8_t { on_device, by_calls, pipelined, training };

}  // namespace pipette::app
