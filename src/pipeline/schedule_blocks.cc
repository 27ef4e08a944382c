#include "pipeline/schedule_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/item.h"

namespace pipette::pipelining {

namespace {

// Each row without blanks: the programs rotated right by its offset.
std::vector<std::vector<int>> full_rows(PipelineSchedule schedule, SchedulePart part,
                                        const std::vector<int>& offsets, int num_programs) {
  std::vector<std::vector<int>> block;
  for (int column = 0; column < num_programs; ++column) {
    std::vector<int>& slot = block.emplace_back();
    for (int offset : offsets) slot.push_back((column - offset + num_programs) % num_programs);
    if (part == SchedulePart::main && schedule == PipelineSchedule::grouped) {
      std::stable_sort(slot.begin(), slot.end(), std::greater<int>());
    }
  }
  return block;
}

// The block of a part, padded by full and blank slots around it.
std::vector<std::vector<int>> padded(std::vector<std::vector<int>> block,
                                     const std::vector<int>& full, SchedulePart part,
                                     IoPhase phase) {
  if (part == SchedulePart::main) return {full};
  const auto before = static_cast<std::size_t>(phase), behind = kIoSlots - before;
  if (part == SchedulePart::ramp_up) {
    block = padded_block(std::move(block), to_int(before), 0);
    block.insert(block.end(), behind, full);
  } else {
    block = padded_block(std::move(block), 0, to_int(behind));
    block.insert(block.begin(), before, full);
  }
  return block;
}

}  // namespace

std::vector<std::vector<int>> schedule_block(PipelineSchedule schedule, SchedulePart part,
                                             const std::vector<int>& offsets, int num_programs) {
  std::vector<std::vector<int>> block = full_rows(schedule, part, offsets, num_programs);
  for (int column = 0; column < num_programs; ++column) {
    for (std::size_t row = 0; row < offsets.size(); ++row) {
      const bool blank = (part == SchedulePart::ramp_up && column < offsets[row]) ||
                         (part == SchedulePart::ramp_down && column >= offsets[row]);
      if (blank) item(block, column)[row] = -1;
    }
  }
  return block;
}

std::vector<std::vector<int>> recomputation_block(PipelineSchedule schedule, SchedulePart part,
                                                  const std::vector<int>& offsets,
                                                  int num_programs) {
  std::vector<std::vector<int>> runs = schedule_block(schedule, part, offsets, num_programs);
  if (part != SchedulePart::ramp_down) {  // what follows the last slot of the block
    runs.push_back(schedule_block(schedule, SchedulePart::main, offsets, num_programs).at(0));
  } else {
    runs.emplace_back();
  }
  std::vector<std::vector<int>> block = full_rows(schedule, part, offsets, num_programs);
  for (int column = 0; column < num_programs; ++column) {
    const std::vector<int>& next = item(runs, column + 1);
    for (int& program : item(block, column)) {
      const bool forward = program < num_programs / 2;
      const int backward = num_programs - 1 - program;
      if (!forward || std::find(next.begin(), next.end(), backward) == next.end()) program = -1;
    }
  }
  return block;
}

std::vector<std::vector<int>> padded_block(std::vector<std::vector<int>> block, int left,
                                           int right) {
  if (left < 0 || right < 0) {
    throw ValueError(
        fmt::format("a schedule is padded by 0 slots or more, not by {} and {}", left, right));
  }
  if (left + right == 0) return block;
  if (block.empty()) throw ValueError("a schedule without slots cannot be padded");
  const std::vector<int> blank(block.front().size(), -1);
  block.insert(block.begin(), static_cast<std::size_t>(left), blank);
  block.insert(block.end(), static_cast<std::size_t>(right), blank);
  return block;
}

std::vector<std::vector<int>> overlapped_block(SchedulePart part, IoPhase phase,
                                               const std::vector<int>& offsets, int num_programs) {
  const auto of = [&](SchedulePart which) {
    return schedule_block(PipelineSchedule::grouped, which, offsets, num_programs);
  };
  return padded(of(part), of(SchedulePart::main).at(0), part, phase);
}

std::vector<std::vector<int>> overlapped_recomputation_block(SchedulePart part,
                                                             const std::vector<int>& offsets,
                                                             int num_programs) {
  const auto of = [&](SchedulePart which) {
    return recomputation_block(PipelineSchedule::grouped, which, offsets, num_programs);
  };
  return padded(of(part), of(SchedulePart::main).at(0), part, IoPhase::compute);
}

}  // namespace pipette::pipelining
