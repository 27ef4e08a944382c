// The page's icons, drawn as strokes and fills so that they are sharp at every size.
//
//   draw_icon(ui, Icon::play, rect, color);   // fits the shorter side of rect
#pragma once

#include <cstdint>

#include "ui/ui.h"

namespace pipette::app {

enum class Icon : std::uint8_t {
  none,
  play,
  pause,
  step_instruction,
  step_phase,
  step_training,
  step_engine_run,
  step_back,
  reset,
  undo,
  redo,
  sun,
  moon,
  help,
  close,
  fit,
  minus,
  plus,
  folder,
  link,
  chevron,
  settings,
  grip,     // six dots: drag handle
  outfeed,  // out of a box
  book,
  flag,  // marks an end
  wall,  // a screen on its stand
  save,  // an arrow onto a tray
};

void draw_icon(Ui& ui, Icon icon, const Rect& area, ImU32 color);

}  // namespace pipette::app
