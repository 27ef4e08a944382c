// The text that a tutorial's program has printed, as a terminal shows it.
//
//   PrintedViewState state;
//   draw_printed(ui, {&session.printed(), number}, &state, area);   // asks for kCopyText
#pragma once

#include <cstdint>
#include <string>

#include "ui/ui.h"

namespace pipette::app {

struct PrintedModel {
  const std::string* text = nullptr;  // all of it so far; borrowed for one frame
  std::int64_t session = 0;           // the session's number: with a new one the text starts again
};

struct PrintedViewState {
  std::string shown;
  std::size_t size = 0;  // of the printed text in `shown`
  std::int64_t session = 0;
};

void draw_printed(Ui& ui, const PrintedModel& model, PrintedViewState* state, const Rect& area);

// `printed` as a terminal shows it: text after a carriage return overwrites the line.
std::string on_terminal(const std::string& printed);
// The end of `printed`, for the page's state.
std::string tail_of(const std::string& printed);

}  // namespace pipette::app
