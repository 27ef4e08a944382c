// The options of models: compiling, gradient accumulation, pipelines, feeds and runs.
//
//   model.set_pipelining_options({.gradient_accumulation_steps_per_replica = 8,
//                                 .device_mapping = std::vector<int>{0, 1}});
//   model.compile({.optimizer = adam(), .loss = "mse", .steps_per_execution = 16});
//   model.fit(dataset, {.epochs = 3, .out = text_sink(std::cout)});
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/choices.h"
#include "core/text_sink.h"
#include "feeds/infeed_queue.h"
#include "feeds/outfeed_queue.h"
#include "keras/callback.h"
#include "keras/losses.h"
#include "keras/optimizers.h"
#include "pipeline/pipeline.h"
#include "program/strategy.h"

namespace pipette::keras {

struct ModelOptions {
  std::string name = "";         // empty: "sequential" or "model"
  std::uint64_t seed = 1;        // of initial values and dropout
  Strategy* strategy = nullptr;  // that runs the model; needed by fit(), evaluate() and predict()
};

struct CompileOptions {
  std::shared_ptr<Optimizer> optimizer = nullptr;  // none: rmsprop(), as in Keras
  Loss loss = {};                                  // required
  std::vector<Metric> metrics = {};
  // Mini-batches per replica and engine run: a multiple of the gradient accumulation steps, and a
  // divisor of the mini-batches of an epoch.
  std::int64_t steps_per_execution = 1;
  bool run_eagerly = false;  // RuntimeError: models are always compiled
};

// For models without pipeline stages.
struct GradientAccumulationSettings {
  std::optional<std::int64_t> gradient_accumulation_steps_per_replica = std::nullopt;
  Reduction gradient_accumulation_reduction_method = Reduction::sum;
  // The other options of GradientAccumulationOptimizerV2; its reduction_method must keep its
  // default.
  GradientAccumulationOptions optimizer = {};
};

// For models with pipeline stages.
struct PipeliningSettings {
  std::optional<std::int64_t> gradient_accumulation_steps_per_replica = std::nullopt;
  std::optional<std::vector<int>> device_mapping = std::nullopt;  // none: 0, 1, 2, ...
  // Adds up the loss and the metrics on the device, and enqueues them once per weight update, or
  // once per execution of evaluate(); the values shown are divided by the steps. Callbacks are
  // called once per execution.
  std::optional<bool> accumulate_outfeed = std::nullopt;
  Reduction gradient_accumulation_reduction_method = Reduction::sum;
  // The other options of pipelining::pipeline(), such as the schedule. Fields that the model fills
  // in itself must keep their defaults.
  pipelining::PipelineOptions pipeline = {};
};

// The value shown for a metric if each replica has its own.
enum class ReplicatedMetricReduction {
  none,  // the last replica's
  list,  // the last replica's, and all in Logs::Entry::replicas (which are always there)
  sum,
  mean,
};
constexpr auto choices_of(ReplicatedMetricReduction) {
  return std::to_array<Choice<ReplicatedMetricReduction>>(
      {{ReplicatedMetricReduction::none, "none"},
       {ReplicatedMetricReduction::list, "list"},
       {ReplicatedMetricReduction::sum, "sum"},
       {ReplicatedMetricReduction::mean, "mean"}});
}
// Accepts the words in any case. Throws ValueError for others.
ReplicatedMetricReduction parse_metric_reduction(const std::string& text);

struct FitOptions {
  std::int64_t epochs = 1;  // the number of the last one, so fewer if initial_epoch is not 0
  std::int64_t initial_epoch = 0;
  std::optional<std::int64_t> steps_per_epoch = std::nullopt;  // mini-batches, of all replicas
  Callbacks callbacks = {};
  std::optional<Dataset> validation_data = std::nullopt;  // evaluated after each epoch
  std::optional<std::int64_t> validation_steps = std::nullopt;
  int verbose = 1;         // 0: nothing, 1: a progress bar, 2: a line for each epoch
  TextSink out = nullptr;  // gets the progress output; none: discarded
};

struct EvaluateOptions {
  std::optional<std::int64_t> steps = std::nullopt;  // mini-batches, of all replicas
  Callbacks callbacks = {};
  int verbose = 1;
  TextSink out = nullptr;
};

// All options set by the set_..._options functions.
struct Settings {
  GradientAccumulationSettings accumulation;
  PipeliningSettings pipelining;
  InfeedOptions infeed;
  OutfeedOptions outfeed;
  ReplicatedMetricReduction metric_reduction = ReplicatedMetricReduction::none;
  bool asynchronous_callbacks = false;

  // Throw ValueError for values out of range, and for options that the caller must not set.
  static void check(const GradientAccumulationSettings& settings);
  static void check(const PipeliningSettings& settings);
  static void check(const OutfeedOptions& options);
};

}  // namespace pipette::keras
