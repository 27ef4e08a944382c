// What the user asked for, as plain data. Views only ask; the page hands each intent to the scene
// or the part of itself that can act on it.
//
//   ui.ask(action::kSeek, 3.5);
//   ui.intents.push_back({action::kSetParameter, "batch_size", 64});
//
// An action is a name such as "seek", by which JavaScript and tests call it too. Whoever acts on it
// declares the name (cards/actions.h, page/actions.h and the scenes' own headers).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pipette::app {

struct Intent {
  std::string action;
  std::string name = {};
  double number = 0;
  std::string text = {};
  std::vector<float> pixels = {};
};

using Intents = std::vector<Intent>;

// What the toolkit itself asks: `text` is for screen readers.
inline constexpr char kSayIntent[] = "say";

// The whole number from `least` to `most` that an intent's number stands for, whatever that is: NaN
// stands for the least.
inline std::int64_t whole_within(double number, std::int64_t least, std::int64_t most) {
  const auto first = static_cast<double>(least);
  if (!(number > first)) return least;
  return number < static_cast<double>(most) ? static_cast<std::int64_t>(number) : most;
}

}  // namespace pipette::app
