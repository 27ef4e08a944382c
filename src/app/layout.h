// Where the cards go, for every size of page. Pure.
//
//   PageLayout layout = lay_out(width, height, trace_height, parameters_height);
//
// From 760 px a side panel and rows; below that one column with the transport at the thumb's edge.
// At 1280 x 720 everything is in sight; smaller pages scroll, larger ones give the room to the
// pictures. Rectangles are of the unscrolled page.
#pragma once

#include "app/rect.h"

namespace pipette::app {

struct PageLayout {
  bool phone = false;
  Rect bar;        // transport on a desktop, title on a phone; does not scroll
  Rect transport;  // phone only; does not scroll
  Rect view;       // what is left for the scrolling part
  Rect parameters, flow, traces, loss, accuracy, digits, pad;
  float content_height = 0;  // of the scrolling part
};

PageLayout lay_out(float width, float height, float traces_height, float parameters_height);

}  // namespace pipette::app
