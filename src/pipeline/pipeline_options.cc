#include "pipeline/pipeline_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "core/item.h"

namespace pipette::pipelining {

namespace {

PipelineSchedule schedule_of(const PipelineOptions& options) {
  const bool serialized = options.batch_serialization_iterations > 1;
  return options.pipeline_schedule.value_or(serialized ? PipelineSchedule::sequential
                                                       : PipelineSchedule::grouped);
}

RecomputationMode recomputation_of(const PipelineOptions& options) {
  return resolve_recomputation(options.recomputation_mode.value_or(RecomputationMode::automatic),
                               schedule_of(options));
}

void check_batch_serialization(const PipelineOptions& options) {
  const std::int64_t iterations = options.batch_serialization_iterations;
  if (iterations < 1 || iterations > kMaxBatchSerialization) {
    throw ValueError(fmt::format(
        "batch_serialization_iterations must be 1 to {}, but it is {}; "
        "the nearest valid value is {}",
        kMaxBatchSerialization, iterations, iterations < 1 ? 1 : kMaxBatchSerialization));
  }
  if (iterations == 1) return;
  if (schedule_of(options) != PipelineSchedule::sequential) {
    throw Unimplemented(
        fmt::format("Batch serialization is only supported with the `Sequential` schedule, "
                    "but batch_serialization_iterations is {} and pipeline_schedule is {}",
                    iterations, to_label(schedule_of(options))));
  }
  if (options.reduction_method != Reduction::sum) {
    throw ValueError(
        fmt::format("batch_serialization_iterations of {} needs reduction_method SUM", iterations));
  }
  constexpr std::int64_t kMaxParts = std::numeric_limits<std::int32_t>::max();
  const auto* count = std::get_if<std::int64_t>(&options.gradient_accumulation_count);
  if (count != nullptr && *count > kMaxParts / iterations) {
    throw ValueError(fmt::format(
        "gradient_accumulation_count * batch_serialization_iterations must be at most 2^31 - 1, "
        "but it is {} * {}; the largest valid count is {}",
        *count, iterations, kMaxParts / iterations));
  }
}

void check_on_one_ipu(const std::vector<Unit>& units) {
  for (const Unit& unit : units) {
    if (unit.device == units[0].device) continue;
    throw Unimplemented(fmt::format(
        "When using batch serialization, all the pipeline stages need to be mapped to a single "
        "IPU, but stage 0 is on IPU {} and stage {} on IPU {}",
        units[0].device, unit.stage, unit.device));
  }
}

void check_stage_options(const char* name, int num_stages,
                         const std::optional<std::vector<PipelineStageOptions>>& options) {
  if (!options || options->size() == static_cast<std::size_t>(num_stages)) return;
  throw ValueError(fmt::format("{} must have one entry for each stage, but has {} for {} stages",
                               name, options->size(), num_stages));
}

void check_outfeed_options(const PipelineOptions& options) {
  const bool training = static_cast<bool>(options.optimizer_function);
  if (options.outfeed_loss && !training) {
    throw ValueError("An optimizer_function must be provided when outfeed_loss is true");
  }
  if (options.outfeed_loss && options.outfeed_queue == nullptr) {
    throw ValueError("An outfeed_queue must be provided when outfeed_loss is true");
  }
  if (!options.outfeed_mask.empty() && !training) {
    throw ValueError("An optimizer_function must be provided when outfeed_mask is given");
  }
  if (!options.outfeed_mask.empty() && options.outfeed_loss) {
    throw ValueError("Only one of outfeed_loss and outfeed_mask can be set");
  }
  if (options.accumulate_outfeed && options.outfeed_queue == nullptr) {
    throw ValueError("accumulate_outfeed needs an outfeed_queue");
  }
  if (options.accumulate_outfeed && options.outfeed_queue->mode() != OutfeedMode::all) {
    throw ValueError("accumulate_outfeed needs an outfeed_queue of mode ALL");
  }
}

}  // namespace

void check_options(int num_stages, const PipelineOptions& options) {
  if (num_stages < 2) {
    throw ValueError(
        fmt::format("Pipeline requires at least two computational stages, but {} {} given",
                    num_stages, num_stages == 1 ? "is" : "are"));
  }
  const auto& count = options.gradient_accumulation_count;
  if (std::holds_alternative<std::monostate>(count)) {
    throw ValueError(
        "gradient_accumulation_count is missing: say how many mini-batches make a weight update");
  }
  if (const auto* number = std::get_if<std::int64_t>(&count)) {
    if (*number < 0 || *number > std::numeric_limits<std::int32_t>::max()) {
      throw ValueError(
          fmt::format("gradient_accumulation_count must be 0 to 2^31 - 1, but it is {}", *number));
    }
  } else {
    const Tensor& tensor = std::get<Tensor>(count);
    if (tensor.dtype() != DType::i32 || tensor.shape().rank() != 0) {
      throw TypeError("gradient_accumulation_count must be a number or an int32 scalar");
    }
    if (options.reduction_method == Reduction::mean) {
      throw ValueError(
          "reduction_method MEAN needs a gradient_accumulation_count that is known while tracing; "
          "use SUM or RUNNING_MEAN");
    }
  }
  if (options.repeat_count < 1) {
    throw ValueError(
        fmt::format("repeat_count must be at least 1, but it is {}", options.repeat_count));
  }
  if (options.continuous_weight_updates) {
    throw Unimplemented("continuous_weight_updates is not implemented, as upstream");
  }
  check_batch_serialization(options);
  check_stage_options("forward_propagation_stages_poplar_options", num_stages,
                      options.forward_propagation_stages_poplar_options);
  if (options.optimizer_function) {
    check_stage_options("backward_propagation_stages_poplar_options", num_stages,
                        options.backward_propagation_stages_poplar_options);
  }
  recomputation_of(options);  // throws for one that the schedule does not have
  check_outfeed_options(options);
}

std::vector<Unit> plan_units(const std::vector<Stage>& stages, const PipelineOptions& options) {
  DeviceLists devices;
  if (options.device_mapping) {
    for (const StageDevices& entry : *options.device_mapping) devices.push_back(entry.devices);
  } else {
    const int step = options.batch_serialization_iterations > 1 ? 0 : 1;
    int next = 0;
    for (const Stage& stage : stages) {
      std::vector<int>& list = devices.emplace_back();
      for (std::size_t i = 0; i < stage.members.size(); ++i, next += step) list.push_back(next);
    }
  }
  check_device_mapping(schedule_of(options), static_cast<int>(stages.size()), devices,
                       static_cast<bool>(options.optimizer_function));
  std::vector<Unit> units;
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    const std::size_t members = stages[stage].members.size();
    if (members == 0) throw ValueError(fmt::format("stage {} has no function", stage));
    const bool as_list = !options.device_mapping || (*options.device_mapping)[stage].is_list;
    if (devices[stage].size() != members || (members > 1 && !as_list)) {
      throw ValueError(
          fmt::format("Each stage must be mapped to an IPU: stage {} has {} concurrent functions, "
                      "but its device_mapping names {} IPUs",
                      stage, members, devices[stage].size()));
    }
    for (std::size_t member = 0; member < members; ++member) {
      units.push_back({static_cast<int>(stage), member, devices[stage][member]});
    }
  }
  if (options.batch_serialization_iterations > 1) check_on_one_ipu(units);
  return units;
}

namespace {

// The plan of the stage programs that `attributes` name, with what runs beside them.
PipelinePlan plan_of(const PipelineAttributes& attributes, const PipelineOptions& options,
                     const std::optional<HostTransfers>& transfers,
                     const std::vector<int>& recomputed = {}) {
  const std::vector<int>& programs = attributes.program_of_unit;
  DeviceLists devices(
      static_cast<std::size_t>(*std::max_element(programs.begin(), programs.end())) + 1);
  for (std::size_t unit = 0; unit < programs.size(); ++unit) {
    item(devices, programs[unit]).push_back(attributes.ipu_of_unit[unit]);
  }
  const PipelineSchedule schedule = schedule_of(options);
  if (transfers) return make_overlapped_plan(schedule, devices, *transfers, recomputed);
  return make_plan(schedule, devices, static_cast<int>(options.batch_serialization_iterations),
                   recomputed);
}

}  // namespace

PipelineAttributes plan_pipeline(const std::vector<Unit>& units, const PipelineOptions& options,
                                 bool overlapped_io) {
  PipelineAttributes attributes;
  attributes.offload_activations = options.offload_activations;
  attributes.num_stages = units.back().stage + 1;
  for (const Unit& unit : units) {
    attributes.program_of_unit.push_back(unit.stage);
    attributes.ipu_of_unit.push_back(unit.device);
  }
  const bool training = static_cast<bool>(options.optimizer_function);
  for (auto unit = units.rbegin(); training && unit != units.rend(); ++unit) {
    attributes.program_of_unit.push_back(2 * attributes.num_stages - 1 - unit->stage);
    attributes.ipu_of_unit.push_back(unit->device);
  }
  attributes.plan =
      plan_of(attributes, options, overlapped_io ? std::optional(HostTransfers{}) : std::nullopt);
  if (const auto* count = std::get_if<std::int64_t>(&options.gradient_accumulation_count)) {
    attributes.count = *count;
    attributes.plan.check_count(attributes.count);
  } else {
    attributes.from_input = true;
  }
  return attributes;
}

void plan_other_parts(const Graph& graph, RegionId body, const PipelineOptions& options,
                      PipelineAttributes& attributes) {
  const bool before = recomputation_of(options) == RecomputationMode::recompute_then_backpropagate;
  std::set<int> inputs, outputs, recomputed;
  for (const NodeId id : graph.region(body).nodes) {
    const Node& node = graph.node(id);
    if (node.placement.unit < 0) continue;
    const int program = item(attributes.program_of_unit, node.placement.unit);
    const int stage = attributes.plan.num_programs - 1 - program;
    if (node.kind == OpKind::stream_in) inputs.insert(program);
    if (node.kind == OpKind::stream_out) outputs.insert(program);
    const bool again = node.phase == Phase::recompute && stage + 1 < attributes.num_stages;
    if (again && before) recomputed.insert(stage);
  }
  std::optional<HostTransfers> transfers;
  if (attributes.plan.overlapped_io()) {
    transfers = {{inputs.begin(), inputs.end()}, {outputs.begin(), outputs.end()}};
  }
  attributes.plan = plan_of(attributes, options, transfers, {recomputed.begin(), recomputed.end()});
}

}  // namespace pipette::pipelining
