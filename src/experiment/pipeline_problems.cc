// What does not fit together in stages, IPUs, replicas and mini-batches, and the nearest that does.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "experiment/catalogue.h"
#include "experiment/problems.h"

namespace pipette {

using pipelining::PipelineSchedule;

namespace {

std::vector<std::int64_t> one_each(std::int64_t stages) {
  std::vector<std::int64_t> ipus;
  for (std::int64_t stage = 0; stage < stages; ++stage) ipus.push_back(stage);
  return ipus;
}

Suggestion use_mapping(const std::vector<std::int64_t>& ipus) {
  const bool each = ipus == one_each(static_cast<std::int64_t>(ipus.size()));
  const bool brief = ipus.size() <= 6;
  return {brief  ? fmt::format("Use {}", fmt::join(ipus, ", "))
          : each ? "One IPU each"
                 : "Use the nearest",
          "device_mapping", ipus};
}

// The mapping with as many entries as there are stages: cut off, or with IPUs of their own added.
std::vector<std::int64_t> fitted(std::vector<std::int64_t> ipus, std::int64_t stages) {
  std::int64_t next = 0;
  for (const std::int64_t ipu : ipus) next = std::max(next, ipu + 1);
  while (static_cast<std::int64_t>(ipus.size()) < stages) ipus.push_back(next++);
  ipus.resize(static_cast<std::size_t>(stages));
  return ipus;
}

std::optional<Problem> stages_problem(const Experiment& e) {
  if (!e.model.layers.empty() || e.pipeline.stages <= e.max_stages()) return std::nullopt;
  return Problem{"stages",
                 fmt::format("this network can be cut into {} stages at most, but stages is {}",
                             e.max_stages(), e.pipeline.stages),
                 {use_number("stages", e.max_stages())}};
}

// What works concurrently is a layer; the next one needs all of it, so it is another stage.
std::optional<Problem> concurrency_problem(const Experiment& e) {
  const std::int64_t parts = e.pipeline.concurrent_stages;
  if (parts == 1) return std::nullopt;
  if (e.model.hidden_units[0] < parts) {
    return Problem{"concurrent_stages",
                   fmt::format("the first layer has {} units, so concurrent_stages must be at "
                               "most that, but it is {}",
                               e.model.hidden_units[0], parts),
                   {use_number("concurrent_stages", e.model.hidden_units[0])}};
  }
  const std::int64_t most = e.max_stages();
  if (most / e.pipeline.stages == 1) return std::nullopt;
  return Problem{"concurrent_stages",
                 fmt::format("concurrent_stages is {}, so the first stage must be one layer, but "
                             "{} stages of this network begin with {}",
                             parts, e.pipeline.stages, most / e.pipeline.stages),
                 {use_number("stages", most), use_number("concurrent_stages", 1)}};
}

std::optional<Problem> mapping_problem(const Experiment& e) {
  const std::vector<std::int64_t>& mapping = e.pipeline.device_mapping;
  if (mapping.empty()) return std::nullopt;
  const std::int64_t stages = e.num_stage_devices();
  if (static_cast<std::int64_t>(mapping.size()) != stages) {
    return Problem{"device_mapping",
                   fmt::format("{} {} for {} {}: each stage must be mapped to one", mapping.size(),
                               mapping.size() == 1 ? "IPU" : "IPUs", stages,
                               e.pipeline.concurrent_stages > 1 ? "stages and parts" : "stages"),
                   {use_mapping(fitted(mapping, stages))},
                   ErrorCode::value_error};
  }
  const std::set<std::int64_t> distinct(mapping.begin(), mapping.end());
  if (e.pipeline.schedule == PipelineSchedule::interleaved &&
      static_cast<std::int64_t>(distinct.size()) != stages) {
    return Problem{"device_mapping",
                   "Interleaved runs one program an IPU at a time, so its stages cannot share one",
                   {use_mapping(one_each(stages)), {"Use Grouped", "pipeline_schedule", "grouped"}},
                   ErrorCode::unimplemented};
  }
  return std::nullopt;
}

std::optional<Problem> machine_problem(const Experiment& e) {
  const std::int64_t most = DeviceConfig::kMaxIpus / e.ipus_per_replica();
  if (e.pipeline.replicas <= most) return std::nullopt;
  Problem problem{"replicas",
                  fmt::format("{} replicas of {} IPUs are more than the {} there are",
                              e.pipeline.replicas, e.ipus_per_replica(), DeviceConfig::kMaxIpus)};
  if (most > 0) {
    problem.suggestions = {use_number("replicas", most)};
  } else {
    problem.field = e.model.layers.empty() ? "stages" : "device_mapping";
    problem.text = fmt::format("the stages need {} IPUs, and there are {}", e.ipus_per_replica(),
                               DeviceConfig::kMaxIpus);
  }
  return problem;
}

std::string starts(const Experiment& e, const CountRule& rule) {
  if (!e.overlapped_io()) {
    return fmt::format("{} with {} stages starts {} mini-batches one after another",
                       to_label(e.pipeline.schedule), e.num_stages(), rule.step);
  }
  return fmt::format("{} with {} stages and I/O tiles has {} mini-batches under way or in transfer",
                     to_label(e.pipeline.schedule), e.num_stages(), rule.least);
}

std::optional<Problem> count_problem(const Experiment& e) {
  const std::int64_t count = e.pipeline.gradient_accumulation_count;
  const CountRule rule = e.count_rule();
  const auto near = nearest_valid_counts(rule, count);
  if (near.below == count) return std::nullopt;
  Problem problem{"gradient_accumulation_count",
                  fmt::format("{}, so gradient_accumulation_count must be {}, but it is {}",
                              starts(e, rule), rule.text(), count),
                  {},
                  ErrorCode::failed_precondition};
  for (const std::int64_t value : {near.below, near.above}) {
    if (value > 0) problem.suggestions.push_back(use_number(problem.field, value));
  }
  return problem;
}

// Mini-batches that an engine run of a Keras model deals out to replicas and cuts into weight
// updates; both without remainder.
std::optional<Problem> run_problem(const Experiment& e) {
  const std::int64_t run = e.training.steps_per_execution, replicas = e.pipeline.replicas;
  const std::int64_t count = e.pipeline.gradient_accumulation_count;
  if (e.model.layers.empty() || run % (count * replicas) == 0) return std::nullopt;
  const std::string each =
      replicas > 1 ? fmt::format(" for each of {} replicas", replicas) : std::string();
  Problem problem{"gradient_accumulation_count",
                  fmt::format("an engine run of {} mini-batches (steps_per_execution) cannot be "
                              "cut into weight updates of {} each{}",
                              run, count, each),
                  {},
                  ErrorCode::runtime_error};
  const CountRule rule = e.count_rule();
  const auto fits = [&](std::int64_t value) {
    return run % (value * replicas) == 0 && nearest_valid_counts(rule, value).below == value;
  };
  std::int64_t below = std::min(count, run), above = count + 1;
  while (below > 0 && !fits(below)) --below;
  while (above <= run && !fits(above)) ++above;
  for (const std::int64_t value : {below, above}) {
    if (value > 0 && value <= run) problem.suggestions.push_back(use_number(problem.field, value));
  }
  const std::int64_t unit = count * replicas, shorter = run / unit * unit;
  for (const std::int64_t value : {shorter, shorter + unit}) {
    if (value == 0) continue;
    problem.suggestions.push_back({fmt::format("Run {}", value), "steps_per_execution", value});
  }
  return problem;
}

std::optional<Problem> sharding_problem(const Experiment& e) {
  if (!e.pipeline.replicated_optimizer_state_sharding ||
      e.pipeline.offload_weight_update_variables) {
    return std::nullopt;
  }
  return Problem{"replicated_optimizer_state_sharding",
                 "replicated_optimizer_state_sharding needs offload_weight_update_variables: "
                 "the shares of the optimizer state lie in remote buffers",
                 {{"State remote", "offload_weight_update_variables", true},
                  {"No sharding", "replicated_optimizer_state_sharding", false}},
                 ErrorCode::value_error};
}

std::optional<Problem> remote_problem(const Experiment& e) {
  if (e.device.remote_buffers) return std::nullopt;
  const PipelineSpec& p = e.pipeline;
  const char* field =
      p.offload_activations                     ? "offload_activations"
      : p.offload_gradient_accumulation_buffers ? "offload_gradient_accumulation_buffers"
      : p.offload_weights                       ? "offload_weights"
      : p.replicated_optimizer_state_sharding   ? "replicated_optimizer_state_sharding"
                                                : nullptr;
  if (field == nullptr) return std::nullopt;
  return Problem{field,
                 fmt::format("{} needs streaming memory, and this machine has none", field),
                 {{"With streaming memory", "device.remote_buffers", true},
                  {"Keep it on the IPU", field, false}},
                 ErrorCode::failed_precondition};
}

}  // namespace

void find_pipeline_problems(const Experiment& e, std::vector<Problem>& problems) {
  if (!catalogue_entry(e.name).accumulates()) return;
  // The later ones read what the earlier ones check.
  for (const auto find : {stages_problem, concurrency_problem, mapping_problem, machine_problem,
                          count_problem, sharding_problem, remote_problem}) {
    if (auto problem = find(e)) {
      problems.push_back(*std::move(problem));
      break;
    }
  }
  if (auto problem = run_problem(e)) problems.push_back(*std::move(problem));
}

}  // namespace pipette
