#include "pipeline/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/error.h"
#include "core/item.h"
#include "pipeline/schedule_blocks.h"

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

// Puts the recomputations of a block's slots behind what is there.
void add_recomputations(const PipelinePlan& plan, const std::vector<std::vector<int>>& stages,
                        std::vector<PipelinePlan::Slot>* slots) {
  for (std::size_t i = 0; i < slots->size(); ++i) {
    for (const int stage : stages[i]) {
      const auto at = std::find(plan.recomputed.begin(), plan.recomputed.end(), stage);
      if (at == plan.recomputed.end()) continue;
      (*slots)[i].push_back(plan.end_of_transfers() +
                            static_cast<int>(at - plan.recomputed.begin()));
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
  if (mode != interleaved && schedule == PipelineSchedule::sequential) {
    throw InvalidArgument(
        "recomputation_mode RecomputeThenBackpropagate needs the schedule Grouped or Interleaved, "
        "but pipeline_schedule is Sequential; use RecomputeAndBackpropagateInterleaved");
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

HostTransfers feeds_of_ends(int num_stages) { return {{0}, {num_stages - 1}}; }

std::vector<int> recomputed_stages(int num_stages) {
  std::vector<int> stages;
  for (int stage = 0; stage + 1 < num_stages; ++stage) stages.push_back(stage);
  return stages;
}

void check_recomputed(PipelineSchedule schedule, int num_stages, bool training,
                      const std::vector<int>& recomputed) {
  if (recomputed.empty()) return;
  if (!training) {
    throw InvalidArgument("recomputation needs a backward pass, but this is inference");
  }
  if (schedule == PipelineSchedule::sequential) {
    throw InvalidArgument(
        "recomputation has slots of its own under Grouped and Interleaved; under Sequential a "
        "stage recomputes where it runs backward, so count it to the backward pass");
  }
  for (std::size_t i = 0; i < recomputed.size(); ++i) {
    const int stage = recomputed[i];
    if (stage >= 0 && stage < num_stages && (i == 0 || recomputed[i - 1] < stage)) continue;
    throw InvalidArgument(fmt::format(
        "recomputed[{}] is stage {}, but stages ascend and are 0 to {}", i, stage, num_stages - 1));
  }
}

PipelinePlan make_plan(PipelineSchedule schedule, const DeviceLists& devices,
                       int batch_serialization_iterations, const std::vector<int>& recomputed) {
  check_programs(devices);
  check_recomputed(schedule, to_int(devices.size()) / 2, true, recomputed);
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
  plan.recomputed = recomputed;
  const auto block = [&](SchedulePart part) {
    std::vector<PipelinePlan::Slot> slots =
        schedule_block(schedule, part, offsets, plan.num_programs);
    if (!recomputed.empty()) {
      add_recomputations(plan, recomputation_block(schedule, part, offsets, plan.num_programs),
                         &slots);
    }
    slots = without_blanks(std::move(slots));
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
                                  const HostTransfers& transfers,
                                  const std::vector<int>& recomputed) {
  check_programs(devices);
  check_overlapped_io(schedule);
  check_recomputed(schedule, to_int(devices.size()) / 2, true, recomputed);
  PipelinePlan plan;
  plan.num_programs = to_int(devices.size());
  plan.inputs = transfers.inputs;
  plan.outputs = transfers.outputs;
  plan.recomputed = recomputed;
  for (int part = plan.num_programs; part < plan.end_of_transfers(); ++part) {
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
      for (int part_of = plan.num_programs; part_of < plan.end_of_transfers(); ++part_of) {
        const PipelinePlan::Slot& of = plan.is_output(part_of) ? out[i] : in[i];
        const bool runs = std::find(of.begin(), of.end(), plan.program_of(part_of)) != of.end();
        if (runs) slots[i].push_back(part_of);
      }
    }
    if (!recomputed.empty()) {
      add_recomputations(plan, overlapped_recomputation_block(part, offsets, plan.num_programs),
                         &slots);
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
