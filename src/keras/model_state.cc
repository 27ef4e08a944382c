#include "keras/model_state.h"

#include <fmt/format.h>

#include <algorithm>

namespace pipette::keras {

void Model::State::adopt_network(Network made) {
  made.build(seed);
  network.emplace(std::move(made));
}

void Model::State::add_to_chain(const LayerPtr& layer) {
  if (layer->is_input()) {
    throw ValueError("an input() can only be the first of the layers of a Sequential model");
  }
  for (const LayerPtr& other : chain) {
    const bool same_name = !layer->name().empty() && other->name() == layer->name();
    if (other.shared() != layer.shared() && !same_name) continue;
    throw ValueError(fmt::format(
        "All layers added to a Sequential model should have unique names. Name \"{}\" is already "
        "the name of a layer in this model",
        layer->name()));
  }
  chain.push_back(layer);
}

void Model::State::build_chain(const Shape& input_with_batch) {
  if (chain.empty()) throw ValueError(fmt::format("model \"{}\" has no layers", name));
  if (input_with_batch.rank() < 1) {
    throw ValueError("build: the input needs a shape [batch, ...], not a scalar");
  }
  const std::int64_t batch = input_with_batch[0];
  SymbolicTensor x =
      chain_input
          ? *chain_input
          : input(input_with_batch.without_front(),
                  batch == Shape::kUnknown ? std::nullopt : std::optional<std::int64_t>(batch));
  const std::vector<SymbolicTensor> inputs{x};
  for (const LayerPtr& layer : chain) x = layer(x);
  adopt_network(Network(inputs, x));
}

void Model::State::build_for(const Dataset& dataset) {
  if (network && (!sequential || chain_input)) return;
  const ElementSpec& element = dataset.element_spec();
  const ElementSpec& x = element.is_tuple() && element.size() > 0 ? element[0] : element;
  if (!x.is_leaf()) {
    throw RuntimeError(
        "Layers in a Sequential model should only have a single input, but the dataset gives "
        "several; write the model with input() and Model instead");
  }
  Shape shape = x.leaf().shape;
  if (shape.rank() == 1) shape = Shape{shape[0], 1};  // as Keras: rows of one number are columns
  if (!network) return build_chain(shape);
  const Shape& built_for = network->calls()[0].spec.shape;
  const bool other_batch = shape.rank() > 0 && built_for[0] != shape[0];
  if (!other_batch || built_for[0] == Shape::kUnknown) return;
  build_chain(built_for.without_front().with_front(Shape::kUnknown));
}

const Network& Model::State::built_network() const {
  if (!network) {
    throw ValueError(fmt::format(
        "Weights for model {} have not yet been created. They are created when the model is first "
        "run, or when build() is called with a shape",
        name));
  }
  return *network;
}

bool Model::State::running() const {
  return (fit && !fit->finished()) || (test && !test->finished());
}

const Program* Model::State::latest_program() const {
  const auto found = programs.find(test ? test->mode() : Mode::train);
  return found == programs.end() ? nullptr : found->second.get();
}

void Model::State::forget_programs() {
  if (running()) {
    throw RuntimeError(
        fmt::format("model \"{}\" is running; let it finish before changing how it runs", name));
  }
  programs.clear();
}

Strategy& Model::State::needed_strategy() const {
  if (strategy == nullptr) {
    throw RuntimeError(fmt::format(
        "model \"{}\" has no strategy to run on; give it one with set_strategy()", name));
  }
  return *strategy;
}

std::int64_t Model::State::replicas() const {
  int shards = 1;
  if (!stages.empty()) {
    shards = *std::max_element(stages.begin(), stages.end()) + 1;
    if (const auto& mapping = settings.pipelining.device_mapping; mapping && !mapping->empty()) {
      shards = *std::max_element(mapping->begin(), mapping->end()) + 1;
    }
  }
  return replication_factor(needed_strategy().machine().device.num_ipus(), shards);
}

std::int64_t Model::State::accumulation() const {
  if (stages.empty()) {
    return settings.accumulation.gradient_accumulation_steps_per_replica.value_or(1);
  }
  const auto& steps = settings.pipelining.gradient_accumulation_steps_per_replica;
  if (!steps) {
    throw ValueError(
        "The model which you are attempting to train is pipelined, however "
        "`gradient_accumulation_steps_per_replica` has not been set through "
        "`set_pipelining_options()`. Pipelined models always accumulate gradients when training");
  }
  return *steps;
}

void Model::State::check_ready(const Dataset& dataset) {
  if (!compiled) {
    throw RuntimeError(fmt::format(
        "You must compile your model before training/testing: call compile() of \"{}\" first",
        name));
  }
  needed_strategy();
  if (running()) {
    throw RuntimeError(fmt::format("model \"{}\" is running already", name));
  }
  if (!stages_valid) {
    throw RuntimeError(fmt::format(
        "layers of \"{}\" were added or removed since its pipeline stages were assigned; call "
        "set_pipeline_stage_assignment() again",
        name));
  }
  build_for(dataset);
  stages_of_calls.clear();
  if (stages.empty()) return;
  stages_of_calls.assign(network->num_inputs(), 0);
  stages_of_calls.insert(stages_of_calls.end(), stages.begin(), stages.end());
}

Execution Model::State::plan(Mode mode, const Dataset& dataset, std::optional<std::int64_t> steps,
                             std::int64_t epochs) const {
  ExecutionRequest request;
  request.steps = steps;
  request.epochs = epochs;
  request.steps_per_execution = compiled->steps_per_execution;
  request.replicas = replicas();
  request.pipelined = !stages.empty();
  if (mode == Mode::train) request.accumulation = accumulation();
  return plan_execution(dataset, request, log);
}

Program& Model::State::program(Mode mode, const Execution& execution) {
  const ProgramSize size{execution.steps_per_execution, mode == Mode::train ? accumulation() : 1,
                         replicas()};
  std::unique_ptr<Program>& program = programs[mode];
  if (!program || !program->serves(execution.dataset, size)) {
    const Recipe recipe{*network, stages_of_calls, *compiled, settings};
    program = std::make_unique<Program>(mode, recipe, execution.dataset, size);
  }
  return *program;
}

void Model::State::log_training(const FitRun& run, const Dataset& dataset) const {
  const std::int64_t updates = run.num_weight_updates_per_execution();
  const std::int64_t a = accumulation();
  const std::int64_t r = replicas();
  say(
      fmt::format("The model will do {} weight update{} per execution on each replica, and {} per "
                  "epoch",
                  updates, updates == 1 ? "" : "s", run.steps_per_epoch() / a));
  const Shape x = dataset.element_spec().flatten()[0].shape;
  if ((a > 1 || r > 1) && x.rank() > 0) {
    say(
        fmt::format("Training accumulates {} batches per weight update across {} replica{}: the "
                    "effective batch size is {}",
                    a, r, r == 1 ? "" : "s", x[0] * a * r));
  }
}

RunContext Model::State::context() {
  return {needed_strategy(),
          settings,
          *compiled,
          [this](Mode mode, const Execution& execution) -> Program& {
            return program(mode, execution);
          },
          [this](Mode mode, const Dataset& dataset, std::optional<std::int64_t> steps,
                 std::int64_t epochs) { return plan(mode, dataset, steps, epochs); },
          [this] { return stop; }};
}

}  // namespace pipette::keras
