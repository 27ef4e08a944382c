// The parameter panel: the choice of a program, its numbers, the modelled host, the data.
//
//   ParametersViewState state;
//   draw_parameters(ui, model, data, transport, &state, area);
//
// It asks for kSelectExperiment, kSetParameter {name, number}, kUndo, kRedo and the actions of
// data_view.h. An error appears right below the field that caused it. Rarely changed fields are
// folded under "More" until the user opens it, or one of them is changed or wrong. The panel
// scrolls inside `area` if that is too short.
#pragma once

#include <optional>
#include <string>

#include "cards/parameter_model.h"
#include "page/data_view.h"
#include "page/transport_model.h"
#include "ui/ui.h"

namespace pipette::app {

struct ParametersViewState {
  std::string title = {};         // the experiment whose "More" was opened or folded
  std::optional<bool> more = {};  // whether "More" is open; empty: untouched
  DataViewState data = {};
};

void draw_parameters(Ui& ui, const ParameterModel& model, const DataModel& data,
                     const TransportModel& transport, ParametersViewState* state, Rect area);

// The height of the whole panel.
float parameters_height(Ui& ui, const ParameterModel& model, const DataModel& data,
                        const ParametersViewState& state);

}  // namespace pipette::app
