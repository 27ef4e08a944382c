// A user's request, as plain data. Views only ask; the page passes each intent to the scene, or to
// its own part, that handles it.
//
//   ui.ask(action::kSeek, 3.5);
//   ui.intents.push_back({action::kSetParameter, "batch_size", 64});
//
// An action is a name such as "seek"; JavaScript and tests use it too. The name is declared by the
// code that handles it (cards/actions.h, page/actions.h and the scenes' own headers).
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

// The toolkit's own request: `text` is announced to screen readers.
inline constexpr char kSayIntent[] = "say";

// An intent's number as a whole number from `least` to `most`; NaN becomes `least`.
inline std::int64_t whole_within(double number, std::int64_t least, std::int64_t most) {
  const auto first = static_cast<double>(least);
  if (!(number > first)) return least;
  return number < static_cast<double>(most) ? static_cast<std::int64_t>(number) : most;
}

}  // namespace pipette::app
