// The outfeed inspector's cards: the statistics of every dequeued tensor, and the values of the
// selected one as a picture and as a distribution over time.
//
//   TensorsViewState state;
//   handle_tensors_keys(ui, model);
//   draw_tensors(ui, model, &state, area);         // the tutorials' table; a click selects
//   draw_heat(ui, model, &state, area);            // heat_map.h
//   draw_distribution(ui, model, &state, area);    // x: value, y: time; below: mean ± std
//   draw_layers(ui, layers, area);                 // or a layer's test images, singular values
#pragma once

#include <map>
#include <optional>
#include <string>

#include "scenes/tensors/layer_inspection.h"
#include "scenes/tensors/tensors_model.h"
#include "ui/ui.h"
#include "ui/value_picture.h"

namespace pipette::app::tensors_scene {

struct TensorsViewState {
  PaintedPicture heat, distribution;
  int scrolled_to = -1;                        // row of the table last scrolled into view
  std::map<std::string, std::string> filters;  // by field: the filter's text while it is off
};

// Up and down select another tensor, left and right another element (ten further with Shift), Home
// and End the first and the newest.
void handle_tensors_keys(Ui& ui, const TensorsModel& model);

float tensors_height(Ui& ui, const TensorsModel& model);
void draw_tensors(Ui& ui, const TensorsModel& model, TensorsViewState* state, const Rect& area);
void draw_heat(Ui& ui, const TensorsModel& model, TensorsViewState* state, const Rect& area);
void draw_distribution(Ui& ui, const TensorsModel& model, TensorsViewState* state,
                       const Rect& area);
void draw_layers(Ui& ui, const LayersModel& model, const Rect& area);
// The switch between these two, at the right of their card's heading.
void choose_distribution_or_layers(Ui& ui, bool layers, Rect* header);

// Gradients are red like the backward pass, activations blue like the forward pass.
ImU32 queue_color(const Theme& theme, const std::string& queue);

}  // namespace pipette::app::tensors_scene
