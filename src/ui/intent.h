// What the user asked for, as plain data. Views only ask; the page hands each intent to the scene
// or the part of itself that can act on it.
//
//   ui.ask(action::kSeek, 3.5);
//   ui.intents.push_back({action::kSetParameter, "batch_size", 64});
//
// An action is a name such as "seek", by which JavaScript and tests call it too. Whoever acts on it
// declares the name (cards/actions.h, page/actions.h and the scenes' own headers).
#pragma once

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

}  // namespace pipette::app
