// The experiment's parameters: which program, its numbers, the modelled host, the data.
//
//   draw_parameters(ui, model, data, transport, area);
//
// It asks for kSelectExperiment, kSetParameter {name, number}, kUndo, kRedo and what data_view.h
// asks for. An error stands right below the field that caused it. The panel scrolls inside `area`
// where that is too short.
#pragma once

#include "cards/parameter_model.h"
#include "page/data_model.h"
#include "page/transport_model.h"
#include "ui/ui.h"

namespace pipette::app {

void draw_parameters(Ui& ui, const ParameterModel& model, const DataModel& data,
                     const TransportModel& transport, Rect area);

// The height that the whole panel wants.
float parameters_height(Ui& ui, const ParameterModel& model, const DataModel& data);

}  // namespace pipette::app
