// Where the cards go, for every size of page. Pure.
//
//   PageLayout layout = lay_out(width, height, trace_height, parameters_height);
//   PageLayout other = lay_out_pipeline(width, height, {.schedule = 300, .parameters = 700});
//
// From 760 px a side panel and rows; below that one column with the transport at the thumb's edge.
// At 1280 x 720 everything is in sight; smaller pages scroll, larger ones give the room to the
// pictures. Rectangles are of the unscrolled page.
#pragma once

#include "ui/rect.h"

namespace pipette::app {

struct PageLayout {
  bool phone = false;
  Rect bar;        // transport on a desktop, title on a phone; does not scroll
  Rect transport;  // phone only; does not scroll
  Rect view;       // what is left for the scrolling part
  Rect parameters, flow, traces, loss, accuracy, digits, pad;
  Rect machine, schedule, compare, numbers;   // of a pipelined experiment
  Rect tensors, heat, distribution, printed;  // of the outfeed inspector
  Rect builder, code;                         // of a model with layers
  Rect scenes;                                // the choice between scenes, where there is one
  float content_height = 0;                   // of the scrolling part
};

PageLayout lay_out(float width, float height, float traces_height, float parameters_height);

// The scene of a pipelined experiment: machine and schedule, or the comparison in their place.
struct PipelineHeights {
  float schedule = 300;
  float compare = 460;
  float parameters = 600;
  bool comparing = false;
  bool scenes = false;  // a choice between scenes stands above
};
PageLayout lay_out_pipeline(float width, float height, const PipelineHeights& wanted);

// The outfeed inspector: the table of tensors, the picked one's values and distribution, and what
// was printed beside the loss.
struct InspectorHeights {
  float tensors = 300;
  float parameters = 600;
  bool scenes = false;
};
PageLayout lay_out_inspector(float width, float height, const InspectorHeights& wanted);
// The layers of a model, and its program, beside the loss.
struct ModelHeights {
  float builder = 400;
  float parameters = 600;
};
PageLayout lay_out_model(float width, float height, const ModelHeights& wanted);
// The same as the inspector's for a program that only prints: its text in place of the tensors.
PageLayout lay_out_printed(float width, float height, float parameters);

}  // namespace pipette::app
