// The transport bar: run, pause, steps forward and back, reset, speed, progress.
//
//   draw_transport(ui, model, bar);            // desktop: one line
//   draw_transport_phone(ui, model, bar);      // phone: two lines at the thumb's edge
//   draw_title(ui, model, bar);                // phone: name and progress at the top
//
// The bar asks for kRun, kPause, kStep..., kReset, kSetSpeed, kSetTheme and kOpenHelp. Its flag
// opens a card over the page.
#pragma once

#include "page/transport_model.h"
#include "ui/ui.h"

namespace pipette::app {

// The cards that are open over the page.
struct OpenCards {
  bool stop = false;  // the stop condition
};

void draw_transport(Ui& ui, const TransportModel& model, Rect bar, OpenCards* open);
void draw_transport_phone(Ui& ui, const TransportModel& model, Rect bar);
void draw_title(Ui& ui, const TransportModel& model, Rect bar, OpenCards* open);

// Handles the keys that ask for nothing: G, X and Escape. Nothing happens while a text field has
// the keyboard.
void handle_transport_keys(Ui& ui, const TransportModel& model, OpenCards* open);

// Draws the whole error below the bar until the user closes it, which asks for kForgetError.
void draw_error(Ui& ui, const std::string& error, const Rect& page);
// Draws the card in which the stop condition is edited; it asks for kStopWhen.
void draw_stop(Ui& ui, const TransportModel& model, const Rect& page, bool* open);

}  // namespace pipette::app
