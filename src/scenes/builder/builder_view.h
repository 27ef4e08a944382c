// The model builder: its layers as rows that are edited, dragged to another place, added and
// removed, the boundaries between pipeline stages, and the program that all of it stands for.
//
//   BuilderViewState state;
//   handle_builder_keys(ui, model, &state);
//   draw_builder(ui, model, &state, area);
#pragma once

#include <string>
#include <vector>

#include "scenes/builder/builder_model.h"
#include "ui/ui.h"

namespace pipette::app {

struct BuilderViewState {
  int selected = -1;  // a layer
  int language = 0;   // a CodeLanguage
};

// Up and down select another layer, or move the selected one with Alt. Delete removes it.
void handle_builder_keys(Ui& ui, const BuilderModel& model, BuilderViewState* state);

float builder_height(Ui& ui, const BuilderModel& model, const BuilderViewState& state);
void draw_builder(Ui& ui, const BuilderModel& model, BuilderViewState* state, const Rect& area);

}  // namespace pipette::app
