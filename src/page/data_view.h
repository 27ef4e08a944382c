// Where the digits come from: generated here, IDX files dropped or picked, or an address.
//
//   DataViewState state;
//   draw_data(ui, model, &state, area);
//
// Asks for kUseGenerated, kPickFiles, kLoadUrl {text}.
#pragma once

#include "page/data_model.h"
#include "ui/ui.h"

namespace pipette::app {

// Which tab is open differs from which data is in use: looking at a tab loads nothing. But it
// follows files that were dropped, and a return to generated data.
struct DataViewState {
  DataKind tab = DataKind::generated;
  bool had_files = false;
};

void draw_data(Ui& ui, const DataModel& model, DataViewState* state, Rect area);
float data_height(Ui& ui, const DataModel& model, const DataViewState& state, float width);

}  // namespace pipette::app
