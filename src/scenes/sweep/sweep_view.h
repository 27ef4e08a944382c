// A sweep's card: what is varied and how, and the curve, whose points can be clicked.
//
//   draw_sweep(ui, model, sweep, &choice, area);
//
// It asks for kSweep {name: field, text: values}, kStopSweep and kSetParameter.
#pragma once

#include <string>
#include <vector>

#include "scenes/sweep/sweep_model.h"
#include "ui/ui.h"

namespace pipette::app::sweep_scene {

inline constexpr char kSweep[] = "sweep";  // name: field; text: its values, as typed
inline constexpr char kStopSweep[] = "stop-sweep";

// What the user has chosen.
struct SweepChoice {
  std::vector<const Field*> fields;  // that can be chosen
  std::string field;                 // "" where there is none
  std::string values;                // as typed
  std::string error;                 // of them
  Figure figure = Figure::accuracy;
  bool classifies = true;  // else there is no accuracy
};

void draw_sweep(Ui& ui, const SweepModel& model, const FieldSweep* sweep, SweepChoice* choice,
                const Rect& area);

}  // namespace pipette::app::sweep_scene
