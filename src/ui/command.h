// Something that a key does or that can be asked for by name, said once: for the keyboard, the help
// and the command palette.
//
//   const Commands commands = {{.keys = "Shift + /", .help = "One engine run",
//                               .intent = {action::kStepEngineRun}, .possible = !running}};
//   ask_by_keys(ui, commands);       // once a frame
//
// `keys` is what people read, and what is parsed: a letter, a sign, or Space, Left, Right, Up,
// Down, Home, End or Delete, after "Ctrl + " or "Shift + "; ", " separates several that do the
// same.
#pragma once

#include <vector>

#include "ui/ui.h"

namespace pipette::app {

struct Command {
  const char* keys = "";  // empty: it is asked for by name only
  const char* help = "";  // "One training step"
  // Without an action, the view that has the key acts on it, and `keys` may be any text.
  Intent intent = {};
  bool possible = true;  // now
  bool repeats = false;  // while the key is held
};

using Commands = std::vector<Command>;

// Asks for the first possible command whose key was pressed, unless somebody is typing.
// A key without Shift in `keys` works with Shift too, unless another command has that.
void ask_by_keys(Ui& ui, const Commands& commands);

}  // namespace pipette::app
