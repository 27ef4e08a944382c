// A pad for drawing an image of a class with mouse, pen or finger; its corner previews the
// resulting picture (digit_canvas.h).
//
//   DrawingPad pad;                       // after the ImGui context exists
//   if (draw_drawing_pad(ui, "pad/canvas", classes, &pad, square)) use(pad.picture);
//   pad.clear();
//
// A finger that comes down to scroll the page draws nothing: the pad wakes at a tap or a sideways
// stroke, and sleeps again when the page scrolls or the user touches something else.
#pragma once

#include <string>

#include "cards/digit_canvas.h"
#include "data/image_classes.h"
#include "ui/picture.h"
#include "ui/ui.h"

namespace pipette::app {

struct DrawingPad {
  DigitCanvas canvas;
  DigitCanvas::Picture picture{};
  DigitAtlas preview{1, 1};
  bool drawing = false;
  bool awake = false;     // for fingers
  float page_scroll = 0;  // in the last frame

  void clear() {
    canvas.clear();
    picture = {};
  }
};

// Draws the pad in a square; true if the drawing has changed.
bool draw_drawing_pad(Ui& ui, const std::string& name, const ImageClasses& classes, DrawingPad* pad,
                      const Rect& square);

}  // namespace pipette::app
