// What does not fit together in a pipelined experiment, and the nearest that does.
#include <algorithm>
#include <cctype>
#include <set>

#include "core/error.h"
#include "page/experiment_problem.h"
#include "page/pipeline_panel.h"

namespace pipette::app {

using pipelining::PipelineSchedule;

namespace {

std::string list_text(const std::vector<std::int64_t>& ipus) {
  std::string text;
  for (const std::int64_t ipu : ipus) text += (text.empty() ? "" : ", ") + std::to_string(ipu);
  return text;
}

std::vector<std::int64_t> one_each(std::int64_t stages) {
  std::vector<std::int64_t> ipus;
  for (std::int64_t stage = 0; stage < stages; ++stage) ipus.push_back(stage);
  return ipus;
}

Suggestion use_mapping(const std::vector<std::int64_t>& ipus) {
  const bool each = ipus == one_each(static_cast<std::int64_t>(ipus.size()));
  const std::string text = list_text(ipus);
  const bool brief = ipus.size() <= 6;
  return {brief  ? "Use " + text
          : each ? "One IPU each"
                 : "Use the nearest",
          "device_mapping", 0, text};
}

Suggestion use_number(const char* field, std::int64_t value) {
  return {"Use " + std::to_string(value), field, static_cast<double>(value), {}};
}

// The mapping with as many entries as there are stages: cut off, or with IPUs of their own added.
std::vector<std::int64_t> fitted(std::vector<std::int64_t> ipus, std::int64_t stages) {
  std::int64_t next = 0;
  for (const std::int64_t ipu : ipus) next = std::max(next, ipu + 1);
  while (static_cast<std::int64_t>(ipus.size()) < stages) ipus.push_back(next++);
  ipus.resize(static_cast<std::size_t>(stages));
  return ipus;
}

std::optional<ExperimentProblem> mapping_problem(const Experiment& e) {
  const auto entries = static_cast<std::int64_t>(e.device_mapping.size());
  if (entries == 0) return std::nullopt;
  if (entries != e.num_stages()) {
    return ExperimentProblem{"device_mapping",
                             std::to_string(entries) + (entries == 1 ? " IPU" : " IPUs") + " for " +
                                 std::to_string(e.num_stages()) + " stages: each stage needs one.",
                             {use_mapping(fitted(e.device_mapping, e.num_stages()))}};
  }
  const std::set<std::int64_t> distinct(e.device_mapping.begin(), e.device_mapping.end());
  if (e.pipeline_schedule == PipelineSchedule::interleaved &&
      static_cast<std::int64_t>(distinct.size()) != e.num_stages()) {
    return ExperimentProblem{
        "device_mapping",
        "Interleaved runs one program an IPU at a time, so its stages cannot share one.",
        {use_mapping(one_each(e.num_stages())), {"Use Grouped", "pipeline_schedule", 0, {}}}};
  }
  return std::nullopt;
}

std::optional<ExperimentProblem> size_problem(const Experiment& e) {
  const std::int64_t most = DeviceConfig::kMaxIpus / e.ipus_per_replica();
  if (e.replicas <= most) return std::nullopt;
  return ExperimentProblem{"replicas",
                           std::to_string(e.replicas) + " replicas of " +
                               std::to_string(e.ipus_per_replica()) + " IPUs are more than the " +
                               std::to_string(DeviceConfig::kMaxIpus) + " there are.",
                           {use_number("replicas", std::max<std::int64_t>(1, most))}};
}

std::optional<ExperimentProblem> count_problem(const Experiment& e) {
  const auto devices = pipelining::program_devices(e.stage_devices(), true);
  const int overlap = pipelining::overlap_length(e.pipeline_schedule, devices);
  const auto near = nearest_valid_counts(overlap, e.gradient_accumulation_count);
  if (near.below == e.gradient_accumulation_count) return std::nullopt;
  ExperimentProblem problem = {
      "gradient_accumulation_count",
      std::string(pipelining::schedule_name(e.pipeline_schedule)) + " with " +
          std::to_string(e.num_stages()) + " stages starts " + std::to_string(overlap) +
          " mini-batches one after another, so their number must be a multiple of " +
          std::to_string(overlap) + ".",
      {}};
  for (const std::int64_t count : {near.below, near.above}) {
    if (count > 0) problem.nearest.push_back(use_number("gradient_accumulation_count", count));
  }
  return problem;
}

std::optional<ExperimentProblem> sharding_problem(const Experiment& e) {
  if (!e.replicated_optimizer_state_sharding || e.offload_weight_update_variables) {
    return std::nullopt;
  }
  return ExperimentProblem{"replicated_optimizer_state_sharding",
                           "The shares of the optimizer state lie in remote buffers.",
                           {{"State remote", "offload_weight_update_variables", 1, {}},
                            {"No sharding", "replicated_optimizer_state_sharding", 0, {}}}};
}

}  // namespace

std::string mapping_text(const Experiment& e) {
  return list_text(e.device_mapping.empty() ? one_each(e.num_stages()) : e.device_mapping);
}

void set_mapping(Experiment* experiment, const std::string& text) {
  std::vector<std::int64_t> ipus;
  bool inside = false;  // a number
  for (const char c : text) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!digit && c != ',' && c != ' ') {
      throw InvalidArgument("\"" + text + "\" is no list of IPUs such as " +
                            list_text(one_each(experiment->num_stages())));
    }
    if (digit) {
      if (!inside) ipus.push_back(0);
      ipus.back() = ipus.back() * 10 + (c - '0');
      if (ipus.back() >= DeviceConfig::kMaxIpus) {
        throw InvalidArgument("IPUs are numbered from 0 to " +
                              std::to_string(DeviceConfig::kMaxIpus - 1));
      }
    }
    inside = digit;
  }
  if (ipus == one_each(experiment->num_stages())) ipus.clear();
  experiment->device_mapping = std::move(ipus);
}

std::optional<ExperimentProblem> pipeline_problem(const Experiment& e) {
  const bool cut = is_pipelined(e) ? e.stages <= e.max_stages() : !e.layers.empty();
  if (!cut || e.num_stages() < 2) return std::nullopt;
  for (const auto find : {mapping_problem, size_problem, count_problem, sharding_problem}) {
    if (auto problem = find(e)) return problem;
  }
  return std::nullopt;  // anything else validate() says
}

}  // namespace pipette::app
