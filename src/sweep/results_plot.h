// Two figures of a sweep's results as a picture.
//
//   out << plot_svg(lines, {.x = "stages", .y = "modelled.seconds"});
//
// Results whose other varied values are the same make one line of the plot, which its legend names.
// An x that is a word, or a list, has its values side by side, in the order in which they come.
// Results without the two figures are left out.
//
// Errors: those of require_figure(); InvalidArgument if y is no number, or a logarithmic axis has
// values of 0 or less, or there would be more than kMostSeries lines.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/json.h"

namespace pipette::sweep {

inline constexpr std::size_t kMostSeries = 12;

struct Plot {
  std::string x, y;  // as in results_table.h
  bool log_x = false, log_y = false;
};

std::string plot_svg(const std::vector<Json>& lines, const Plot& plot);

// Round numbers for an axis from about `low` to about `high`, four to eight of them: 0, 0.2, 0.4,
// ... On a logarithmic axis powers of ten, or 1, 2 and 5 of each if there would be few.
std::vector<double> axis_marks(double low, double high, bool logarithmic);

}  // namespace pipette::sweep
