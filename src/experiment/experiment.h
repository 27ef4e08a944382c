// An experiment: one value that says what is run, with which data, on which machine. The same value
// gives the same bits everywhere.
//
//   Experiment e = Experiment::defaults("mnist-with-feeds");
//   e.training.steps_per_execution = 50;
//   Experiment same = Experiment::from_json(e.to_json());
//   e.fingerprint();                                   // 16 hex digits
//
// It is made of sub-values. One table (experiment/field.h) says what each field is called
// elsewhere, which values it takes and for which programs it means something; one place
// (experiment/problems.h) finds what does not fit together.
//
// from_json() starts from the defaults of the experiment it names, so a partial object will do.
// Errors: InvalidArgument for text that is not JSON, a wrong type or a value out of range, NotFound
// for an unknown experiment, field or architecture; each error names the field and the rule.
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

// When the host takes what lies in the outfeed.
enum class DequeueTime {
  at_end,      // once, after the last run, as the tutorial on feeds does
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
// Whether the optimizer has variables beside the weights, such as momentum.
bool has_state(OptimizerName optimizer);

// How the learning rate goes down with the weight updates (training/learning_rate.h).
enum class Decay { none, exponential, cosine };
constexpr auto choices_of(Decay) {
  return std::to_array<Choice<Decay>>({{Decay::none, "none", "No decay"},
                                       {Decay::exponential, "exponential", "Exponential"},
                                       {Decay::cosine, "cosine", "Cosine"}});
}

// What counts as a step depends on the experiment: see step_unit() below.
struct Training {
  std::int64_t steps = 10000;             // in all
  std::int64_t steps_per_execution = 10;  // of one engine run; without feeds always 1
  std::int64_t batch_size = 32;           // images in a mini-batch
  double learning_rate = 0.01;            // at the beginning
  Decay decay = Decay::none;
  std::int64_t decay_steps = 1000;  // weight updates
  double decay_rate = 0.9;          // exponential: what is left of the rate after as many
  double weight_decay = 0.004;      // of AdamW
  OptimizerName optimizer = OptimizerName::sgd;
  std::uint64_t seed = 1;
  std::string data = "digits";  // "digits": generated; else the name of data given to the session
};

struct Feeds {
  int prefetch_depth = 3;  // infeed elements the host prepares ahead
  int buffer_depth = 3;    // outfeed elements between device and host
  OutfeedMode outfeed_mode = OutfeedMode::all;
  DequeueTime dequeue = DequeueTime::each_run;
  bool outfeed_predictions = false;  // beside each loss, the classes that the network predicts
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

// The dtype of accumulated gradients; weights are float32. The last one is a function of the
// variable: half for kernels, which are matrices and nearly all of the memory, whole for biases.
enum class AccumulatorDType { f32, f16, f16_kernels };
constexpr auto choices_of(AccumulatorDType) {
  return std::to_array<Choice<AccumulatorDType>>(
      {{AccumulatorDType::f32, "float32", "Whole: float32"},
       {AccumulatorDType::f16, "float16", "Half: float16"},
       {AccumulatorDType::f16_kernels, "float16_kernels", "Half for kernels"}});
}

// Which of upstream's wrappers accumulates where no pipeline does:
// training/gradient_accumulation.h.
enum class AccumulationOptimizer { v2, older };
constexpr auto choices_of(AccumulationOptimizer) {
  return std::to_array<Choice<AccumulationOptimizer>>(
      {{AccumulationOptimizer::v2, "GradientAccumulationOptimizerV2", "V2"},
       {AccumulationOptimizer::older, "GradientAccumulationOptimizer", "Older"}});
}

// What programs that accumulate gradients have besides.
struct PipelineSpec {
  std::int64_t stages = 1;  // 1: one IPU a replica, no pipeline
  // Stages are shards of a plain loop, without a pipeline.
  bool sharding = false;
  // Parts of the first layer that work at once, each on an IPU of its own; they are the first
  // stage.
  std::int64_t concurrent_stages = 1;
  pipelining::PipelineSchedule schedule = pipelining::PipelineSchedule::grouped;
  std::int64_t gradient_accumulation_count = 1;  // mini-batches of a weight update
  // The IPU of each stage, of each part where the first one is concurrent; empty: 0, 1, 2, ...
  std::vector<std::int64_t> device_mapping = {};
  Reduction reduction_method = Reduction::sum;
  AccumulatorDType gradient_accumulation_dtype = AccumulatorDType::f32;
  AccumulationOptimizer accumulation_optimizer = AccumulationOptimizer::v2;
  bool recompute = false;  // activations in the backward pass, instead of stashing them
  // What lies in remote buffers (streaming memory) while it is not used: pipeline/pipeline.h. The
  // first one is optimizer state, which upstream offloads by default too.
  bool offload_weight_update_variables = true;
  bool offload_gradient_accumulation_buffers = false;
  bool offload_activations = false;
  bool offload_weights = false;
  bool replicated_optimizer_state_sharding = false;
  std::int64_t replicas = 1;
};

// Which tensors come to the host. A filter is a part of a key; the one word "none" stands for no
// filters, so everything comes.
struct Inspection {
  std::vector<std::string> gradients_filters = {"none"};
  std::vector<std::string> activations_filters = {"none"};
  bool outfeed_pre_accumulated_gradients = false;  // of each mini-batch, not of the weight update
  // What print_tensor() prints, by the names of traced_names(); "none": nothing.
  std::vector<std::string> print_tensors = {"none"};
};

struct Experiment {
  std::string name = "mnist-with-feeds";  // of the catalogue
  Training training;
  Feeds feeds;
  ModelSpec model;
  PipelineSpec pipeline;
  Inspection inspection;
  DeviceConfig device;  // num_ipus follows from the rest: device_config()

  // Throws NotFound for a name that the catalogue does not have.
  static Experiment defaults(const std::string& name);
  static Experiment from_json(const std::string& text);
  // Does the same without validate(), for problems_of().
  static Experiment parse(const std::string& text);
  std::string to_json() const;  // every field, in a fixed order, two spaces of indent
  // Throws the first of problems_of(*this).
  void validate() const;
  // A hash of to_json() with the steps that are really done: 5 and 10 steps in engine runs of 10
  // are the same experiment. Engine options are left out: they change no result.
  std::string fingerprint() const;
  // True when the two differ at most in which tensors come to the host. Their numbers are the same.
  bool same_apart_from_outfeeds(const Experiment& other) const;

  // The engine runs needed: steps / steps_per_execution, rounded up as Python's range does.
  std::int64_t num_runs() const;
  std::int64_t num_steps() const { return num_runs() * training.steps_per_execution; }
  std::int64_t num_mini_batches() const;  // of a replica: as many losses come
  std::int64_t num_weight_updates() const;
  // The most stages that the network can be cut into: one for each dense layer and one for the
  // loss; one for each layer of a Keras model; two for the network of the inspection tutorial.
  std::int64_t max_stages() const;
  std::int64_t num_stages() const {
    return model.layers.empty() ? pipeline.stages : pipette::num_stages(model.layers);
  }
  bool pipelined() const { return num_stages() > 1 && !pipeline.sharding; }
  // As many IPUs as device_mapping names: one for each stage, or part of the first.
  std::int64_t num_stage_devices() const { return num_stages() + pipeline.concurrent_stages - 1; }
  // The IPUs of each stage: several where it is concurrent.
  pipelining::DeviceLists stage_devices() const;
  bool prints_tensors() const { return inspection.print_tensors != Inspection().print_tensors; }
  // What print_tensors can name: the dense layers, as Keras numbers them, then "loss".
  std::vector<std::string> traced_names() const;
  // Whether feeds of a pipeline are moved on I/O tiles, beside the computation.
  bool overlapped_io() const;
  // Which gradient_accumulation_count its stages allow.
  CountRule count_rule() const;
  // The IPUs of one replica (a power of two), and those of all replicas.
  int ipus_per_replica() const;
  int num_ipus() const { return ipus_per_replica() * static_cast<int>(pipeline.replicas); }
  // `device` with that many IPUs, and with operations on its I/O tiles where they can overlap.
  DeviceConfig device_config() const;
  // What a step of training.steps is: "mini-batch" or "weight update".
  const char* step_unit() const;
  // Whether a step is a weight update of several mini-batches, not one mini-batch.
  bool steps_are_updates() const;
};

// How pipelines and accumulating optimizers of an experiment keep and move what they hold: the
// schedule, recomputation, remote buffers and sharding, which are the same for all programs. Each
// program adds counts, devices, queues and the optimizer in the words of its interface.
pipelining::PipelineOptions pipeline_options(const Experiment& experiment);
GradientAccumulationOptions accumulation_options(const Experiment& experiment);

}  // namespace pipette
