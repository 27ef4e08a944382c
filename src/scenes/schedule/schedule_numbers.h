// A pipeline in numbers and words: formulas with this run's figures, and the differences between
// two settings. Pure.
//
//   // "Slots in use" "16 / (16 + 7)"
//   for (const NumberLine& line : numbers_of(info, clock_hz)) ...
//   for (const DifferenceLine& line : differences(a, b, clock_hz)) ...
#pragma once

#include <string>
#include <vector>

#include "observe/pipeline_info.h"

namespace pipette::app::schedule_scene {

struct NumberLine {
  std::string name, formula, value, help;
};
std::vector<NumberLine> numbers_of(const PipelineInfo& info, double clock_hz);

// Shares of the IPUs' time before the weight update: work and exchange, waits within used slots,
// and slots without a program. The last two are the bubble, so slots in use and bubble add up in
// one picture.
struct TimeShare {
  std::string name, value, help;
  double fraction = 0;
};
std::vector<TimeShare> shares_of(const PipelineInfo& info);

struct DifferenceLine {
  std::string name, first, second;
  std::string words;  // "B takes 12.1 % longer"; "the same"
  int better = 0;     // -1: the first, 1: the second
};
std::vector<DifferenceLine> differences(const PipelineInfo& first, const PipelineInfo& second,
                                        double clock_hz);

// The peak of each stage's stashed activations in bytes, summed over all stages.
double peak_stash_bytes(const PipelineInfo& info);
// The peak of the fullest IPU.
double peak_memory_bytes(const PipelineInfo& info);

}  // namespace pipette::app::schedule_scene
