#include "pipeline/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/error.h"
#include "core/item.h"

namespace pipette::pipelining {

namespace {

template <class Enum>
Enum parse_in(std::string_view text, const char* type) {
  if (const Choice<Enum>* found = find_choice<Enum>(text)) return found->value;
  std::string all;
  for (const Choice<Enum>& choice : kChoices<Enum>) {
    all += (all.empty() ? "" : ", ") + std::string(choice.label);
  }
  throw ValueError(fmt::format("Cannot parse \"{}\" as one of {}; it must be one of {} (any case)",
                               text.substr(0, 64), type, all));
}

// conflict[k]: some device has two programs that are k places apart, around the circle.
std::vector<bool> conflicting_distances(const DeviceLists& devices) {
  const int length = to_int(devices.size());
  std::map<int, std::vector<int>> places;
  for (int place = 0; place < length; ++place) {
    for (int device : item(devices, place)) places[device].push_back(place);
  }
  std::vector<bool> conflict(devices.size(), false);
  for (const auto& [device, at] : places) {
    for (int a : at) {
      for (int b : at) item(conflict, (a - b + length) % length) = true;
    }
  }
  return conflict;
}

constexpr std::size_t kIoSlots = 2;  // by which overlapped I/O lengthens each ramp

void check_programs(const DeviceLists& devices) {
  if (devices.empty() || to_int(devices.size()) > 2 * kMaxStages) {
    throw InvalidArgument(fmt::format("a pipeline has 1 to {} stage programs, but {} are given",
                                      2 * kMaxStages, devices.size()));
  }
  for (std::size_t program = 0; program < devices.size(); ++program) {
    if (devices[program].empty()) {
      throw InvalidArgument(fmt::format("stage program {} has no device", program));
    }
  }
}

// PipelinePlan's slots have no blanks.
std::vector<PipelinePlan::Slot> without_blanks(std::vector<PipelinePlan::Slot> block) {
  for (PipelinePlan::Slot& slot : block) std::erase(slot, -1);
  while (!block.empty() && block.back().empty()) block.pop_back();
  return block;
}

}  // namespace

PipelineSchedule parse_schedule(std::string_view text) {
  return parse_in<PipelineSchedule>(text, "PipelineSchedule");
}

RecomputationMode parse_recomputation_mode(std::string_view text) {
  return parse_in<RecomputationMode>(text, "RecomputationMode");
}

RecomputationMode resolve_recomputation(RecomputationMode mode, PipelineSchedule schedule) {
  const RecomputationMode interleaved = RecomputationMode::recompute_and_backpropagate_interleaved;
  if (mode == RecomputationMode::automatic) {
    return schedule == PipelineSchedule::sequential
               ? interleaved
               : RecomputationMode::recompute_then_backpropagate;
  }
  if (mode == interleaved && schedule == PipelineSchedule::interleaved) {
    throw InvalidArgument(
        "recomputation_mode RecomputeAndBackpropagateInterleaved needs the schedule Grouped or "
        "Sequential, but pipeline_schedule is Interleaved; use RecomputeThenBackpropagate");
  }
  return mode;
}

DeviceLists default_device_mapping(int num_stages) {
  DeviceLists mapping;
  for (int stage = 0; stage < num_stages; ++stage) mapping.push_back({stage});
  return mapping;
}

DeviceLists program_devices(const DeviceLists& stage_devices, bool training) {
  DeviceLists all = stage_devices;
  if (training) all.insert(all.end(), stage_devices.rbegin(), stage_devices.rend());
  return all;
}

void check_device_mapping(PipelineSchedule schedule, int num_stages, const DeviceLists& mapping,
                          bool training) {
  if (num_stages < 2) throw ValueError("Pipeline requires at least two computational stages.");
  if (num_stages > kMaxStages) {
    throw ValueError(
        fmt::format("a pipeline has at most {} stages, but {} are wanted", kMaxStages, num_stages));
  }
  if (to_int(mapping.size()) != num_stages) {
    throw ValueError(fmt::format(
        "Each stage must be mapped to an IPU: device_mapping has {} entries for {} stages",
        mapping.size(), num_stages));
  }
  std::map<int, int> stage_of;
  for (int stage = 0; stage < num_stages; ++stage) {
    const std::vector<int>& devices = item(mapping, stage);
    if (devices.empty()) {
      throw ValueError(
          fmt::format("Each stage must be mapped to an IPU: device_mapping[{}] is empty", stage));
    }
    for (int device : devices) {
      if (device < 0 || device > kMaxDevice) {
        throw InvalidArgument(fmt::format(
            "device_mapping[{}] is {}, but an IPU id is 0 to {}; the nearest valid value is {}",
            stage, device, kMaxDevice, device < 0 ? 0 : kMaxDevice));
      }
      const auto [other, is_new] = stage_of.emplace(device, stage);
      if (!is_new && training && schedule == PipelineSchedule::interleaved) {
        throw Unimplemented(
            fmt::format("device_mapping puts stages {} and {} on IPU {}, "
                        "but in training the schedule Interleaved needs an IPU for each stage; "
                        "use Grouped or Sequential, or another device_mapping",
                        other->second, stage, device));
      }
    }
  }
}

std::vector<int> schedule_offsets(PipelineSchedule schedule, const DeviceLists& devices) {
  const int length = to_int(devices.size());
  std::vector<int> offsets = {0};
  if (schedule == PipelineSchedule::sequential) return offsets;
  std::vector<bool> conflict(devices.size(), false);
  if (schedule == PipelineSchedule::interleaved) conflict = conflicting_distances(devices);
  for (int offset = 1; offset < length; ++offset) {
    // Two rotations meet exactly where the distance between their offsets joins two programs.
    const bool free = std::none_of(offsets.begin(), offsets.end(),
                                   [&](int other) { return item(conflict, offset - other); });
    if (free) offsets.push_back(offset);
  }
  return offsets;
}

std::vector<std::vector<int>> schedule_block(PipelineSchedule schedule, SchedulePart part,
                                             const std::vector<int>& offsets, int num_programs) {
  std::vector<std::vector<int>> block;
  for (int column = 0; column < num_programs; ++column) {
    std::vector<int> slot;
    for (int offset : offsets) {  // the row of programs rotated right by its offset
      const bool blank = (part == SchedulePart::ramp_up && column < offset) ||
                         (part == SchedulePart::ramp_down && column >= offset);
      slot.push_back(blank ? -1 : (column - offset + num_programs) % num_programs);
    }
    if (part == SchedulePart::main && schedule == PipelineSchedule::grouped) {
      std::stable_sort(slot.begin(), slot.end(), std::greater<int>());
    }
    block.push_back(std::move(slot));
  }
  return block;
}

HostTransfers feeds_of_ends(int num_stages) { return {{0}, {num_stages - 1}}; }

std::vector<std::vector<int>> overlapped_block(SchedulePart part, IoPhase phase,
                                               const std::vector<int>& offsets, int num_programs) {
  const PipelineSchedule grouped = PipelineSchedule::grouped;
  const std::vector<int> blank(offsets.size(), -1);
  const std::vector<int> full =
      schedule_block(grouped, SchedulePart::main, offsets, num_programs).at(0);
  if (part == SchedulePart::main) return {full};
  const auto before = static_cast<std::size_t>(phase);
  const bool up = part == SchedulePart::ramp_up;
  std::vector<std::vector<int>> block = schedule_block(grouped, part, offsets, num_programs);
  block.insert(block.begin(), before, up ? blank : full);
  block.insert(block.end(), kIoSlots - before, up ? full : blank);
  return block;
}

PipelinePlan make_plan(PipelineSchedule schedule, const DeviceLists& devices,
                       int batch_serialization_iterations) {
  check_programs(devices);
  if (batch_serialization_iterations < 1 ||
      (batch_serialization_iterations > 1 && schedule != PipelineSchedule::sequential)) {
    throw InvalidArgument(fmt::format("{} batch serialization iterations under the schedule {}",
                                      batch_serialization_iterations, to_label(schedule)));
  }
  const std::vector<int> offsets = schedule_offsets(schedule, devices);
  PipelinePlan plan;
  plan.num_programs = to_int(devices.size());
  plan.overlap = to_int(offsets.size());
  plan.count_rule = count_rule(plan.overlap, false);
  const auto block = [&](SchedulePart part) {
    std::vector<PipelinePlan::Slot> slots =
        without_blanks(schedule_block(schedule, part, offsets, plan.num_programs));
    if (batch_serialization_iterations > 1) {
      for (PipelinePlan::Slot& slot : slots) {
        slot.resize(static_cast<std::size_t>(batch_serialization_iterations), slot.at(0));
      }
    }
    return slots;
  };
  plan.ramp_up = block(SchedulePart::ramp_up);
  plan.steady = block(SchedulePart::main);
  plan.ramp_down = block(SchedulePart::ramp_down);
  return plan;
}

PipelinePlan make_overlapped_plan(PipelineSchedule schedule, const DeviceLists& devices,
                                  const HostTransfers& transfers) {
  check_programs(devices);
  check_overlapped_io(schedule);
  PipelinePlan plan;
  plan.num_programs = to_int(devices.size());
  plan.inputs = transfers.inputs;
  plan.outputs = transfers.outputs;
  for (int part = plan.num_programs; part < plan.num_parts(); ++part) {
    if (plan.program_of(part) >= 0 && plan.program_of(part) < plan.num_programs) continue;
    throw InvalidArgument(fmt::format("host transfers of stage program {}, but there are {}",
                                      plan.program_of(part), plan.num_programs));
  }
  const std::vector<int> offsets = schedule_offsets(schedule, devices);
  plan.overlap = to_int(offsets.size());
  plan.count_rule = count_rule(plan.overlap, true);
  const auto block = [&](SchedulePart part) {
    const auto of_phase = [&](IoPhase phase) {
      return overlapped_block(part, phase, offsets, plan.num_programs);
    };
    std::vector<PipelinePlan::Slot> slots = of_phase(IoPhase::compute);
    const auto in = of_phase(IoPhase::input), out = of_phase(IoPhase::output);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      for (int part_of = plan.num_programs; part_of < plan.num_parts(); ++part_of) {
        const PipelinePlan::Slot& of = plan.is_output(part_of) ? out[i] : in[i];
        const bool runs = std::find(of.begin(), of.end(), plan.program_of(part_of)) != of.end();
        if (runs) slots[i].push_back(part_of);
      }
    }
    return without_blanks(std::move(slots));
  };
  plan.ramp_up = block(SchedulePart::ramp_up);
  plan.steady = block(SchedulePart::main);
  plan.ramp_down = block(SchedulePart::ramp_down);
  return plan;
}

void check_overlapped_io(PipelineSchedule schedule) {
  if (schedule == PipelineSchedule::grouped) return;
  throw Unimplemented(
      fmt::format("overlapped I/O (operations on I/O tiles) needs the schedule Grouped, but "
                  "pipeline_schedule is {}; use Grouped, or set place_ops_on_io_tiles to false",
                  to_label(schedule)));
}

CountRule count_rule(int overlap, bool overlapped_io) {
  if (overlapped_io) return {overlap + static_cast<int>(kIoSlots), 1};
  return {overlap, overlap};
}

int overlap_length(PipelineSchedule schedule, const DeviceLists& devices) {
  return to_int(schedule_offsets(schedule, devices).size());
}

int stash_depth(PipelineSchedule schedule, int stage, int num_stages) {
  if (schedule == PipelineSchedule::sequential) return 0;
  const int stages_after = num_stages - 1 - stage;
  return schedule == PipelineSchedule::grouped ? 2 * stages_after : stages_after;
}

int max_stash(PipelineSchedule schedule, int stage, int num_stages) {
  return stash_depth(schedule, stage, num_stages) + 1;
}

}  // namespace pipette::pipelining
