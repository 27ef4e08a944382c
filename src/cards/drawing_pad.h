// A pad to draw an image of a class on, with mouse, pen or finger; its corner shows what becomes of
// the drawing (digit_canvas.h).
//
//   DrawingPad pad;                       // after the ImGui context exists
//   if (draw_drawing_pad(ui, "pad/canvas", classes, &pad, square)) use(pad.picture);
//   pad.clear();
//
// A finger that comes down to scroll the page draws nothing: the pad wakes at a tap, and at a
// stroke that goes sideways, and sleeps again when the page is scrolled or something else is
// touched.
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
  bool awake = false;     // to fingers
  float page_scroll = 0;  // of the last frame

  void clear() {
    canvas.clear();
    picture = {};
  }
};

// Draws the pad in a square; true when the drawing has changed.
bool draw_drawing_pad(Ui& ui, const std::string& name, const ImageClasses& classes, DrawingPad* pad,
                      const Rect& square);

}  // namespace pipette::app
