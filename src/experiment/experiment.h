// An experiment: one value that determines what is run, with which data, on which machine. The same
// value gives the same bits everywhere.
//
//   Experiment e = Experiment::defaults("mnist-with-feeds");
//   e.training.steps_per_execution = 50;
//   Experiment same = Experiment::from_json(e.to_json());
//   e.fingerprint();                                   // 16 hex digits
//
// It consists of sub-values. One table (experiment/field.h) defines for each field its names
// elsewhere, its values and the programs for which it has a meaning; one place
// (experiment/problems.h) finds values that do not fit together.
//
// from_json() starts from the defaults of the experiment it names, so a partial object is enough.
// Errors: InvalidArgument for text that is not JSON, a wrong type or a value out of range, NotFound
// for an unknown experiment, field or architecture; each message names the field and the rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/choices.h"
#include "device/device.h"
#include "experiment/layer_spec.h"
#include "feeds/outfeed_queue.h"
#include "pipeline/pipeline.h"

namespace pipette {

// When the host dequeues from the outfeed.
enum class DequeueTime {
  at_end,      // once, after the last run, as in the tutorial on feeds
  each_run,    // between engine runs
  continuous,  // while the program runs
};
constexpr auto choices_of(DequeueTime) {
  return std::to_array<Choice<DequeueTime>>(
      {{DequeueTime::at_end, "at_end", "At the end"},
       {DequeueTime::each_run, "each_run", "After each run"},
       {DequeueTime::continuous, "continuous", "While it runs"}});
}

enum class ModelType { sequential, model };  // Keras' Sequential, or its functional Model
constexpr auto choices_of(ModelType) {
  return std::to_array<Choice<ModelType>>({{ModelType::sequential, "Sequential", "Sequential"},
                                           {ModelType::model, "Model", "Functional"}});
}

enum class OptimizerName { sgd, momentum, adam, adamw, rmsprop };
constexpr auto choices_of(OptimizerName) {
  return std::to_array<Choice<OptimizerName>>({{OptimizerName::sgd, "sgd", "SGD"},
                                               {OptimizerName::momentum, "momentum", "Momentum"},
                                               {OptimizerName::adam, "adam", "Adam"},
                                               {OptimizerName::adamw, "adamw", "AdamW"},
                                               {OptimizerName::rmsprop, "rmsprop", "RMSprop"}});
}
// True if the optimizer has variables besides the weights, such as momentum.
bool has_state(OptimizerName optimizer);

// The decay of the learning rate with the weight updates (training/learning_rate.h).
enum class Decay { none, exponential, cosine };
constexpr auto choices_of(Decay) {
  return std::to_array<Choice<Decay>>({{Decay::none, "none", "No decay"},
                                       {Decay::exponential, "exponential", "Exponential"},
                                       {Decay::cosine, "cosine", "Cosine"}});
}

// The unit of a step depends on the experiment: see step_unit() below.
struct Training {
  std::int64_t steps = 10000;             // in total
  std::int64_t steps_per_execution = 10;  // of one engine run; without feeds always 1
  std::int64_t batch_size = 32;           // images in a mini-batch
  double learning_rate = 0.01;            // at the beginning
  Decay decay = Decay::none;
  std::int64_t decay_steps = 1000;  // weight updates
  double decay_rate = 0.9;          // exponential: factor of the rate per decay_steps
  double weight_decay = 0.004;      // of AdamW
  OptimizerName optimizer = OptimizerName::sgd;
  std::uint64_t seed = 1;
  std::string data = "digits";  // "digits": generated; or the name of data given to the session
};

struct Feeds {
  int prefetch_depth = 3;  // infeed elements the host prepares ahead
  int buffer_depth = 3;    // outfeed elements between device and host
  OutfeedMode outfeed_mode = OutfeedMode::all;
  DequeueTime dequeue = DequeueTime::each_run;
  bool outfeed_predictions = false;  // the predicted classes, besides each loss
};

constexpr std::int64_t kMaxHiddenLayers = 64;
constexpr std::int64_t kMaxLayers = 32;  // of a Keras model; each may be a stage
// Each hidden layer, the last layer and the loss may be a stage.
constexpr std::int64_t kMaxExperimentStages = kMaxHiddenLayers + 2;

struct ModelSpec {
  std::vector<std::int64_t> hidden_units = {128};  // widths of the hidden layers
  // The layers of a Keras model, with their stages; empty for other programs.
  std::vector<LayerSpec> layers = {};
  ModelType type = ModelType::sequential;
};

// The dtype of accumulated gradients; weights are float32. f16_kernels is a function of the
// variable: half for kernels, which are matrices and nearly all of the memory, float32 for biases.
enum class AccumulatorDType { f32, f16, f16_kernels };
constexpr auto choices_of(AccumulatorDType) {
  return std::to_array<Choice<AccumulatorDType>>(
      {{AccumulatorDType::f32, "float32", "Whole: float32"},
       {AccumulatorDType::f16, "float16", "Half: float16"},
       {AccumulatorDType::f16_kernels, "float16_kernels", "Half for kernels"}});
}

// The upstream wrapper that accumulates gradients where no pipeline does:
// training/gradient_accumulation.h.
enum class AccumulationOptimizer { v2, older };
constexpr auto choices_of(AccumulationOptimizer) {
  return std::to_array<Choice<AccumulationOptimizer>>(
      {{AccumulationOptimizer::v2, "GradientAccumulationOptimizerV2", "V2"},
       {AccumulationOptimizer::older, "GradientAccumulationOptimizer", "Older"}});
}

// Additional settings of programs that accumulate gradients.
struct PipelineSpec {
  std::int64_t stages = 1;  // 1: one IPU per replica, no pipeline
  // Stages are shards of a plain loop, without a pipeline.
  bool sharding = false;
  // Parts of the first layer that work at the same time, each on an IPU of its own; together they
  // are the first stage.
  std::int64_t concurrent_stages = 1;
  pipelining::PipelineSchedule schedule = pipelining::PipelineSchedule::grouped;
  std::int64_t gradient_accumulation_count = 1;  // mini-batches of a weight update
  // The IPU of each stage, and of each part of a concurrent first stage; empty: 0, 1, 2, ...
  std::vector<std::int64_t> device_mapping = {};
  Reduction reduction_method = Reduction::sum;
  AccumulatorDType gradient_accumulation_dtype = AccumulatorDType::f32;
  AccumulationOptimizer accumulation_optimizer = AccumulationOptimizer::v2;
  bool recompute = false;  // activations in the backward pass, instead of stashing them
  // Data kept in remote buffers (streaming memory) while not in use: pipeline/pipeline.h. The first
  // option is for optimizer state, which upstream offloads by default too.
  bool offload_weight_update_variables = true;
  bool offload_gradient_accumulation_buffers = false;
  bool offload_activations = false;
  bool offload_weights = false;
  bool replicated_optimizer_state_sharding = false;
  std::int64_t replicas = 1;
};

// The tensors sent to the host. A filter is a part of a key; the single word "none" means no
// filters, so all tensors are sent.
struct Inspection {
  std::vector<std::string> gradients_filters = {"none"};
  std::vector<std::string> activations_filters = {"none"};
  bool outfeed_pre_accumulated_gradients = false;  // of each mini-batch, not of the weight update
  // The tensors that print_tensor() prints, by the names of traced_names(); "none": no tensors.
  std::vector<std::string> print_tensors = {"none"};
};

struct Experiment {
  std::string name = "mnist-with-feeds";  // of the catalogue
  Training training;
  Feeds feeds;
  ModelSpec model;
  PipelineSpec pipeline;
  Inspection inspection;
  DeviceConfig device;  // num_ipus follows from the other fields: device_config()

  // Throws NotFound for a name that is not in the catalogue.
  static Experiment defaults(const std::string& name);
  static Experiment from_json(const std::string& text);
  // The same without validate(), for problems_of().
  static Experiment parse(const std::string& text);
  std::string to_json() const;  // every field, in a fixed order, two spaces of indent
  // Throws the first of problems_of(*this).
  void validate() const;
  // A hash of to_json() with the number of steps really done: 5 and 10 steps in engine runs of 10
  // are the same experiment. Engine options are left out, because they change no result.
  std::string fingerprint() const;
  // True if the two differ at most in the tensors sent to the host. Their numbers are the same.
  bool same_apart_from_outfeeds(const Experiment& other) const;

  // The engine runs needed: steps / steps_per_execution, rounded up as Python's range does.
  std::int64_t num_runs() const;
  std::int64_t num_steps() const { return num_runs() * training.steps_per_execution; }
  std::int64_t num_mini_batches() const;  // of a replica: there are as many losses
  std::int64_t num_weight_updates() const;
  // The most stages that the network can be cut into: one for each dense layer and one for the
  // loss; one for each layer of a Keras model; two for the network of the inspection tutorial.
  std::int64_t max_stages() const;
  std::int64_t num_stages() const {
    return model.layers.empty() ? pipeline.stages : pipette::num_stages(model.layers);
  }
  bool pipelined() const { return num_stages() > 1 && !pipeline.sharding; }
  // The number of IPUs in device_mapping: one for each stage, or part of the first.
  std::int64_t num_stage_devices() const { return num_stages() + pipeline.concurrent_stages - 1; }
  // The IPUs of each stage: several if it is concurrent.
  pipelining::DeviceLists stage_devices() const;
  bool prints_tensors() const { return inspection.print_tensors != Inspection().print_tensors; }
  // The names that print_tensors accepts: the dense layers, as numbered by Keras, then "loss".
  std::vector<std::string> traced_names() const;
  // True if feeds of a pipeline are moved on I/O tiles, in parallel with the computation.
  bool overlapped_io() const;
  // The values of gradient_accumulation_count that its stages allow.
  CountRule count_rule() const;
  // The IPUs of one replica (a power of two), and those of all replicas.
  int ipus_per_replica() const;
  int num_ipus() const { return ipus_per_replica() * static_cast<int>(pipeline.replicas); }
  // `device` with that many IPUs, and with operations on its I/O tiles if they can overlap.
  DeviceConfig device_config() const;
  // The unit of training.steps: "mini-batch" or "weight update".
  const char* step_unit() const;
  // True if a step is a weight update of several mini-batches, not one mini-batch.
  bool steps_are_updates() const;
};

// How pipelines and accumulating optimizers of an experiment store and move their data: the
// schedule, recomputation, remote buffers and sharding, which are the same for all programs. Each
// program adds counts, devices, queues and the optimizer through its own interface.
pipelining::PipelineOptions pipeline_options(const Experiment& experiment);
GradientAccumulationOptions accumulation_options(const Experiment& experiment);

}  // namespace pipette
