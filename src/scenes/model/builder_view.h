// The model builder: the layers as rows to edit, drag, add and remove, the boundaries between
// pipeline stages, and the corresponding program.
//
//   BuilderViewState state;
//   handle_builder_keys(ui, model, &state);
//   draw_builder(ui, model, &state, area);
#pragma once

#include <string>
#include <vector>

#include "scenes/model/builder_model.h"
#include "ui/ui.h"

namespace pipette::app::model_scene {

struct BuilderViewState {
  int selected = -1;  // index of a layer
  int language = 0;   // a CodeLanguage
};

// Up and down select another layer; with Alt they move the selected one. Delete removes it.
void handle_builder_keys(Ui& ui, const BuilderModel& model, BuilderViewState* state);

float builder_height(Ui& ui, const BuilderModel& model, const BuilderViewState& state);
void draw_builder(Ui& ui, const BuilderModel& model, BuilderViewState* state, const Rect& area);

}  // namespace pipette::app::model_scene
