// The view for choosing the digits: generated here, IDX files dropped or picked, or an address.
//
//   DataViewState state;
//   draw_data(ui, model, &state, area);
//
// Asks for kUseGenerated, kPickFiles, kLoadUrl {text}.
#pragma once

#include <array>

#include "page/data_model.h"
#include "ui/ui.h"

namespace pipette::app {

// The open tab may differ from the data in use: opening a tab loads nothing. But the tab follows
// dropped files, and a return to generated data.
struct DataViewState {
  DataKind tab = DataKind::generated;
  bool had_files = false;
  std::array<char, 512> address{};  // as it is typed
};

void draw_data(Ui& ui, const DataModel& model, DataViewState* state, Rect area);
float data_height(Ui& ui, const DataModel& model, const DataViewState& state, float width);

}  // namespace pipette::app
