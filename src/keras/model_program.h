// One compiled function of a model, with the queues that feed it: training, testing or predicting.
//
//   ModelProgram program(Mode::train, recipe, element_spec_dataset);
//   program.infeed().restart_with(dataset);
//   strategy.run(program.function());                  // steps_per_execution mini-batches
//   program.outfeed().pop();                           // [loss, metrics...] of the first of them
//
// Without stages the function is a loop on the device; with stages it is a pipeline, repeated once
// for each weight update. The numbers are the same either way. Testing and predicting run all
// mini-batches of an execution through one pipeline, so steps_per_execution must obey the rule for
// its count.
//
// An element of the dataset is (x, y), or for predicting x, (x) or (x, y); x is an array, or a
// tuple of arrays for a model with several inputs. An element of the outfeed is a tuple: the loss,
// then the metrics, f32 scalars, with accumulate_outfeed their sums over `steps_per_element`; or
// the predictions, [batch, ...]. Several replicas add a leading axis to all of them.
//
// The optimizer. compute_gradients() is called where a mini-batch is traced, apply_gradients()
// where a weight update is; an optimizer that enqueues in the former adds an outfeed element for
// each mini-batch, one that enqueues in the latter adds one for each update. The gradients are
// summed over replicas, as Keras V2 optimizers do, just before apply_gradients(). Inaccuracy:
// upstream exchanges them inside apply_gradients().
#pragma once

#include <memory>

#include "keras/network.h"
#include "keras/options.h"

namespace pipette::keras {

enum class Mode { train, test, predict };

// The inputs of a program, which must outlive it.
struct Recipe {
  const Network& network;
  const std::vector<int>& stages;  // by call of the network; empty: not pipelined
  const CompileOptions& compiled;
  const Settings& settings;
};

struct ProgramSize {
  std::int64_t steps_per_execution = 1;
  std::int64_t accumulation = 1;  // gradient accumulation steps
  std::int64_t replicas = 1;
  friend bool operator==(const ProgramSize&, const ProgramSize&) = default;
};

class ModelProgram {
 public:
  ModelProgram(Mode mode, const Recipe& recipe, const Dataset& dataset, const ProgramSize& size);
  ModelProgram(const ModelProgram&) = delete;
  ModelProgram& operator=(const ModelProgram&) = delete;

  // True if the program was made for such a dataset and size.
  bool serves(const Dataset& dataset, const ProgramSize& size) const;
  Mode mode() const { return mode_; }
  const ProgramSize& size() const { return size_; }
  const Function& function() const { return function_; }
  // Makes a new function(), not yet traced; the queues continue.
  void retrace() { function_ = make_function(); }
  InfeedQueue& infeed() { return infeed_; }
  OutfeedQueue& outfeed() { return outfeed_; }
  const InfeedQueue& infeed() const { return infeed_; }
  // Advice from tracing it (advice.h): empty before that.
  const std::vector<std::string>& advice() const { return advice_; }
  const OutfeedQueue& outfeed() const { return outfeed_; }
  // Mini-batches that one element of the outfeed covers.
  std::int64_t steps_per_element() const;
  std::int64_t mini_batches_per_update() const;  // of a replica; training

 private:
  struct Batch {
    std::vector<Tensor> inputs;
    std::optional<Tensor> labels;
  };

  Function make_function();
  bool pipelined() const { return !recipe_.stages.empty(); }
  bool accumulates_outfeed() const;
  CallContext context() const;
  std::shared_ptr<Optimizer> make_optimizer() const;
  Batch unpack(const std::vector<Nest<Tensor>>& element) const;
  // The loss and the metrics, or the predictions.
  std::vector<Tensor> results(const Tensor& output, const std::optional<Tensor>& labels) const;
  Tensor regularized(const Tensor& loss) const;
  void trace_loop();
  void trace_pipeline();
  std::vector<Tensor> trace_stage(int stage, const loops::LoopArguments& arguments) const;
  std::vector<std::size_t> carried_after(int stage) const;

  Mode mode_;
  Recipe recipe_;
  ProgramSize size_;
  ElementSpec element_spec_;
  InfeedQueue infeed_;
  OutfeedQueue outfeed_;
  std::shared_ptr<Optimizer> optimizer_;     // training: with the model's wrappers
  mutable std::vector<std::string> advice_;  // of the latest tracing
  Function function_;
};

}  // namespace pipette::keras
