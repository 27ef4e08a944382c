// Zooms and pans a time range, the same way in every picture with a time axis.
//
//   move_time_view(ui, "traces/plot", plot, duration * 3, &view);
//
// Wheel, pinch, W and S zoom at the pointer; drag, A and D pan; F and a double click show
// everything. The function publishes `name` and places an invisible button over `plot`.
#pragma once

#include <string>

#include "ui/time_axis.h"
#include "ui/ui.h"

namespace pipette::app {

void move_time_view(Ui& ui, const std::string& name, const Rect& plot, double longest,
                    TimeView* view);

// The x position of `time` in `plot`.
inline float x_of(const TimeView& view, const Rect& plot, double time) {
  return plot.x +
         static_cast<float>((time - view.start_us) / view.span_us() * static_cast<double>(plot.w));
}

}  // namespace pipette::app
