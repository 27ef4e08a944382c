// An experiment: one value that says what is run, with which data, on which machine. The same value
// gives the same bits everywhere.
//
//   Experiment e = Experiment::defaults("mnist-with-feeds");
//   e.steps_per_execution = 50;
//   Experiment same = Experiment::from_json(e.to_json());
//   e.fingerprint();                                   // 16 hex digits
//
// from_json() starts from the defaults of the experiment it names, so a partial object will do.
// Errors: InvalidArgument for text that is not JSON, a wrong type or a value out of range, NotFound
// for an unknown name of an experiment, field or architecture; each names the field and the rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/device.h"
#include "feeds/outfeed_queue.h"
#include "pipeline/schedule.h"
#include "session/model_spec.h"

namespace pipette {

// When the host takes what lies in the outfeed.
enum class DequeueTime {
  at_end,      // once, after the last run, as seed 000 does
  each_run,    // between engine runs
  continuous,  // while the program runs
};

enum class ModelType { sequential, model };  // Keras' Sequential, or its functional Model

enum class OptimizerName { sgd, momentum, adam, rmsprop };
OptimizerName parse_optimizer(const std::string& text);  // ValueError lists the names

struct Experiment {
  std::string name = "mnist-with-feeds";  // of the catalogue
  std::int64_t steps = 10000;             // training steps in all
  std::int64_t steps_per_execution = 10;  // of one engine run; without feeds always 1
  std::int64_t batch_size = 32;
  double learning_rate = 0.01;
  std::vector<std::int64_t> hidden_units = {128};  // widths of the hidden layers
  std::uint64_t seed = 1;
  std::string data = "digits";  // "digits": generated; else the name of data given to the session
  int prefetch_depth = 3;       // infeed elements the host prepares ahead
  int buffer_depth = 3;         // outfeed
  OutfeedMode outfeed_mode = OutfeedMode::all;
  DequeueTime dequeue = DequeueTime::each_run;
  OptimizerName optimizer = OptimizerName::sgd;
  // Of programs that accumulate gradients. A step of theirs is a weight update, but a mini-batch in
  // Keras.
  std::int64_t stages = 1;  // 1: one IPU a replica, no pipeline
  pipelining::PipelineSchedule pipeline_schedule = pipelining::PipelineSchedule::grouped;
  std::int64_t gradient_accumulation_count = 1;   // mini-batches of a weight update
  std::vector<std::int64_t> device_mapping = {};  // the IPU of each stage; empty: 0, 1, 2, ...
  Reduction reduction_method = Reduction::sum;
  bool recompute = false;  // activations in the backward pass, instead of stashing them
  // What lies in remote buffers (streaming memory) while it is not used: pipeline/pipeline.h. The
  // first is optimizer state, as upstream by default.
  bool offload_weight_update_variables = true;
  bool offload_gradient_accumulation_buffers = false;
  bool offload_activations = false;
  bool offload_weights = false;
  bool replicated_optimizer_state_sharding = false;
  std::int64_t replicas = 1;
  // "inspect-keras" and "keras-convolutions": the model. Stages are those of its layers.
  std::vector<LayerSpec> layers = {};
  ModelType model_type = ModelType::sequential;
  // The "inspect" experiments: which tensors come to the host. A filter is a part of a key; the one
  // word "none" stands for no filters, so everything comes.
  std::vector<std::string> gradients_filters = {"none"};
  std::vector<std::string> activations_filters = {"none"};
  bool outfeed_pre_accumulated_gradients = false;  // of each mini-batch, not of the weight update
  DeviceConfig device;

  // Throws NotFound for a name that the catalogue does not have.
  static Experiment defaults(const std::string& name);
  static Experiment from_json(const std::string& text);
  std::string to_json() const;  // every field, in a fixed order, two spaces of indent
  void validate() const;
  std::string fingerprint() const;  // hash of to_json()
  // True when the two differ at most in which tensors come to the host: gradients_filters,
  // activations_filters and outfeed_pre_accumulated_gradients. Their numbers are the same.
  bool same_apart_from_outfeeds(const Experiment& other) const;

  // Engine runs needed: steps / steps_per_execution, rounded up as Python's range does.
  std::int64_t num_runs() const;
  std::int64_t num_steps() const { return num_runs() * steps_per_execution; }
  std::int64_t num_mini_batches() const;  // of a replica: as many losses come
  // The most stages that the network can be cut into: its dense layers and the loss; the layers of
  // a Keras model; two for that of seed 004.
  std::int64_t max_stages() const;
  std::int64_t num_stages() const { return layers.empty() ? stages : pipette::num_stages(layers); }
  pipelining::DeviceLists stage_devices() const;
  // IPUs of one replica (a power of two), and of all.
  int ipus_per_replica() const;
  int num_ipus() const { return ipus_per_replica() * static_cast<int>(replicas); }
  DeviceConfig device_config() const;  // `device` with that many IPUs

 private:
  void validate_model() const;
  void validate_pipeline() const;
};

}  // namespace pipette
