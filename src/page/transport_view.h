// The transport bar: run, pause, three sizes of step, reset, speed, progress.
//
//   draw_transport(ui, model, bar);            // desktop: one line
//   draw_transport_phone(ui, model, bar);      // phone: two lines at the thumb's edge
//   draw_title(ui, model, bar);                // phone: name and progress at the top
//
// The bar asks for kRun, kPause, kStep..., kReset, kSetSpeed and kSetTheme. The help button toggles
// `help_open`.
#pragma once

#include "page/transport_model.h"
#include "ui/ui.h"

namespace pipette::app {

void draw_transport(Ui& ui, const TransportModel& model, Rect bar, bool* help_open);
void draw_transport_phone(Ui& ui, const TransportModel& model, Rect bar);
void draw_title(Ui& ui, const TransportModel& model, Rect bar, bool* help_open);

// Handles Space, period, comma and the other keys. Nothing happens while a text field has the
// keyboard.
void handle_transport_keys(Ui& ui, const TransportModel& model, bool* help_open);

// Draws the list of shortcuts over the page.
void draw_help(Ui& ui, const Rect& page, bool* open);

}  // namespace pipette::app
