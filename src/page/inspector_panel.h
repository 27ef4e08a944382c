// What the page must know of experiments whose outfed tensors are inspected.
//
//   if (is_inspection(experiment)) filters = take_filters(&model.parameters);
#pragma once

#include <string>
#include <vector>

#include "cards/parameter_model.h"
#include "session/experiment.h"

namespace pipette::app {

// "inspect-keras" and its like, and the other programs that print and show what came.
bool is_inspection(const Experiment& experiment);
bool outfeeds(const Experiment& experiment);  // hands tensors to the host

// The filters stand beside the tensors, not in the panel: takes their fields out of it.
std::vector<ParameterField> take_filters(ParameterModel* parameters);

// "Dense_128, dense1" and back. Nothing but blanks is "none": everything passes.
std::string filters_text(const std::vector<std::string>& filters);
std::vector<std::string> parse_filters(const std::string& text);

}  // namespace pipette::app
