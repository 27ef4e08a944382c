#include "keras/execution.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace pipette::keras {

namespace {

// The dataset that epochs read one after the other, and the mini-batches of one, of all replicas.
struct Epochs {
  Dataset dataset;
  std::int64_t steps;
};

void check_shapes(const Dataset& dataset) {
  for (const ArraySpec& spec : dataset.element_spec().flatten()) {
    if (spec.shape.is_fully_defined()) continue;
    throw ValueError(fmt::format(
        "The provided set of data contains a shape {} which is not fully defined: its last batch "
        "may be a partial batch. If using batch() make sure to set `drop_remainder=True`",
        spec.shape.to_string()));
  }
}

Epochs epochs_of(const Dataset& dataset, const ExecutionRequest& request) {
  const std::int64_t size = dataset.cardinality();
  if (request.steps && *request.steps < 1) {
    throw ValueError(
        fmt::format("the steps must be at least 1, but they are {}; the nearest valid value is 1",
                    *request.steps));
  }
  if (!request.steps && size < 0) {
    throw ValueError(
        "Could not infer the size of the data. You must specify the number of steps to run "
        "(`steps_per_epoch`), because the dataset is infinite or of unknown size");
  }
  const std::int64_t steps = request.steps.value_or(size);
  const std::int64_t used = steps / request.replicas * request.replicas;
  // Every epoch begins with a new iterator, and a new order where the dataset shuffles.
  if (steps == size) return {dataset.take(used).repeat(), steps};
  if (size >= 0 && used > 0 && request.epochs > size / used) {
    throw ValueError(fmt::format(
        "Your input does not have enough data. Make sure that your dataset can generate "
        "at least {} batches for each of {} epochs (currently it can only generate {} batches). "
        "You may need to use repeat() when building your dataset",
        used, request.epochs, size));
  }
  return {dataset, steps};
}

// f64 exists on the host only; Keras narrows it.
Element narrowed(const Element& element) {
  return element.map(
      [](const Array& a) { return a.dtype() == DType::f64 ? a.cast(DType::f32) : a; });
}

Dataset with_device_dtypes(const Dataset& dataset) {
  for (const ArraySpec& spec : dataset.element_spec().flatten()) {
    if (spec.dtype == DType::f64) return dataset.map(narrowed);
  }
  return dataset;
}

// The largest divisor of `number` that is not above `limit`; of huge numbers, one of them.
std::int64_t divisor_below(std::int64_t number, std::int64_t limit) {
  constexpr std::int64_t kTries = 1000000;
  for (std::int64_t d = limit; d > std::max<std::int64_t>(0, limit - kTries); --d) {
    if (number % d == 0) return d;
  }
  return std::gcd(number, limit);
}

const char* data_of(const ExecutionRequest& request) {
  return request.beside > 0 ? "validation data" : "dataset";
}

// Throws for mini-batches that no replica would test or predict.
void check_none_left_out(std::int64_t steps, const ExecutionRequest& request) {
  if (request.training || steps % request.replicas == 0) return;
  const std::int64_t below = steps / request.replicas * request.replicas;
  throw ValueError(fmt::format(
      "{} batches of the {} cannot be shared out evenly between {} replicas, so some would have no "
      "result; the nearest numbers of batches that can are {}{}",
      steps, data_of(request), request.replicas,
      below > 0 ? fmt::format("{} and ", below) : std::string(), below + request.replicas));
}

void check_accumulation(std::int64_t steps_per_execution, const ExecutionRequest& request) {
  const std::int64_t a = request.accumulation;
  if (steps_per_execution % a == 0) return;
  const std::int64_t below = std::max(steps_per_execution / a * a, a);
  throw RuntimeError(
      fmt::format("The {}model has been configured to use gradient accumulation for training, "
                  "however the current `steps_per_execution` value (set to {}) is not divisible by "
                  "`gradient_accumulation_steps_per_replica` ({}); the nearest valid value is {}",
                  request.pipelined ? "pipelined " : "", steps_per_execution, a, below));
}

}  // namespace

Execution plan_execution(const Dataset& dataset, const ExecutionRequest& request,
                         const LogFunction& warn) {
  check_shapes(dataset);
  const Epochs epochs = epochs_of(with_device_dtypes(dataset), request);
  const auto say = [&](const std::string& line) {
    if (warn) warn(line);
  };
  if (epochs.steps >= request.replicas) check_none_left_out(epochs.steps, request);
  const std::int64_t left_out = epochs.steps % request.replicas;
  if (left_out > 0) {
    say(
        fmt::format("{} batches are distributed between {} replicas; "
                    "the remaining {} {} left out of each epoch",
                    epochs.steps, request.replicas, left_out, left_out == 1 ? "is" : "are"));
  }
  Execution plan{epochs.dataset, epochs.steps / request.replicas, request.steps_per_execution};
  if (plan.steps_per_epoch == 0) {
    throw ValueError(fmt::format(
        "The provided dataset contains {} batches, but {} replicas are to run at least one each. "
        "Make sure the dataset contains at least {} batches",
        epochs.steps, request.replicas, request.replicas));
  }
  if (plan.steps_per_execution > plan.steps_per_epoch) {
    say(
        fmt::format("`steps_per_execution` has been set to {} but an epoch{} only "
                    "has {} batches; using {}",
                    plan.steps_per_execution, request.replicas > 1 ? " of a replica" : "",
                    plan.steps_per_epoch, plan.steps_per_epoch));
    plan.steps_per_execution = plan.steps_per_epoch;
  }
  if (plan.steps_per_epoch % plan.steps_per_execution != 0) {
    const std::int64_t both = std::gcd(plan.steps_per_epoch, request.beside);
    throw ValueError(fmt::format(
        "`steps_per_execution` must be a divisor of the number of batches in the {}{}, "
        "but {} does not divide {}; a smaller value that does{} is {}",
        data_of(request), request.replicas > 1 ? " provided to this replica" : "",
        plan.steps_per_execution, plan.steps_per_epoch,
        request.beside > 0 ? fmt::format(", and divides the {} of training too,", request.beside)
                           : std::string(),
        divisor_below(both, std::min(both, plan.steps_per_execution))));
  }
  check_accumulation(plan.steps_per_execution, request);
  return plan;
}

std::int64_t replication_factor(int num_ipus, int num_shards) {
  int shards = 1;
  while (shards < num_shards) shards *= 2;
  if (num_ipus < shards) {
    throw ValueError(
        fmt::format("Current device has {} IPU{} attached, "
                    "however the current model requires a multiple of {} IPUs: set num_ipus to {}",
                    num_ipus, num_ipus == 1 ? "" : "s", shards, shards));
  }
  return num_ipus / shards;
}

}  // namespace pipette::keras
