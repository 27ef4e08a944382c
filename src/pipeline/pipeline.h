// Pipelines: a model cut into stages on several IPUs, with many mini-batches under way at once.
//
//   pipelining::pipeline(
//       {[&](Tensor images, Tensor labels) { return LoopResults{dense_1(images), labels}; },
//        [&](Tensor hidden, Tensor labels) { return loss_of(dense_2(hidden), labels); }},
//       {.gradient_accumulation_count = 16, .infeed_queue = &infeed, .outfeed_queue = &outfeed,
//        .optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; }});
//
// Called while a function is traced, it adds one pipeline to the function: `count` mini-batches
// pass through all stages forward and, in training, backward; their gradients are accumulated; then
// one weight update is made. The numbers do not depend on the schedule or the device mapping: every
// mini-batch sees the same weights, and gradients are added in the order of the mini-batches.
//
// A stage is a function of tensors. The first stage gets `inputs`, then an element of the infeed;
// each later stage gets the previous stage's results: the items of a list by position, the entries
// of a single dict with string keys by name, and a structure inside a list as one argument. A stage
// may use variables, but no tensors from outside ("Trying to capture the tensor"); stages that
// share a variable must be on one IPU. An item of the list of stages may itself be a list:
// concurrent stages, which all get the same arguments and whose results are joined in order; they
// count as one stage.
//
// Errors are those of docs/semantics.md, "Pipelines", thrown while tracing; a count that is known
// only at run time is checked when the run reaches it.
//
// On a device with operations on I/O tiles (DeviceConfig::place_ops_on_io_tiles) feeds are moved in
// parallel with the computation, one slot before and after it, which only Grouped supports
// (otherwise Unimplemented). The elements in transit must fit on these tiles (ResourceExhausted at
// compile time).
//
// Inaccuracies: if elements do not fit, upstream warns and moves them without overlap; and it lets
// the other schedules run without overlapping anything.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "feeds/infeed_queue.h"
#include "feeds/outfeed_queue.h"
#include "graph/ops.h"
#include "loops/body.h"
#include "pipeline/optimizer_function.h"
#include "pipeline/schedule.h"
#include "training/gradient_accumulation.h"

namespace pipette::pipelining {

using StageFunction = loops::LoopBody;
using StageResults = loops::LoopResults;

// One stage, or a group of concurrent stages.
struct Stage {
  template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, Stage>>>
  Stage(F function) : members{StageFunction(std::move(function))} {}
  Stage(std::initializer_list<StageFunction> functions) : members(functions) {}
  explicit Stage(std::vector<StageFunction> functions) : members(std::move(functions)) {}

  std::vector<StageFunction> members;
};

// The IPU of a stage, or those of a group's members.
struct StageDevices {
  StageDevices(int device) : devices{device} {}
  StageDevices(std::initializer_list<int> list) : devices(list), is_list(true) {}
  explicit StageDevices(std::vector<int> list) : devices(std::move(list)), is_list(true) {}

  std::vector<int> devices;
  bool is_list = false;
};

// Options of upstream's libraries for the operators of one stage, by name. The names are not
// checked.
struct PipelineStageOptions {
  using Choices = std::map<std::string, std::string>;
  Choices convolution_options = {}, matmul_options = {}, slice_options = {};
};

struct PipelineOptions {
  // Mini-batches for each weight update; an i32 scalar if it is known only at run time.
  std::variant<std::monostate, std::int64_t, Tensor> gradient_accumulation_count = {};
  AccumulationDType gradient_accumulation_dtype = {};
  Reduction reduction_method = Reduction::sum;
  std::int64_t repeat_count = 1;  // weight updates
  // Parts of a mini-batch: each stage processes all parts, one after the other, before the next
  // stage does. A part is one element of the infeed and of the outfeed, so batch the dataset to the
  // size of a part; gradients of all parts are added. Above 1, the reduction must be SUM
  // (ValueError), the schedule Sequential, and all stages must be on one IPU, by default IPU 0
  // (Unimplemented).
  std::int64_t batch_serialization_iterations = 1;
  std::vector<Tensor> inputs = {};
  InfeedQueue* infeed_queue = nullptr;
  OutfeedQueue* outfeed_queue = nullptr;
  OptimizerFunction optimizer_function = nullptr;                          // none: inference
  std::optional<std::vector<StageDevices>> device_mapping = std::nullopt;  // none: 0, 1, 2, ...
  std::optional<PipelineSchedule> pipeline_schedule = std::nullopt;        // none: Grouped
  // Recomputes activations in the backward pass instead of stashing them: upstream's
  // allow_recompute. The mode says when: in the slot before the backward pass, or within it.
  bool allow_recompute = false;
  std::optional<RecomputationMode> recomputation_mode = std::nullopt;  // none: automatic
  // ---- remote buffers: streaming memory, which the machine must have (FailedPrecondition) ----
  // Variables below DeviceConfig::minimum_remote_tensor_size stay on the device.
  // Variables that only the weight update uses, such as the state of the optimizer, are loaded for
  // it and stored afterwards. None: if the machine has remote buffers.
  std::optional<bool> offload_weight_update_variables = std::nullopt;
  // Each replica keeps, moves and updates its share of these variables; the weights that they
  // belong to are gathered afterwards. ValueError if offload_weight_update_variables is false.
  bool replicated_optimizer_state_sharding = false;
  bool offload_gradient_accumulation_buffers = false;  // loaded and stored around each addition
  // The activations that stages keep for their backward pass are stored after the forward pass, and
  // loaded before the backward pass. Values that several stages on one IPU use stay there.
  bool offload_activations = false;
  // Weights are loaded before each program of a stage that uses them, and released after it. If
  // sharded, replicas keep shares of them (on the device, if not offloaded) and gather them there.
  bool offload_weights = false;
  bool replicated_weight_sharding = false;
  bool continuous_weight_updates = false;
  bool outfeed_loss = false;
  std::vector<bool> outfeed_mask = {};  // by output; true hides
  bool accumulate_outfeed = false;
  AccumulationDType accumulate_outfeed_dtype = {};  // none: the outputs' dtypes
  // Captured gradients are accumulated over the mini-batches like others; if false, the outfeed
  // gets those of the last mini-batch.
  bool gradient_accumulation_for_captured_grads = true;
  // ---- accepted without effect: the model has no such libraries
  // One entry for each stage (ValueError); the entries for backward passes matter only in training.
  std::optional<std::vector<PipelineStageOptions>> forward_propagation_stages_poplar_options =
      std::nullopt;
  std::optional<std::vector<PipelineStageOptions>> backward_propagation_stages_poplar_options =
      std::nullopt;
  PipelineStageOptions weight_update_poplar_options = {};
  std::string name = "pipeline";
};

// Enqueues the loss if outfeed_loss is set, otherwise the outputs of the last stage that the mask
// does not hide: in training and with accumulate_outfeed always a tuple, in inference a single
// output without a tuple around it, so a dict stays a dict.
Operation pipeline(const std::vector<Stage>& computational_stages, const PipelineOptions& options);

// The index of the mini-batch in the stage being traced, from 0 in each pipeline run, as an i32
// scalar. With batch serialization it counts parts (upstream: mini-batches).
inline Tensor iteration_counter() { return mini_batch_index(); }

}  // namespace pipette::pipelining
