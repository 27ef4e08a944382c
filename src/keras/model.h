// Models in the words of Keras: a network, how it is trained, and the loops that do it.
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
// runs that many replicas. One engine run does steps_per_execution mini-batches; callbacks come
// between runs. Programs are compiled when they are first needed and kept, until compile() or one
// of the set_... functions changes what they are made of; calling those while a run goes on throws
// RuntimeError.
//
// Every rule and error is that of docs/semantics.md, "Keras models"; those of the data are in
// keras/execution.h, those of stages in keras/stages.h, those of options in keras/options.h.
// RuntimeError: fit() before compile(), and anything that needs a strategy without one. One thread.
// A Model must not outlive its Strategy.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "keras/layers.h"
#include "keras/options.h"
#include "keras/stages.h"

namespace pipette::keras {

class FitRun;
class Program;

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
  // `log` gets a line for each thing worth knowing: weight updates per execution, effective batch
  // size, truncated steps.
  void set_log(std::function<void(const std::string&)> log);

  // ---- layers ----
  std::vector<std::shared_ptr<Layer>> layers() const;
  std::shared_ptr<Layer> layer(const std::string& name) const;  // NotFound lists the names
  // Builds a Sequential model without input() for what it will be called on, [batch, ...];
  // otherwise fit() does it. Batch may be Shape::kUnknown.
  void build(const Shape& input_with_batch);
  bool built() const;
  // These throw ValueError before the model is built.
  std::vector<Variable> variables() const;
  std::vector<Variable> trainable_variables() const;
  std::int64_t count_params() const;
  void summary(const TextSink& out) const;
  std::string summary_text() const;  // the same
  // Traces the whole network, outside of fit(): x has the shape of an input.
  Tensor operator()(const Tensor& x, const CallContext& context = {}) const;
  // The same as far as it is needed for what the last calls of some layers give. NotFound lists
  // the names.
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
  // The first and last layer of a stage that have weights, or of all if none has: "Dense_128 ..
  // Dense_10". ValueError before the model is built.
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

  // The same in slices; only one of them goes on at a time.
  void start_fit(const Dataset& dataset, const FitOptions& options = {});
  void start_evaluate(const Dataset& dataset, const EvaluateOptions& options = {});
  void start_predict(const Dataset& dataset, const EvaluateOptions& options = {});
  bool advance(const Budget& budget);  // true when it is over
  bool finished() const;               // true when nothing goes on
  void stop_training();                // after the execution, fit() ends
  // By callbacks: advance() returns after them, so that what waits for it can act. What was paused
  // between executions may be changed there as retrace() allows. fit() itself does not pause.
  void pause();
  // Ends what goes on where it is, without callbacks. What was trained stays trained.
  void abandon();
  // Forgets what was compiled, which is traced again when it next runs: for layers or an optimizer
  // that would now do something else. Weights, state and the place in the data stay. May be called
  // by callbacks and between executions; in the middle of one it throws FailedPrecondition.
  void retrace();
  // The program that trains; null before start_fit() and after changes. Engine runs of its function
  // are pipelines when the model has stages.
  const Program* training_program() const;
  std::int64_t steps_per_epoch() const;  // mini-batches of what goes on or was the latest; or 0
  // The queues of what goes on or was the latest (for a fit, those it trains with); null before.
  const InfeedQueue* infeed() const;
  const OutfeedQueue* outfeed() const;
  // What the latest fit, evaluate or predict gave. FailedPrecondition if it was another of them.
  const FitRun& fit_run() const;
  const Logs& evaluation() const;
  Array predictions() const;

  // ---- weights: the safetensors format, by name of variable ----
  std::vector<std::byte> save_weights() const;
  void save_weights(const std::string& path) const;  // throws what OutputFile throws
  // All or nothing: every variable of the model must be there with its shape, and nothing else.
  // Throws InvalidArgument for bytes that are not such a file or do not fit the model.
  void load_weights(std::span<const std::byte> bytes);
  void load_weights(const std::string& path);  // NotFound when it cannot be read

 protected:
  struct State;
  explicit Model(std::unique_ptr<State> state);
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

// One layer after the other. The first may be an input(). A layer that stands more than once is one
// layer, which shares its variables.
class Sequential : public Model {
 public:
  explicit Sequential(std::vector<LayerPtr> layers, const ModelOptions& options = {});
  // Stages must be assigned again before a pipelined model runs (RuntimeError); weights are kept.
  void add(const LayerPtr& layer);
  void pop();  // ValueError when there is no layer
};

}  // namespace pipette::keras
