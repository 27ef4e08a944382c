// The programs that the page runs, and what they are called.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pipette::app {

// The programs that are shown side by side.
enum class RunKind : std::uint8_t { kWithFeeds, kWithoutFeeds, kPipelined, kInspected };
constexpr std::size_t kNumRuns = 2;  // side by side; the others stand alone
inline const char* run_title(RunKind run) {
  constexpr const char* kTitles[] = {"With feeds", "Without feeds", "Pipelined", "Training"};
  return kTitles[static_cast<int>(run)];
}

}  // namespace pipette::app
