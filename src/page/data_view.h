// Where the digits come from: generated here, IDX files dropped or picked, or an address.
//
//   draw_data(ui, model, area);
//
// Asks for kUseGenerated, kPickFiles, kLoadUrl {text}.
#pragma once

#include "page/data_model.h"
#include "ui/ui.h"

namespace pipette::app {

void draw_data(Ui& ui, const DataModel& model, Rect area);
float data_height(Ui& ui, const DataModel& model, float width);

}  // namespace pipette::app
