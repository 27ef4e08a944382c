// Divides the mini-batches of an epoch into engine runs: the rules of steps_per_execution.
//
//   const Execution e = plan_execution(dataset, {.steps_per_execution = 16, .accumulation = 4});
//   e.steps_per_epoch;                  // mini-batches for each replica
//   e.steps_per_execution;              // as asked for, or the whole epoch if that is shorter
//
// The rules are upstream's (docs/semantics.md, "Keras models"), and so are the errors: ValueError
// for a dataset with a partial batch, too short for the steps or the replicas, or of unknown length
// without steps, for steps_per_execution that do not divide the epoch, and, except in training, for
// mini-batches that the replicas cannot share; RuntimeError if the mini-batches are not a multiple
// of the gradient accumulation steps.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "data/dataset.h"

namespace pipette::keras {

using LogFunction = std::function<void(const std::string&)>;

struct ExecutionRequest {
  std::optional<std::int64_t> steps = std::nullopt;  // mini-batches of an epoch, of all replicas
  std::int64_t epochs = 1;
  std::int64_t steps_per_execution = 1;
  std::int64_t accumulation = 1;  // gradient accumulation steps for each replica
  std::int64_t replicas = 1;
  bool pipelined = false;  // chooses the words of messages
  bool training = true;    // results of testing and predicting must not lack mini-batches
  // Mini-batches of the epoch that this accompanies, for validation data in training; otherwise 0.
  std::int64_t beside = 0;
};

struct Execution {
  Dataset dataset;  // continues from epoch to epoch
  std::int64_t steps_per_epoch = 0;
  std::int64_t steps_per_execution = 0;
  std::int64_t executions_per_epoch() const { return steps_per_epoch / steps_per_execution; }
};

// `warn` gets a line if steps_per_execution are truncated or mini-batches are left out; it may be
// empty.
Execution plan_execution(const Dataset& dataset, const ExecutionRequest& request,
                         const LogFunction& warn);

// The number of times that the IPUs of a model's shards, rounded up to a power of two, fit into the
// device. Throws ValueError if the device has too few IPUs.
std::int64_t replication_factor(int num_ipus, int num_shards);

}  // namespace pipette::keras
