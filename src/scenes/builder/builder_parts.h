// What rows of the model builder are made of: fields of a layer, and what is wrong with it.
#pragma once

#include <string>
#include <vector>

#include "cards/parameter_model.h"
#include "ui/ui.h"

namespace pipette::app {

inline constexpr float kGripWidth = 20;  // the width of what a row is dragged by

// A set-parameter intent of model_edit.h.
void ask_model(Ui& ui, const std::string& name, double number, const std::string& text = {});

// An error with the changes that would do; 0 high without one. `name` is the layer's.
float model_problem_height(Ui& ui, const std::string& error, float width, bool mended);
void draw_model_problem(Ui& ui, const std::string& name, const std::string& error,
                        const std::vector<Suggestion>& suggestions, Rect area);

// Side by side, with their labels or without.
void draw_layer_fields(Ui& ui, const std::vector<ParameterField>& fields, bool labels, Rect area);

}  // namespace pipette::app
