// Stages, replicas, accumulation, and what lies where.
#include "experiment/field_binding.h"

namespace pipette {

namespace {

const char* needs_stages(const Experiment& e) {
  return e.num_stages() < 2 ? "it needs at least 2 stages" : nullptr;
}
const char* needs_pipeline(const Experiment& e) {
  if (e.pipeline.sharding) return "it needs a pipeline, and with sharding there is none";
  return needs_stages(e);
}
bool accumulates_the_older_way(const Experiment& e) {
  return e.pipeline.accumulation_optimizer == AccumulationOptimizer::older;
}
const char* needs_state(const Experiment& e) {
  if (accumulates_the_older_way(e)) return "GradientAccumulationOptimizer keeps state on the IPU";
  if (!has_state(e.training.optimizer)) return "it needs an optimizer with state, and sgd has none";
  const bool updates_apart = e.num_stages() > 1 || e.pipeline.gradient_accumulation_count > 1;
  return updates_apart ? nullptr : "it needs several stages, or gradients that are accumulated";
}
const char* needs_shares(const Experiment& e) {
  if (e.pipeline.replicas < 2) return "it needs at least 2 replicas";
  return needs_state(e);
}

Field remote(std::string name, std::string label, std::string help) {
  using enum ProgramKind;
  Field field;
  field.name = std::move(name);
  field.label = std::move(label);
  field.help = std::move(help);
  field.choices = {{"false", "On IPU"}, {"true", "Remote"}};
  field.programs = kAccumulating;
  field.lacks = needs_pipeline;
  field.group = "Memory";
  field.panel = {pipelined, keras};
  return field;
}

}  // namespace

const char* needs_accumulation(const Experiment& e) {
  return e.pipeline.gradient_accumulation_count < 2
             ? "it needs a gradient_accumulation_count of at least 2"
             : nullptr;
}

namespace {

const char* needs_newer_accumulation(const Experiment& e) {
  if (accumulates_the_older_way(e)) {
    return "GradientAccumulationOptimizer adds gradients up as they are";
  }
  return needs_accumulation(e);
}
const char* needs_an_optimizer_that_accumulates(const Experiment& e) {
  if (e.pipelined()) return "a pipeline accumulates by itself; it needs sharding or one stage";
  const OptimizerName optimizer = e.training.optimizer;
  if (optimizer != OptimizerName::sgd && optimizer != OptimizerName::momentum) {
    return "the older form takes sgd and momentum only";
  }
  if (optimizer == OptimizerName::momentum && e.training.decay != Decay::none) {
    return "the older form takes momentum with a fixed learning rate only";
  }
  return needs_accumulation(e);
}

}  // namespace

const char* needs_grouped_stages(const Experiment& e) {
  if (const char* lacking = needs_pipeline(e)) return lacking;
  return e.pipeline.schedule == pipelining::PipelineSchedule::grouped
             ? nullptr
             : "it needs the pipeline_schedule Grouped";
}
const char* needs_more_than_a_pair(const Experiment& e) {
  return e.ipus_per_replica() < 3 ? "it needs at least 3 IPUs, and two are neighbours in any order"
                                  : nullptr;
}
const char* needs_something_remote(const Experiment& e) {
  const PipelineSpec& p = e.pipeline;
  const bool asked = p.offload_gradient_accumulation_buffers || p.offload_activations ||
                     p.offload_weights || p.replicated_optimizer_state_sharding;
  return asked ? nullptr : needs_state(e);
}

void add_pipeline_fields(std::vector<Field>& all) {
  using enum ProgramKind;
  const std::string group = "Pipeline";
  all.push_back(bound(PIPETTE_MEMBER(pipeline.stages),
                      {.name = "stages",
                       .label = "Stages",
                       .help = "Parts that the network is cut into, each on an IPU; "
                               "1 for no pipeline. Keras models have the stages of their layers.",
                       .minimum = 1,
                       .maximum = kMaxExperimentStages,
                       .programs = {pipelined, inspected},
                       .group = group,
                       .panel = {pipelined},
                       .everyday = {pipelined}}));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.schedule),
                      {.name = "pipeline_schedule",
                       .label = "Schedule",
                       .help = "The order in which stages work on mini-batches.",
                       .flags = "--schedule",
                       .programs = kAccumulating,
                       .lacks = needs_pipeline,
                       .group = group,
                       .panel = {pipelined, keras},
                       .everyday = {pipelined, keras}}));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.sharding),
                      {.name = "sharding",
                       .label = "Model parallelism",
                       .help = "Stages are shards of a plain loop: one IPU after the other works "
                               "on the same mini-batch, without a pipeline.",
                       .choices = {{"false", "Pipeline"}, {"true", "Sharding"}},
                       .programs = {pipelined},
                       .lacks = needs_stages,
                       .group = group,
                       .panel = {pipelined},
                       .captioned = true}));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.concurrent_stages),
                      {.name = "concurrent_stages",
                       .label = "Concurrent stages",
                       .help = "Parts of the first layer, each with its share of the units on an "
                               "IPU of its own, that work on a mini-batch at the same time; "
                               "together they are the first stage.",
                       .minimum = 1,
                       .maximum = 32,
                       .programs = {pipelined},
                       .lacks = needs_pipeline,
                       .group = group,
                       .panel = {pipelined}}));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.gradient_accumulation_count),
                      {.name = "gradient_accumulation_count",
                       .label = "Mini-batches",
                       .help = "Gradient accumulation count: "
                               "mini-batches between two weight updates.",
                       .flags = "--gradient-accumulation",
                       .minimum = 1,
                       .maximum = 1e6,
                       .programs = kAccumulating,
                       .group = group,
                       .panel = kAccumulating,
                       .everyday = kAccumulating}));
  all.push_back(bound(
      PIPETTE_MEMBER(pipeline.device_mapping),
      {.name = "device_mapping",
       .label = "IPUs",
       .help =
           "The IPU of each stage, in order, or of each part of a concurrent first stage. Stages "
           "may share one: 0, 1, 1, 0.",
       .minimum = 0,
       .maximum = DeviceConfig::kMaxIpus - 1,
       .max_items = kMaxExperimentStages,
       .programs = kAccumulating,
       .lacks = needs_stages,
       .group = group,
       .panel = {pipelined, keras}}));
  all.push_back(bound(
      PIPETTE_MEMBER(pipeline.reduction_method),
      {.name = "reduction_method",
       .label = "Gradients of mini-batches",
       .help = "Whether the weight update uses the sum or the mean of the accumulated gradients.",
       .flags = "--reduction",
       .programs = kAccumulating,
       .lacks = needs_newer_accumulation,
       .group = "Training",
       .panel = {pipelined, keras},
       .captioned = true}));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.gradient_accumulation_dtype),
                      {.name = "gradient_accumulation_dtype",
                       .label = "Accumulators",
                       .help = "The dtype in which gradients are added up. float16 takes half the "
                               "memory and loses digits; gradients are cast back for the update. "
                               "float16_kernels leaves biases whole.",
                       .flags = "--accumulation-dtype",
                       .programs = {pipelined},
                       .lacks = needs_newer_accumulation,
                       .group = "Training",
                       .panel = {pipelined},
                       .captioned = true}));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.accumulation_optimizer),
                      {.name = "accumulation_optimizer",
                       .label = "Accumulation",
                       .help = "Which of upstream's optimizers accumulates where no pipeline does. "
                               "The older one adds to the momentum itself, which saves the "
                               "memory of the sums.",
                       .programs = {pipelined},
                       .lacks = needs_an_optimizer_that_accumulates,
                       .group = "Training",
                       .panel = {pipelined},
                       .captioned = true}));
  Field recompute = remote("recompute", "Recompute",
                           "Activations are computed again in the backward pass, "
                           "instead of being stashed.");
  recompute.choices = {{"false", "Stash activations"}, {"true", "Recompute them"}};
  all.push_back(bound(PIPETTE_MEMBER(pipeline.recompute), recompute));
  Field state = remote(
      "offload_weight_update_variables", "Optimizer state",
      "Where momentum and other optimizer state lie. Remote: in streaming memory, loaded for the "
      "weight update only.");
  state.flags = "!--keep-state";
  state.lacks = needs_state;
  all.push_back(bound(PIPETTE_MEMBER(pipeline.offload_weight_update_variables), state));
  all.push_back(bound(
      PIPETTE_MEMBER(pipeline.offload_gradient_accumulation_buffers),
      remote(
          "offload_gradient_accumulation_buffers", "Accumulators",
          "Where the sums of gradients lie. Remote: in streaming memory, fetched and put back for "
          "every mini-batch.")));
  all.push_back(bound(
      PIPETTE_MEMBER(pipeline.offload_activations),
      remote(
          "offload_activations", "Activations",
          "Where activations wait for the backward pass. Remote: in streaming memory, until they "
          "are needed.")));
  all.push_back(bound(
      PIPETTE_MEMBER(pipeline.offload_weights),
      remote(
          "offload_weights", "Weights",
          "Where weights lie. Remote: in streaming memory, fetched for every forward and backward "
          "pass of their stage.")));
  Field shares = remote("replicated_optimizer_state_sharding", "Shard state",
                        "Each replica keeps a share of the optimizer state instead of a copy; "
                        "the state must be remote.");
  shares.flags = "--shard-state";
  shares.choices = {{"false", "Off"}, {"true", "On"}};
  shares.lacks = needs_shares;
  all.push_back(bound(PIPETTE_MEMBER(pipeline.replicated_optimizer_state_sharding), shares));
  all.push_back(bound(PIPETTE_MEMBER(pipeline.replicas),
                      {.name = "replicas",
                       .label = "Replicas",
                       .help = "Copies of the whole program, each on IPUs of its own and with "
                               "mini-batches of its own; they share their gradients.",
                       .minimum = 1,
                       .maximum = DeviceConfig::kMaxIpus,
                       .growth = Growth::doubles,
                       .programs = kAccumulating,
                       .group = group,
                       .panel = {pipelined},
                       .everyday = {pipelined}}));
}

}  // namespace pipette
