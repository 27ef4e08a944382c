// Keras models: a network, its training options, and the loops that train it.
//
//   Machine machine;
//   Strategy strategy(machine);
//   Sequential model({flatten(), dense(128, relu, "Dense_128"), dense(10, softmax, "Dense_10")},
//                    {.strategy = &strategy});
//   model.compile({.optimizer = sgd(), .loss = "sparse_categorical_crossentropy",
//                  .metrics = {"accuracy"}, .steps_per_execution = 100});
//   History history = model.fit(batches, {.epochs = 3, .out = text_sink(std::cout)});
//   double loss = model.evaluate(test_batches)["loss"];
//
//   model.start_fit(batches, {.epochs = 3});                     // the same, in slices
//   while (!model.advance(Budget::microseconds(6000))) draw_frame();
//
// Datasets give (x, y) in full batches. A device with several times the IPUs that the model needs
// runs that many replicas. One engine run processes steps_per_execution mini-batches; callbacks are
// called between runs. Programs are compiled when they are first needed and kept until compile() or
// one of the set_... functions changes their inputs; calling those during a run throws
// RuntimeError.
//
// All rules and errors are those of docs/semantics.md, "Keras models"; those of the data are in
// keras/execution.h, those of stages in keras/stages.h, those of options in keras/options.h.
// RuntimeError: fit() before compile(), and anything that needs a strategy without one. One thread.
// A Model must not outlive its Strategy.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/archive_fwd.h"
#include "keras/layers.h"
#include "keras/options.h"
#include "keras/stages.h"

namespace pipette::keras {

class FitJob;
class ModelProgram;

class Model {
 public:
  // A functional model.
  Model(const SymbolicTensor& input, const SymbolicTensor& output,
        const ModelOptions& options = {});
  Model(const std::vector<SymbolicTensor>& inputs, const SymbolicTensor& output,
        const ModelOptions& options = {});
  virtual ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  const std::string& name() const;
  void set_strategy(Strategy& strategy);
  // `log` gets a line for each noteworthy fact: weight updates per execution, effective batch size,
  // truncated steps.
  void set_log(std::function<void(const std::string&)> log);

  // ---- layers ----
  std::vector<std::shared_ptr<Layer>> layers() const;
  std::shared_ptr<Layer> layer(const std::string& name) const;  // NotFound lists the names
  // Builds a Sequential model without input() for inputs [batch, ...]; otherwise fit() does it.
  // Batch may be Shape::kUnknown.
  void build(const Shape& input_with_batch);
  bool built() const;
  // These throw ValueError before the model is built.
  std::vector<Variable> variables() const;
  std::vector<Variable> trainable_variables() const;
  std::int64_t count_params() const;
  void summary(const TextSink& out) const;
  std::string summary_text() const;  // the same
  // Traces the whole network, outside fit(): x has the shape of an input.
  Tensor operator()(const Tensor& x, const CallContext& context = {}) const;
  // Traces only what is needed for the results of the last calls of some layers, and returns these.
  // NotFound lists the names.
  std::vector<Tensor> outputs_of(const std::vector<std::string>& layers, const Tensor& x) const;

  // ---- pipeline stages ----
  void set_pipeline_stage_assignment(const std::vector<StageNumber>& stages);
  void set_pipeline_stage_assignment(const std::vector<LayerStage>& assignment);
  template <class Number>
  void set_pipeline_stage_assignment(const std::vector<Number>& stages) {
    set_pipeline_stage_assignment(std::vector<StageNumber>(stages.begin(), stages.end()));
  }
  std::vector<LayerStage> get_pipeline_stage_assignment() const;
  void reset_pipeline_stage_assignment();
  void print_pipeline_stage_assignment_summary(const TextSink& out) const;
  bool pipelined() const;
  int num_stages() const;  // 1 without a pipeline
  // The first and last layer of a stage that have weights, or of all its layers if none has:
  // "Dense_128 .. Dense_10". ValueError before the model is built.
  std::string stage_name(int stage) const;

  // ---- options ----
  void set_gradient_accumulation_options(const GradientAccumulationSettings& settings);
  void set_pipelining_options(const PipeliningSettings& settings);
  void set_infeed_queue_options(const InfeedOptions& options);
  void set_outfeed_queue_options(const OutfeedOptions& options);
  void set_replication_options(ReplicatedMetricReduction replicated_metric_reduction_method);
  void set_asynchronous_callbacks(bool asynchronous);
  const Settings& settings() const;

  // ---- training ----
  void compile(const CompileOptions& options);
  const CompileOptions& compiled() const;  // RuntimeError before compile()
  History fit(const Dataset& dataset, const FitOptions& options = {});
  Logs evaluate(const Dataset& dataset, const EvaluateOptions& options = {});
  Array predict(const Dataset& dataset, const EvaluateOptions& options = {});  // [rows, ...]

  // The same in slices; only one of these may be under way at a time.
  void start_fit(const Dataset& dataset, const FitOptions& options = {});
  void start_evaluate(const Dataset& dataset, const EvaluateOptions& options = {});
  void start_predict(const Dataset& dataset, const EvaluateOptions& options = {});
  bool advance(const Budget& budget);  // true when it is finished
  bool finished() const;               // true if nothing is under way
  void stop_training();                // fit() ends after the current execution
  // For callbacks: advance() returns after them, so that code that waits for it can act. A model
  // paused between executions may be changed as retrace() allows. fit() itself does not pause.
  void pause();
  // Ends the current activity immediately, without callbacks. Weights trained so far are kept.
  void abandon();
  // Discards the compiled program, which is traced again at its next run: for layers or an
  // optimizer that would now behave differently. Weights, state and the position in the data stay.
  // May be called by callbacks and between executions; during an execution it throws
  // FailedPrecondition.
  void retrace();
  // The program that trains; null before start_fit() and after changes. If the model has stages,
  // the engine runs of its function are pipelines.
  const ModelProgram* training_program() const;
  std::int64_t steps_per_epoch() const;  // mini-batches of the current or latest run; or 0
  // The queues of the current or latest run (for a fit, those it trains with); null before the
  // first.
  const InfeedQueue* infeed() const;
  const OutfeedQueue* outfeed() const;
  // The result of the latest fit, evaluate or predict. FailedPrecondition if the latest was another
  // one.
  const FitJob& fit_run() const;
  // The progress of a fit between two of its epochs, without the weights. While restoring, fit()
  // must have been started in the same way.
  void archive(Archive& a);
  const Logs& evaluation() const;
  Array predictions() const;

  // ---- weights: the safetensors format, by name of variable ----
  std::vector<std::byte> save_weights() const;
  void save_weights(const std::string& path) const;  // throws what OutputFile throws
  // All or nothing: the file must contain every variable of the model with its shape, and nothing
  // else. Throws InvalidArgument for bytes that are not such a file or do not fit the model.
  void load_weights(std::span<const std::byte> bytes);
  void load_weights(const std::string& path);  // NotFound if it cannot be read

 protected:
  struct State;
  explicit Model(std::unique_ptr<State> state);
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

// One layer after the other. The first may be an input(). A layer that occurs more than once is a
// single layer, which shares its variables.
class Sequential : public Model {
 public:
  explicit Sequential(std::vector<LayerPtr> layers, const ModelOptions& options = {});
  // Stages must be assigned again before a pipelined model runs (RuntimeError); weights are kept.
  void add(const LayerPtr& layer);
  void pop();  // ValueError if there is no layer
};

}  // namespace pipette::keras
