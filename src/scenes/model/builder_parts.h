// Parts of a row of the model builder: the fields of a layer, and its errors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cards/parameter_model.h"
#include "ui/ui.h"

namespace pipette::app::model_scene {

inline constexpr float kGripWidth = 24;  // the width of the grip by which a row is dragged

// Asks for kSetParameter with a name that experiment/edit.h knows.
void ask_model(Ui& ui, const std::string& name, double number, const std::string& text = {});

// An error with buttons for its fixes; the height is 0 without an error. `name` is the layer's.
float model_problem_height(Ui& ui, const std::string& error, float width, bool mended);
void draw_model_problem(Ui& ui, const std::string& name, const std::string& error,
                        const std::vector<Suggestion>& suggestions, Rect area);

// Draws the fields side by side, with or without their labels.
void draw_layer_fields(Ui& ui, const std::vector<ParameterField>& fields, bool labels, Rect area);

// A drag handle: held, or let go in this frame.
enum class Grab : std::uint8_t { none, held, let_go };
Grab grab(Ui& ui, const std::string& name, const Rect& area);

}  // namespace pipette::app::model_scene
