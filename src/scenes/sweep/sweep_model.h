// A sweep of one field as a curve: positions and figures of its points. Pure.
//
//   SweepModel model = sweep_model(sweep, Figure::accuracy, experiment);
//   model.points[2].x;         // 0..1 from left to right
//   model.points[2].label;     // "0.01"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runs/field_sweep.h"
#include "ui/plot_math.h"

namespace pipette::app::sweep_scene {

enum class Figure : std::uint8_t { accuracy, loss, seconds };
inline constexpr int kNumFigures = 3;
const char* label_of(Figure figure);             // "Test accuracy"
std::string shown(Figure figure, double value);  // "91.8 %"

struct SweepModel {
  struct Point {
    double x = 0;  // 0..1
    std::string label;
    std::optional<double> y;  // the figure, once the point has ended
    std::string words;        // all its figures, or why it has none
    bool failed = false;
    bool used = false;  // it is the experiment in the controls
  };
  std::vector<Point> points;
  std::string title;       // the field's label
  Range range;             // of the figures
  bool log_scale = false;  // from left to right
  int ended = 0;
  double progress = 0;  // 0..1, of all
  bool busy = false;
  bool belongs = true;  // to the experiment in the controls
};

// `json`: the experiment in the controls.
SweepModel sweep_model(const FieldSweep& sweep, Figure figure, const std::string& json);

// The fields that a page can vary for this experiment, by their order in the table.
std::vector<const Field*> fields_to_vary(const Experiment& experiment);

}  // namespace pipette::app::sweep_scene
