// The page's icons, drawn as strokes and fills so that they are crisp at every size.
//
//   draw_icon(ui, Icon::kPlay, rect, color);   // fits the shorter side of rect
#pragma once

#include <cstdint>

#include "ui/ui.h"

namespace pipette::app {

enum class Icon : std::uint8_t {
  kNone,
  kPlay,
  kPause,
  kStepInstruction,
  kStepTraining,
  kStepEngineRun,
  kStepBack,
  kReset,
  kUndo,
  kRedo,
  kSun,
  kMoon,
  kHelp,
  kClose,
  kFit,
  kMinus,
  kPlus,
  kFolder,
  kLink,
  kChevron,
  kSettings,
  kGrip,     // six dots: what can be dragged
  kOutfeed,  // out of a box
  kBook,
};

void draw_icon(Ui& ui, Icon icon, const Rect& area, ImU32 color);

}  // namespace pipette::app
