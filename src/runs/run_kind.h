// The programs that the page runs, and what they are called.
#pragma once

#include <cstdint>

namespace pipette::app {

// The first two are shown side by side, the others stand alone.
enum class RunKind : std::uint8_t { with_feeds, without_feeds, pipelined, training };
inline const char* run_title(RunKind run) {
  constexpr const char* kTitles[] = {"With feeds", "Without feeds", "Pipelined", "Training"};
  return kTitles[static_cast<int>(run)];
}

}  // namespace pipette::app
