// The probabilities of the ten classes as bars, the largest in ink.
//
//   draw_class_bars(ui, {.classes = &classes, .probabilities = p}, area);
#pragma once

#include "data/image_classes.h"
#include "ui/ui.h"

namespace pipette::app {

struct ClassBars {
  const ImageClasses* classes = &digit_classes();
  const float* probabilities = nullptr;  // ten; null: unknown
  bool figures = false;                  // percentages beside the bars
};

void draw_class_bars(Ui& ui, const ClassBars& bars, const Rect& area);

}  // namespace pipette::app
