// What the parameter panel must know of pipelines: which experiment is one, and its IPUs as text.
#pragma once

#include <string>

#include "session/experiment.h"

namespace pipette::app {

bool is_pipelined(const Experiment& experiment);

// "0, 1, 1, 0": the IPU of each stage. Throws InvalidArgument for anything but numbers from 0 to 63
// between commas or spaces; no text at all stands for an IPU of its own for each stage.
std::string mapping_text(const Experiment& experiment);
void set_mapping(Experiment* experiment, const std::string& text);

}  // namespace pipette::app
