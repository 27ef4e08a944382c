#include "scenes/schedule/machine_model.h"

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "pipeline/schedule_layout.h"
#include "pipeline/slot_clock.h"

namespace pipette::app::schedule_scene {

using pipelining::IdleSpan;
using pipelining::ScheduleBox;

namespace {

// The number of mini-batches of a program for which `done` holds; they come one after another.
template <class Done>
std::int32_t count_until(const PipelineInfo& info, int stage, bool backward, Done done) {
  const int program = info.table.program(stage, backward);
  std::int32_t low = 0;
  std::int32_t high = info.table.num_mini_batches;
  while (low < high) {
    const std::int32_t middle = low + (high - low) / 2;
    const auto first = static_cast<std::size_t>(info.table.find(stage, backward, middle));
    if (done(first, first + boxes_of(info, program, middle).size())) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// A group of concurrent stages begins with its first member and ends with its last.
std::int32_t begun(const PipelineInfo& info, int stage, bool backward, double cycles) {
  return count_until(info, stage, backward, [&](std::size_t first, std::size_t last) {
    const auto times = info.timing.begin.begin();
    return static_cast<double>(*std::min_element(times + static_cast<std::ptrdiff_t>(first),
                                                 times + static_cast<std::ptrdiff_t>(last))) <=
           cycles;
  });
}
std::int32_t ended(const PipelineInfo& info, int stage, bool backward, double cycles) {
  return count_until(info, stage, backward, [&](std::size_t first, std::size_t last) {
    const auto times = info.timing.end.begin();
    return static_cast<double>(*std::max_element(times + static_cast<std::ptrdiff_t>(first),
                                                 times + static_cast<std::ptrdiff_t>(last))) <=
           cycles;
  });
}

std::int32_t idle_at(const std::vector<IdleSpan>& spans, double cycles) {
  const auto after = std::partition_point(spans.begin(), spans.end(), [&](const IdleSpan& span) {
    return static_cast<double>(span.end) <= cycles;
  });
  if (after == spans.end() || static_cast<double>(after->begin) > cycles) return -1;
  return static_cast<std::int32_t>(after - spans.begin());
}

// Adds tokens for the copies out of the IPUs at the end of a slot, and for the infeed's next
// element.
void send(const PipelineInfo& info, int slot, float along, MachineModel* machine) {
  const int rows = info.table.num_rows();
  const int stages = info.table.num_stages;
  for (const ScheduleBox& box : info.table.slot(slot)) {
    if (box.recompute) continue;
    const int program = info.table.pass(box);
    if (!box.backward && box.stage == stages - 1 && !info.table.overlapped_io) {
      machine->tokens.push_back({box.mini_batch, box.row, rows, false, true, along});
    }
    if (program + 1 >= info.table.num_programs()) continue;
    for (const ScheduleBox& next : boxes_of(info, program + 1, box.mini_batch)) {
      if (next.row == box.row) continue;
      machine->tokens.push_back(
          {box.mini_batch, box.row, next.row, program + 1 >= stages, false, along});
    }
  }
  if (slot + 1 >= info.table.num_slots() || info.table.overlapped_io) return;
  for (const ScheduleBox& box : info.table.slot(slot + 1)) {
    if (box.stage != 0 || letter_of(box) != 'F') continue;
    machine->tokens.push_back({box.mini_batch, -1, box.row, false, false, along});
  }
}

// Adds tokens for the transfers of I/O tiles while the other tiles compute.
void move_on_io_tiles(const PipelineInfo& info, MachineModel* machine) {
  const auto first = static_cast<std::size_t>(item(info.table.transfer_begin, machine->slot));
  const std::size_t count = info.table.transfers_of(machine->slot).size();
  for (std::size_t i = first; i < first + count; ++i) {
    const pipelining::TransferBox& transfer = info.table.transfers[i];
    const auto begin = static_cast<double>(info.timing.transfer_begin[i]);
    const auto end = static_cast<double>(info.timing.transfer_end[i]);
    if (machine->cycles < begin || machine->cycles >= end) continue;
    const auto along = static_cast<float>((machine->cycles - begin) / (end - begin));
    const int host = transfer.output ? info.table.num_rows() : -1;
    machine->tokens.push_back({transfer.mini_batch, transfer.output ? transfer.row : host,
                               transfer.output ? host : transfer.row, false, transfer.output,
                               along});
  }
}

void fill_updating(const PipelineInfo& info, MachineModel* machine) {
  const auto begin = static_cast<double>(info.timing.update_begin);
  for (std::size_t row = 0; row < machine->chips.size(); ++row) {
    const auto length = static_cast<double>(info.timing.update_cycles[row]);
    MachineModel::Chip& chip = machine->chips[row];
    if (length <= 0) continue;
    chip.progress = static_cast<float>(std::clamp((machine->cycles - begin) / length, 0.0, 1.0));
    chip.activity = chip.progress < 1 ? Activity::update : Activity::idle;
  }
}

}  // namespace

std::span<const ScheduleBox> boxes_of(const PipelineInfo& info, int program,
                                      std::int32_t mini_batch) {
  const int stages = info.table.num_stages;
  const bool backward = program >= stages;
  const int stage = backward ? 2 * stages - 1 - program : program;
  const auto first = static_cast<std::size_t>(info.table.find(stage, backward, mini_batch));
  const std::span<const ScheduleBox> boxes(info.table.boxes);
  std::size_t last = first + 1;
  while (last < boxes.size() && boxes[last].mini_batch == mini_batch &&
         info.table.pass(boxes[last]) == program) {
    ++last;
  }
  return boxes.subspan(first, last - first);
}

MachineModel machine_at(const PipelineInfo& info, double place) {
  MachineModel machine;
  const int slots = info.table.num_slots();
  machine.cycles = cycles_at(info.timing, place);
  machine.chips.resize(info.table.devices.size());
  machine.updating = place >= slots && has_update(info.timing) && place < last_place(info.timing);
  machine.slot = std::clamp(static_cast<int>(std::floor(place)), 0, std::max(0, slots - 1));
  const double part = place - machine.slot;
  const bool sends = place < slots && part >= pipelining::kProgramPart;

  if (machine.updating) {
    fill_updating(info, &machine);
  } else if (place < slots) {
    const auto first = static_cast<std::size_t>(item(info.table.slot_begin, machine.slot));
    const std::size_t count = info.table.slot(machine.slot).size();
    for (std::size_t i = first; i < first + count; ++i) {
      const ScheduleBox& box = info.table.boxes[i];
      MachineModel::Chip& chip = item(machine.chips, box.row);
      if (sends) chip.activity = Activity::exchange;
      const auto begin = static_cast<double>(info.timing.begin[i]);
      const auto end = static_cast<double>(info.timing.end[i]);
      if (sends || machine.cycles < begin || machine.cycles >= end) continue;
      chip.box = static_cast<std::int32_t>(i);
      chip.activity = activity_of(box);
      chip.progress = static_cast<float>((machine.cycles - begin) / std::max(1.0, end - begin));
    }
    move_on_io_tiles(info, &machine);
    if (sends) {
      send(info, machine.slot,
           static_cast<float>((part - pipelining::kProgramPart) / (1 - pipelining::kProgramPart)),
           &machine);
    }
  }
  for (std::size_t row = 0; row < machine.chips.size(); ++row) {
    MachineModel::Chip& chip = machine.chips[row];
    if (chip.activity == Activity::idle) {
      chip.idle = idle_at(info.timing.idle[row], machine.cycles);
    }
  }

  const int last = info.table.num_stages - 1;
  for (int stage = 0; stage <= last; ++stage) {
    MachineModel::Stash stash;
    if (info.table.training) {
      stash.end = begun(info, stage, false, machine.cycles);
      stash.first = std::min(stash.end, ended(info, stage, true, machine.cycles));
      stash.peak = item(info.timing.peak_stash, stage);
    }
    machine.stashes.push_back(stash);
  }
  machine.entered = begun(info, 0, false, machine.cycles);
  machine.losses_done = ended(info, last, false, machine.cycles);
  machine.finished =
      info.table.training ? ended(info, 0, true, machine.cycles) : machine.losses_done;
  return machine;
}

}  // namespace pipette::app::schedule_scene
