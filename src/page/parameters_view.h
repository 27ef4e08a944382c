// The experiment's parameters: which program, its numbers, the modelled host, the data.
//
//   ParametersViewState state;
//   draw_parameters(ui, model, data, transport, &state, area);
//
// It asks for kSelectExperiment, kSetParameter {name, number}, kUndo, kRedo and what data_view.h
// asks for. An error stands right below the field that caused it. What few people change lies
// folded under "More" until somebody opens it, or one of its fields has been changed or is wrong.
// The panel scrolls inside `area` where that is too short.
#pragma once

#include <optional>
#include <string>

#include "cards/parameter_model.h"
#include "page/data_view.h"
#include "page/transport_model.h"
#include "ui/ui.h"

namespace pipette::app {

struct ParametersViewState {
  std::string title = {};         // of the experiment for which somebody opened or folded it
  std::optional<bool> more = {};  // has been opened, or folded
  DataViewState data = {};
};

void draw_parameters(Ui& ui, const ParameterModel& model, const DataModel& data,
                     const TransportModel& transport, ParametersViewState* state, Rect area);

// The height that the whole panel wants.
float parameters_height(Ui& ui, const ParameterModel& model, const DataModel& data,
                        const ParametersViewState& state);

}  // namespace pipette::app
