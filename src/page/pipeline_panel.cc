// The parameter panel of the pipelined experiment.
#include "page/pipeline_panel.h"

#include "core/error.h"
#include "page/experiment_bindings.h"
#include "page/experiment_panel.h"

namespace pipette::app {

using pipelining::PipelineSchedule;

namespace {

constexpr const char* kMemory = "Memory";
constexpr const char* kTraining = "Training";

template <class Member>
ParameterBinding bind_choice(const char* group, const char* name, const char* label,
                             std::vector<std::string> options, Member Experiment::*member) {
  return bind_options(
      group,
      {.name = name, .label = label, .kind = FieldKind::kChoice, .options = std::move(options)},
      member);
}

ParameterBinding bind_remote(const char* name, const char* label, const char* help,
                             bool Experiment::*member) {
  return bind_options(kMemory,
                      {.name = name,
                       .label = label,
                       .help = help,
                       .kind = FieldKind::kSwitch,
                       .options = {"On IPU", "Remote"}},
                      member);
}

}  // namespace

void add_memory_bindings(std::vector<ParameterBinding>* bindings) {
  bindings->push_back(bind_choice(kMemory, "recompute", "Recompute",
                                  {"Stash activations", "Recompute them"}, &Experiment::recompute));
  bindings->push_back(bind_remote(
      "offload_weight_update_variables", "Optimizer state",
      "Momentum and the like. Remote: in streaming memory, loaded for the weight update only",
      &Experiment::offload_weight_update_variables));
  bindings->push_back(
      bind_remote("offload_gradient_accumulation_buffers", "Accumulators",
                  "Sums of gradients. Remote: fetched and put back for every mini-batch",
                  &Experiment::offload_gradient_accumulation_buffers));
  bindings->push_back(bind_remote("offload_activations", "Activations",
                                  "Stashed for the backward pass. Remote: they go to streaming "
                                  "memory and come back when they are wanted",
                                  &Experiment::offload_activations));
  bindings->push_back(bind_remote(
      "offload_weights", "Weights",
      "Remote: fetched from streaming memory for every forward and backward pass of their stage",
      &Experiment::offload_weights));
  bindings->push_back(bind_options(kMemory,
                                   {.name = "replicated_optimizer_state_sharding",
                                    .label = "Shard state",
                                    .help = "Each replica keeps a share of the optimizer state "
                                            "instead of a copy; needs it to be remote",
                                    .kind = FieldKind::kSwitch,
                                    .options = {"Off", "On"}},
                                   &Experiment::replicated_optimizer_state_sharding));
}

ParameterBinding bind_schedule(const char* group) {
  return bind_choice(group, "pipeline_schedule", "Schedule",
                     {"Grouped", "Interleaved", "Sequential"}, &Experiment::pipeline_schedule);
}

ParameterBinding bind_mini_batches(const char* group) {
  return bind_integer(
      group,
      {.name = "gradient_accumulation_count",
       .label = "Mini-batches",
       .help = "Gradient accumulation count: mini-batches between two weight updates",
       .minimum = 1,
       .maximum = 100000},
      &Experiment::gradient_accumulation_count);
}

ParameterBinding bind_mapping(const char* group) {
  return {group,
          {.name = "device_mapping",
           .label = "IPUs",
           .help = "The IPU of each stage, in order. Stages may share one: 0, 1, 1, 0",
           .kind = FieldKind::kText},
          nullptr,
          nullptr,
          mapping_text,
          [](Experiment& e, const std::string& text) { set_mapping(&e, text); }};
}

ParameterBinding bind_optimizer(const char* group) {
  return bind_choice(group, "optimizer", "Optimizer", {"SGD", "Momentum", "Adam", "RMSprop"},
                     &Experiment::optimizer);
}

ParameterBinding bind_reduction(const char* group) {
  return bind_options(group,
                      {.name = "reduction_method",
                       .label = "Gradients of mini-batches",
                       .help = "What the weight update gets of them",
                       .kind = FieldKind::kChoice,
                       .options = {"Sum", "Mean", "Running mean"}},
                      &Experiment::reduction_method);
}

std::vector<ParameterBinding> pipeline_bindings() {
  std::vector<ParameterBinding> bindings;
  const char* group = "Pipeline";
  bindings.push_back(bind_schedule(group));
  bindings.push_back({group,
                      {.name = "stages",
                       .label = "Stages",
                       .help = "Parts the network is cut into, each on an IPU of its own",
                       .minimum = 2,
                       .maximum = 64},
                      [](const Experiment& e) { return static_cast<double>(e.stages); },
                      [](Experiment& e, double value) {
                        e.stages = static_cast<std::int64_t>(value);
                        e.device_mapping.clear();
                      }});
  bindings.push_back(bind_mini_batches(group));
  bindings.push_back(bind_mapping(group));
  bindings.push_back(
      {group,
       {.name = "hidden_layers",
        .label = "Hidden layers",
        .help = "More layers can be cut into more stages; new ones are as wide as "
                "the last",
        .minimum = 1,
        .maximum = 62},
       [](const Experiment& e) { return static_cast<double>(e.hidden_units.size()); },
       [](Experiment& e, double value) {
         if (value < 1 || value > 62) {
           throw InvalidArgument(
               "the page makes 1 to 62 hidden layers; the nearest "
               "valid value is " +
               std::string(value < 1 ? "1" : "62"));
         }
         const std::int64_t last = e.hidden_units.back();
         e.hidden_units.resize(static_cast<std::size_t>(value), last);
       }});
  bindings.push_back(
      bind_integer(group,
                   {.name = "replicas",
                    .label = "Replicas",
                    .help = "Copies of the whole pipeline, each on IPUs of its own and with "
                            "mini-batches of its own; they share their gradients",
                    .minimum = 1,
                    .maximum = 64,
                    .doubles = true},
                   &Experiment::replicas));
  add_memory_bindings(&bindings);
  bindings.push_back(
      bind_steps(kTraining, "Weight updates", "In all; each learns from all of its mini-batches"));
  bindings.push_back(bind_steps_per_run(kTraining, "Weight updates in one Engine::run"));
  bindings.push_back(bind_batch_size(kTraining));
  bindings.push_back(bind_learning_rate(kTraining));
  bindings.push_back(bind_optimizer(kTraining));
  bindings.push_back(bind_reduction(kTraining));
  bindings.push_back(bind_seed(kTraining));
  bindings.push_back(bind_prefetch_depth(kTraining));
  return bindings;
}

bool is_pipelined(const Experiment& experiment) { return experiment.name == "mnist-pipelined"; }

}  // namespace pipette::app
