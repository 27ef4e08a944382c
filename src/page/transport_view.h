// The transport bar: run, pause, three sizes of step, reset, speed, progress.
//
//   draw_transport(ui, model, bar);            // desktop: one line
//   draw_transport_phone(ui, model, bar);      // phone: two lines at the thumb's edge
//   draw_title(ui, model, bar);                // phone: name and progress at the top
//
// Asks for kRun, kPause, kStep..., kReset, kSetSpeed, kSetTheme. `help_open` is toggled by the help
// button.
#pragma once

#include "page/transport_model.h"
#include "ui/ui.h"

namespace pipette::app {

void draw_transport(Ui& ui, const TransportModel& model, Rect bar, bool* help_open);
void draw_transport_phone(Ui& ui, const TransportModel& model, Rect bar);
void draw_title(Ui& ui, const TransportModel& model, Rect bar, bool* help_open);

// Keyboard: Space, period, comma and friends. Nothing happens while a text field has the keyboard.
void handle_transport_keys(Ui& ui, const TransportModel& model, bool* help_open);

// The list of shortcuts, over the page.
void draw_help(Ui& ui, const Rect& page, bool* open);

}  // namespace pipette::app
