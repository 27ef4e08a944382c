#include "keras/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/files.h"
#include "keras/model_jobs.h"
#include "keras/model_layers.h"
#include "keras/model_stages.h"
#include "keras/summary.h"
#include "keras/weights.h"

namespace pipette::keras {

struct Model::State {
  explicit State(ModelLayers made) : layers(std::move(made)) {}

  ModelLayers layers;
  ModelStages stages;
  ModelJobs jobs{layers, stages};
};

namespace {

std::string name_of(const ModelOptions& options, const char* otherwise) {
  return options.name.empty() ? otherwise : options.name;
}

// In small slices when callbacks want to see every mini-batch.
Budget slice(const Settings& settings) {
  return settings.asynchronous_callbacks ? Budget::steps(1) : Budget::unlimited();
}

// What the calls up to number `last` give for x.
Network::Values traced(const Network& network, std::size_t last, const Tensor& x,
                       const CallContext& context) {
  if (network.num_inputs() != 1) throw ValueError("the model has several inputs, not one");
  Network::Values values(network.calls().size());
  values[0] = x;
  network.call([&](std::size_t call) { return call <= last; }, context, values);
  return values;
}

}  // namespace

Model::Model(const SymbolicTensor& input, const SymbolicTensor& output, const ModelOptions& options)
    : Model(std::vector<SymbolicTensor>{input}, output, options) {}

Model::Model(const std::vector<SymbolicTensor>& inputs, const SymbolicTensor& output,
             const ModelOptions& options)
    : state_(std::make_unique<State>(
          ModelLayers(name_of(options, "model"), options.seed, Network(inputs, output)))) {
  state_->jobs.strategy = options.strategy;
  state_->stages.assign_scopes(state_->layers.network());
}

Model::Model(std::unique_ptr<State> state) : state_(std::move(state)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

const std::string& Model::name() const { return state_->layers.name(); }

void Model::set_strategy(Strategy& strategy) {
  state_->jobs.change();
  state_->jobs.strategy = &strategy;
}

void Model::set_log(std::function<void(const std::string&)> log) {
  state_->jobs.log = std::move(log);
}

// ---- layers ----

std::vector<std::shared_ptr<Layer>> Model::layers() const { return state_->layers.layers(); }

std::shared_ptr<Layer> Model::layer(const std::string& name) const {
  return state_->layers.layer(name);
}

void Model::build(const Shape& input_with_batch) {
  if (!built()) state_->layers.build(input_with_batch);
}

bool Model::built() const { return state_->layers.built(); }

std::vector<Variable> Model::variables() const { return state_->layers.network().variables(); }

std::vector<Variable> Model::trainable_variables() const {
  return state_->layers.network().trainable_variables();
}

std::int64_t Model::count_params() const {
  std::int64_t count = 0;
  for (const auto& layer : state_->layers.network().layers()) count += layer->count_params();
  return count;
}

void Model::summary(const TextSink& out) const { out(summary_text()); }

std::string Model::summary_text() const {
  return keras::summary_text(name(), state_->layers.network(), state_->layers.sequential());
}

Tensor Model::operator()(const Tensor& x, const CallContext& context) const {
  const Network& network = state_->layers.network();
  return *traced(network, network.output(), x, context)[network.output()];
}

std::vector<Tensor> Model::outputs_of(const std::vector<std::string>& layers,
                                      const Tensor& x) const {
  const Network& network = state_->layers.network();
  std::vector<std::size_t> calls;
  std::size_t last = 0;
  for (const std::string& name : layers) {
    const std::shared_ptr<Layer> wanted = layer(name);
    std::size_t call = 0;
    for (std::size_t i = 0; i < network.calls().size(); ++i) {
      if (network.calls()[i].layer == wanted) call = i;
    }
    calls.push_back(call);
    last = std::max(last, call);
  }
  const Network::Values values = traced(network, last, x, {});
  std::vector<Tensor> outputs;
  for (const std::size_t call : calls) outputs.push_back(*values[call]);
  return outputs;
}

// ---- pipeline stages ----

void Model::set_pipeline_stage_assignment(const std::vector<StageNumber>& numbers) {
  ModelStages assigned;
  assigned.assign(state_->layers, numbers);
  state_->jobs.change();
  state_->stages = std::move(assigned);
}

void Model::set_pipeline_stage_assignment(const std::vector<LayerStage>& assignment) {
  set_pipeline_stage_assignment(ModelStages::numbers_of(assignment, state_->layers));
}

std::vector<LayerStage> Model::get_pipeline_stage_assignment() const {
  return state_->stages.assignment(state_->layers);
}

void Model::reset_pipeline_stage_assignment() {
  state_->jobs.change();
  state_->stages.reset();
}

void Model::print_pipeline_stage_assignment_summary(const TextSink& out) const {
  if (state_->layers.sequential()) {
    out(stages_text(get_pipeline_stage_assignment()));
  } else {
    out(stages_text(state_->layers.network(), get_pipeline_stage_assignment()));
  }
}

bool Model::pipelined() const { return !state_->stages.empty(); }
int Model::num_stages() const { return state_->stages.count(); }

std::string Model::stage_name(int stage) const {
  return state_->stages.name(stage, state_->layers.network());
}

// ---- options ----

void Model::set_gradient_accumulation_options(const GradientAccumulationSettings& settings) {
  Settings::check(settings);
  state_->jobs.change();
  state_->jobs.settings.accumulation = settings;
}

void Model::set_pipelining_options(const PipeliningSettings& settings) {
  Settings::check(settings);
  state_->jobs.change();
  state_->jobs.settings.pipelining = settings;
}

void Model::set_infeed_queue_options(const InfeedOptions& options) {
  state_->jobs.change();
  state_->jobs.settings.infeed = options;
}

void Model::set_outfeed_queue_options(const OutfeedOptions& options) {
  Settings::check(options);
  state_->jobs.change();
  state_->jobs.settings.outfeed = options;
}

void Model::set_replication_options(ReplicatedMetricReduction replicated_metric_reduction_method) {
  state_->jobs.settings.metric_reduction = replicated_metric_reduction_method;
}

void Model::set_asynchronous_callbacks(bool asynchronous) {
  state_->jobs.settings.asynchronous_callbacks = asynchronous;
}

const Settings& Model::settings() const { return state_->jobs.settings; }

// ---- training ----

void Model::compile(const CompileOptions& options) { state_->jobs.compile(options); }
const CompileOptions& Model::compiled() const { return state_->jobs.compiled(); }

void Model::start_fit(const Dataset& dataset, const FitOptions& options) {
  state_->jobs.start_fit(*this, dataset, options);
}

void Model::start_evaluate(const Dataset& dataset, const EvaluateOptions& options) {
  state_->jobs.start_test(*this, Mode::test, dataset, options);
}

void Model::start_predict(const Dataset& dataset, const EvaluateOptions& options) {
  state_->jobs.start_test(*this, Mode::predict, dataset, options);
}

bool Model::advance(const Budget& budget) { return state_->jobs.advance(budget); }
bool Model::finished() const { return !state_->jobs.running(); }
void Model::stop_training() { state_->jobs.stop(); }
void Model::pause() { state_->jobs.pause(); }
void Model::abandon() { state_->jobs.abandon(); }
void Model::retrace() { state_->jobs.retrace(); }

const ModelProgram* Model::training_program() const { return state_->jobs.training_program(); }
std::int64_t Model::steps_per_epoch() const { return state_->jobs.steps_per_epoch(); }

const InfeedQueue* Model::infeed() const {
  const ModelProgram* program = state_->jobs.latest_program();
  return program == nullptr ? nullptr : &program->infeed();
}

const OutfeedQueue* Model::outfeed() const {
  const ModelProgram* program = state_->jobs.latest_program();
  return program == nullptr ? nullptr : &program->outfeed();
}

const FitJob& Model::fit_run() const { return state_->jobs.fit(); }

const Logs& Model::evaluation() const {
  return state_->jobs.finished_test(Mode::test, "there are no results before evaluate() has ended")
      .logs();
}

Array Model::predictions() const {
  return state_->jobs
      .finished_test(Mode::predict, "there are no predictions before predict() has ended")
      .predictions();
}

History Model::fit(const Dataset& dataset, const FitOptions& options) {
  start_fit(dataset, options);
  while (!advance(slice(settings()))) {
  }
  return fit_run().history();
}

Logs Model::evaluate(const Dataset& dataset, const EvaluateOptions& options) {
  start_evaluate(dataset, options);
  while (!advance(slice(settings()))) {
  }
  return evaluation();
}

Array Model::predict(const Dataset& dataset, const EvaluateOptions& options) {
  start_predict(dataset, options);
  while (!advance(slice(settings()))) {
  }
  return predictions();
}

// ---- weights ----

std::vector<std::byte> Model::save_weights() const { return encode_weights(variables()); }

void Model::save_weights(const std::string& path) const {
  const std::vector<std::byte> bytes = save_weights();
  OutputFile file(path);
  file.stream().write(reinterpret_cast<const char*>(bytes.data()),
                      static_cast<std::streamsize>(bytes.size()));
  file.commit();
}

void Model::load_weights(std::span<const std::byte> bytes) { decode_weights(bytes, variables()); }

void Model::load_weights(const std::string& path) { load_weights(read_file(path)); }

// ---- Sequential ----

Sequential::Sequential(std::vector<LayerPtr> layers, const ModelOptions& options)
    : Model(std::make_unique<State>(
          ModelLayers(name_of(options, "sequential"), options.seed, layers))) {
  state().jobs.strategy = options.strategy;
}

void Sequential::add(const LayerPtr& layer) {
  state().jobs.change();
  state().layers.add(layer);
  state().stages.invalidate();
  state().layers.rebuild();
}

void Sequential::pop() {
  state().jobs.change();
  state().layers.pop();
  state().stages.invalidate();
  state().layers.rebuild();
}

void Model::archive(Archive& a) { state_->jobs.fit().archive(a); }

}  // namespace pipette::keras
