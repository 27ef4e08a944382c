#include "keras/model.h"

#include <fmt/format.h>

#include "keras/model_state.h"
#include "keras/summary.h"
#include "keras/weights.h"

namespace pipette::keras {

Model::Model(const SymbolicTensor& input, const SymbolicTensor& output, const ModelOptions& options)
    : Model(std::vector<SymbolicTensor>{input}, output, options) {}

Model::Model(const std::vector<SymbolicTensor>& inputs, const SymbolicTensor& output,
             const ModelOptions& options)
    : state_(std::make_unique<State>(options, "model")) {
  state_->adopt_network(Network(inputs, output));
  state_->take_stages_of_scopes();
}

Model::Model(std::unique_ptr<State> state) : state_(std::move(state)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

const std::string& Model::name() const { return state_->name; }

void Model::set_strategy(Strategy& strategy) {
  state_->forget_programs();
  state_->strategy = &strategy;
}

void Model::set_log(std::function<void(const std::string&)> log) { state_->log = std::move(log); }

std::vector<std::shared_ptr<Layer>> Model::layers() const {
  if (!state_->sequential) return state_->network->layers();
  std::vector<std::shared_ptr<Layer>> layers;
  for (const LayerPtr& layer : state_->chain) layers.push_back(layer.shared());
  return layers;
}

std::shared_ptr<Layer> Model::layer(const std::string& name) const {
  std::string names;
  for (const auto& layer : layers()) {
    if (layer->name() == name) return layer;
    names += (names.empty() ? "" : ", ") + layer->name();
  }
  throw NotFound(
      fmt::format("model \"{}\" has no layer \"{}\", only: {}", this->name(), name, names));
}

void Model::build(const Shape& input_with_batch) {
  if (!state_->network) state_->build_chain(input_with_batch);
}

bool Model::built() const { return state_->network.has_value(); }

std::vector<Variable> Model::variables() const { return state_->built_network().variables(); }

std::vector<Variable> Model::trainable_variables() const {
  return state_->built_network().trainable_variables();
}

std::int64_t Model::count_params() const {
  std::int64_t count = 0;
  for (const auto& layer : state_->built_network().layers()) count += layer->count_params();
  return count;
}

void Model::summary(const TextSink& out) const { out(summary_text()); }

std::string Model::summary_text() const {
  return keras::summary_text(name(), state_->built_network(), state_->sequential);
}

Tensor Model::operator()(const Tensor& x, const CallContext& context) const {
  const Network& network = state_->built_network();
  if (network.num_inputs() != 1) throw ValueError("the model has several inputs, not one");
  Network::Values values(network.calls().size());
  values[0] = x;
  network.call([](std::size_t) { return true; }, context, values);
  return *values[network.output()];
}

void Model::set_gradient_accumulation_options(const GradientAccumulationSettings& settings) {
  Settings::check(settings);
  state_->forget_programs();
  state_->settings.accumulation = settings;
}

void Model::set_pipelining_options(const PipeliningSettings& settings) {
  Settings::check(settings);
  state_->forget_programs();
  state_->settings.pipelining = settings;
}

void Model::set_infeed_queue_options(const InfeedOptions& options) {
  state_->forget_programs();
  state_->settings.infeed = options;
}

void Model::set_outfeed_queue_options(const OutfeedOptions& options) {
  Settings::check(options);
  state_->forget_programs();
  state_->settings.outfeed = options;
}

void Model::set_replication_options(ReplicatedMetricReduction replicated_metric_reduction_method) {
  state_->settings.metric_reduction = replicated_metric_reduction_method;
}

void Model::set_asynchronous_callbacks(bool asynchronous) {
  state_->settings.asynchronous_callbacks = asynchronous;
}

const Settings& Model::settings() const { return state_->settings; }

std::vector<std::byte> Model::save_weights() const { return encode_weights(variables()); }

void Model::save_weights(const std::string& path) const { write_bytes(path, save_weights()); }

void Model::load_weights(std::span<const std::byte> bytes) { decode_weights(bytes, variables()); }

void Model::load_weights(const std::string& path) { load_weights(read_bytes(path)); }

// ---- Sequential ----

Sequential::Sequential(std::vector<LayerPtr> layers, const ModelOptions& options)
    : Model(std::make_unique<State>(options, "sequential")) {
  state().sequential = true;
  for (const LayerPtr& layer : layers) {
    if (state().chain.empty() && !state().chain_input && layer.input()) {
      state().chain_input = layer.input();
    } else {
      state().add_to_chain(layer);
    }
  }
  if (state().chain_input && !state().chain.empty()) {
    state().build_chain(state().chain_input->shape());
  }
}

void Sequential::add(const LayerPtr& layer) {
  State& s = state();
  s.forget_programs();
  s.network.reset();
  s.add_to_chain(layer);
  s.stages_valid = s.stages.empty();
  if (s.chain_input && !s.chain.empty()) s.build_chain(s.chain_input->shape());
}

void Sequential::pop() {
  State& s = state();
  if (s.chain.empty()) throw ValueError("There are no layers in the model");
  s.forget_programs();
  s.network.reset();
  s.chain.pop_back();
  s.stages_valid = s.stages.empty();
  if (s.chain_input && !s.chain.empty()) s.build_chain(s.chain_input->shape());
}

}  // namespace pipette::keras
