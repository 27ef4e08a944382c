// A schedule as a table of text and as a picture (SVG).
//
//   write_schedule_text(table, timing, std::cout);
//   std::ofstream file("grouped.svg");
//   file << schedule_svg(table, timing);
//
// Text: rows are IPUs, columns are slots. F3 and B3 are forward and backward of mini-batch 3,
// counted from 1 as in the figures of the original; F3s1 includes the stage if an IPU has several.
// With overlapped I/O an IPU has a second row for its I/O tiles: in4 brings mini-batch 4, out2
// takes the results of mini-batch 2. The parts, the utilisation, the times and the stashes follow
// below. The middle of a long schedule is left out, and a line says so.
//
// SVG: time is to scale. Forward is light blue, backward red, weight update yellow, idle grey and
// barriers gold; host transfers are an orange strip below their row; braces mark the parts, and
// every box and every idle span has a tooltip. The file is self-contained: it loads no font, script
// or style. InvalidArgument beyond kMaxSvgBoxes.
//
// The caller checks the stream for errors. Any thread.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>

#include "pipeline/schedule_timing.h"

namespace pipette::pipelining {

constexpr std::size_t kMaxSvgBoxes = 100000;
constexpr int kMaxTextSlots = 96;  // beyond that the middle is left out

void write_schedule_text(const ScheduleTable& table, const ScheduleTiming& timing,
                         std::ostream& out);
std::string schedule_svg(const ScheduleTable& table, const ScheduleTiming& timing);

}  // namespace pipette::pipelining
