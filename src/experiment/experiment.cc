#include "experiment/experiment.h"

#include <algorithm>

#include "core/hash.h"
#include "experiment/catalogue.h"
#include "experiment/problems.h"
#include "program/executable.h"

namespace pipette {

bool has_state(OptimizerName optimizer) { return optimizer != OptimizerName::sgd; }

Experiment Experiment::defaults(const std::string& name) { return catalogue_entry(name).defaults; }

void Experiment::validate() const {
  const std::vector<Problem> problems = problems_of(*this);
  if (!problems.empty()) throw_problem(problems[0]);
}

std::int64_t Experiment::num_runs() const {
  return training.steps / training.steps_per_execution +
         (training.steps % training.steps_per_execution != 0 ? 1 : 0);
}

bool Experiment::steps_are_updates() const {
  const bool keras = catalogue_entry(name).kind == ProgramKind::keras;
  return catalogue_entry(name).accumulates() && !keras;
}

const char* Experiment::step_unit() const {
  return steps_are_updates() ? "weight update" : "mini-batch";
}

std::int64_t Experiment::num_mini_batches() const {
  // A step of a Keras model is a mini-batch of one of the replicas.
  if (!model.layers.empty()) return num_steps() / pipeline.replicas;
  return num_steps() * pipeline.gradient_accumulation_count;
}

std::int64_t Experiment::num_weight_updates() const {
  return num_mini_batches() / pipeline.gradient_accumulation_count;
}

std::int64_t Experiment::max_stages() const {
  if (!model.layers.empty()) return static_cast<std::int64_t>(model.layers.size());
  if (catalogue_entry(name).kind == ProgramKind::inspected) return 2;
  return static_cast<std::int64_t>(model.hidden_units.size()) + 2;
}

pipelining::DeviceLists Experiment::stage_devices() const {
  const std::vector<std::int64_t>& mapping = pipeline.device_mapping;
  pipelining::DeviceLists each;
  if (mapping.empty()) {
    each = pipelining::default_device_mapping(static_cast<int>(num_stage_devices()));
  }
  for (const std::int64_t ipu : mapping) each.push_back({static_cast<int>(ipu)});
  for (std::int64_t part = 1; part < pipeline.concurrent_stages && each.size() > 1; ++part) {
    each[0].push_back(each[1][0]);
    each.erase(each.begin() + 1);
  }
  return each;
}

std::vector<std::string> Experiment::traced_names() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i <= model.hidden_units.size(); ++i) {
    names.push_back(i == 0 ? "dense" : "dense_" + std::to_string(i));
  }
  names.emplace_back("loss");
  return names;
}

bool Experiment::overlapped_io() const {
  return device.io_tiles > 0 && pipelined() &&
         pipeline.schedule == pipelining::PipelineSchedule::grouped;
}

CountRule Experiment::count_rule() const {
  if (!pipelined()) return {};
  const auto devices = pipelining::program_devices(stage_devices(), true);
  return pipelining::count_rule(pipelining::overlap_length(pipeline.schedule, devices),
                                overlapped_io());
}

int Experiment::ipus_per_replica() const {
  int needed = 1;
  for (const auto& list : stage_devices()) {
    for (const int ipu : list) needed = std::max(needed, ipu + 1);
  }
  return pipette::ipus_per_replica(needed);
}

DeviceConfig Experiment::device_config() const {
  DeviceConfig config = device;
  config.host.seed = training.seed;
  config.num_ipus = num_ipus();
  config.place_ops_on_io_tiles = overlapped_io();
  return config;
}

std::string Experiment::fingerprint() const {
  Experiment done = *this;
  done.training.steps = num_steps();
  done.device.engine_options = {};  // which change no result
  const std::string text = done.to_json();
  Hash hash;
  hash.add(text.data(), text.size());
  return hash.hex();
}

bool Experiment::same_apart_from_outfeeds(const Experiment& other) const {
  Experiment same = other;
  same.inspection = inspection;
  return same.to_json() == to_json();
}

namespace {

// As upstream does it by default: where there is streaming memory.
bool offloads_state(const Experiment& e) {
  return e.pipeline.offload_weight_update_variables && e.device.remote_buffers;
}

AccumulationDType accumulation_dtype(const PipelineSpec& spec) {
  switch (spec.gradient_accumulation_dtype) {
    case AccumulatorDType::f16:
      return DType::f16;
    case AccumulatorDType::f16_kernels:
      return [](const Variable& variable) {
        return variable.shape().rank() > 1 ? DType::f16 : DType::f32;
      };
    default:
      return {};  // that of the variables
  }
}

}  // namespace

pipelining::PipelineOptions pipeline_options(const Experiment& experiment) {
  const PipelineSpec& spec = experiment.pipeline;
  pipelining::PipelineOptions options;
  options.pipeline_schedule = spec.schedule;
  options.gradient_accumulation_dtype = accumulation_dtype(spec);
  options.allow_recompute = spec.recompute;
  options.offload_weight_update_variables = offloads_state(experiment);
  options.offload_gradient_accumulation_buffers = spec.offload_gradient_accumulation_buffers;
  options.offload_activations = spec.offload_activations;
  options.offload_weights = spec.offload_weights;
  options.replicated_optimizer_state_sharding = spec.replicated_optimizer_state_sharding;
  return options;
}

GradientAccumulationOptions accumulation_options(const Experiment& experiment) {
  const PipelineSpec& spec = experiment.pipeline;
  return {.dtype = accumulation_dtype(spec),
          .reduction_method = spec.reduction_method,
          .offload_weight_update_variables = offloads_state(experiment),
          .replicated_optimizer_state_sharding = spec.replicated_optimizer_state_sharding};
}

}  // namespace pipette
