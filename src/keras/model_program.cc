#include "keras/model_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/ops.h"
#include "keras/advice.h"
#include "loops/loops.h"
#include "training/cross_replica.h"

namespace pipette::keras {

namespace {

const char* mode_name(Mode mode) {
  switch (mode) {
    case Mode::train:
      return "train_function";
    case Mode::test:
      return "test_function";
    case Mode::predict:
      return "predict_function";
  }
  throw Internal("mode_name");
}

// x as the input of the model wants it.
Tensor conformed(const Tensor& x, const ArraySpec& input) {
  Tensor y = x;
  if (y.shape().rank() == 1 && input.shape.rank() == 2 && input.shape[1] == 1) {
    y = pipette::reshape(y, Shape{y.shape()[0], 1});
  }
  const bool same_rank = y.shape().rank() == input.shape.rank();
  bool fits = same_rank;
  for (int axis = 0; same_rank && axis < input.shape.rank(); ++axis) {
    fits = fits && (input.shape[axis] == Shape::kUnknown || input.shape[axis] == y.shape()[axis]);
  }
  if (!fits) {
    throw ValueError(
        fmt::format("the model's input is incompatible: expected shape={}, found shape={}",
                    input.shape.to_string(), x.shape().to_string()));
  }
  return y.dtype() == input.dtype ? y : cast(y, input.dtype);
}

template <class T>
std::vector<Nest<T>> items_of(const Nest<T>& element) {
  if (!element.is_tuple()) return {element};
  std::vector<Nest<T>> items;
  for (std::size_t i = 0; i < element.size(); ++i) items.push_back(element[i]);
  return items;
}

InfeedOptions infeed_options(const Recipe& recipe, Mode mode) {
  InfeedOptions options = recipe.settings.infeed;
  options.name = std::string(mode_name(mode)) + "/infeed";
  return options;
}

OutfeedOptions outfeed_options(const Recipe& recipe, Mode mode) {
  OutfeedOptions options = recipe.settings.outfeed;
  options.name = std::string(mode_name(mode)) + "/outfeed";
  return options;
}

}  // namespace

ModelProgram::ModelProgram(Mode mode, const Recipe& recipe, const Dataset& dataset,
                           const ProgramSize& size)
    : mode_(mode),
      recipe_(recipe),
      size_(size),
      element_spec_(dataset.element_spec()),
      infeed_(dataset, infeed_options(recipe, mode)),
      outfeed_(outfeed_options(recipe, mode)),
      optimizer_(mode == Mode::train ? make_optimizer() : nullptr),
      function_(make_function()) {}

Function ModelProgram::make_function() {
  return {mode_name(mode_), [this] {
            const GradientsExchanged as_made;  // by make_optimizer(), where there are replicas
            pipelined() ? trace_pipeline() : trace_loop();
          }};
}

bool ModelProgram::serves(const Dataset& dataset, const ProgramSize& size) const {
  const ElementSpec& spec = dataset.element_spec();
  return size == size_ && spec.same_structure(element_spec_) &&
         spec.flatten() == element_spec_.flatten();
}

bool ModelProgram::accumulates_outfeed() const {
  return pipelined() && mode_ != Mode::predict &&
         recipe_.settings.pipelining.accumulate_outfeed.value_or(false);
}

std::int64_t ModelProgram::steps_per_element() const {
  if (!accumulates_outfeed()) return 1;
  return mode_ == Mode::train ? size_.accumulation : size_.steps_per_execution;
}

CallContext ModelProgram::context() const {
  CallContext context;
  context.training = mode_ == Mode::train;
  context.replicas = size_.replicas;
  return context;
}

std::int64_t ModelProgram::mini_batches_per_update() const {
  if (pipelined()) return size_.accumulation;  // pipelines accumulate themselves
  return optimizer_->accumulated_mini_batches().value_or(1);
}

std::shared_ptr<Optimizer> ModelProgram::make_optimizer() const {
  std::shared_ptr<Optimizer> optimizer = recipe_.compiled.optimizer;
  if (!optimizer->is_v2()) {  // a model takes those of TensorFlow 1 too, exchanges for them,
                              // and says what they train
    optimizer = std::make_shared<AggregatingOptimizer>(optimizer);
  }
  if (size_.replicas > 1) {
    optimizer = std::make_shared<CrossReplicaOptimizer>(optimizer, kernels::ReduceOp::sum);
  }
  if (pipelined() || size_.accumulation == 1) return optimizer;
  GradientAccumulationOptions options = recipe_.settings.accumulation.optimizer;
  options.reduction_method = recipe_.settings.accumulation.gradient_accumulation_reduction_method;
  return std::make_shared<GradientAccumulationOptimizerV2>(optimizer, size_.accumulation, options);
}

ModelProgram::Batch ModelProgram::unpack(const std::vector<Nest<Tensor>>& element) const {
  const bool needs_labels = mode_ != Mode::predict;
  if (element.size() > 2 || element.empty() || (needs_labels && element.size() < 2)) {
    throw ValueError(fmt::format("{}: the dataset must give {}, but its elements have {} parts",
                                 function_.name(), needs_labels ? "(x, y)" : "x or (x, y)",
                                 element.size()));
  }
  const std::vector<Nest<Tensor>> x = items_of(element[0]);
  if (x.size() != recipe_.network.num_inputs()) {
    throw ValueError(fmt::format("{}: the model has {} inputs, but the dataset gives {}",
                                 function_.name(), recipe_.network.num_inputs(), x.size()));
  }
  Batch batch;
  for (std::size_t i = 0; i < x.size(); ++i) {
    batch.inputs.push_back(conformed(x[i].leaf(), recipe_.network.calls()[i].spec));
  }
  if (needs_labels) batch.labels = element[1].leaf();
  return batch;
}

Tensor ModelProgram::regularized(const Tensor& loss) const {
  Tensor sum = loss;
  const std::vector<Network::Call>& calls = recipe_.network.calls();
  std::vector<const Layer*> seen;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const Layer* layer = calls[i].layer.get();
    if (std::find(seen.begin(), seen.end(), layer) != seen.end()) continue;
    seen.push_back(layer);
    const std::optional<Tensor> part = layer->regularization();
    if (!part) continue;
    if (pipelined() && recipe_.stages[i] != recipe_.stages[recipe_.network.output()]) {
      throw Unimplemented(
          fmt::format("layer \"{}\" has a kernel_l2 in stage {}, but the loss is made in the last "
                      "stage, which cannot read its kernel; leave the kernel_l2 out",
                      layer->name(), recipe_.stages[i]));
    }
    sum = sum + *part;
  }
  return sum;
}

std::vector<Tensor> ModelProgram::results(const Tensor& output,
                                          const std::optional<Tensor>& labels) const {
  if (mode_ == Mode::predict) return {output};
  advice_ = advice_on(recipe_.compiled.loss, output);
  std::vector<Tensor> results{regularized(recipe_.compiled.loss(*labels, output))};
  for (const Metric& metric : recipe_.compiled.metrics) {
    results.push_back(metric(*labels, output));
    if (results.back().shape().rank() != 0 || results.back().dtype() != DType::f32) {
      throw ValueError(fmt::format("metric \"{}\" must give a float32 scalar, not {} {}",
                                   metric.name(), dtype_name(results.back().dtype()),
                                   results.back().shape().to_string()));
    }
  }
  return results;
}

void ModelProgram::trace_loop() {
  loops::repeat(size_.steps_per_execution, [this] {
    const Batch batch = unpack(items_of(infeed_.next()));
    Network::Values values(recipe_.network.calls().size());
    std::copy(batch.inputs.begin(), batch.inputs.end(), values.begin());
    recipe_.network.call([](std::size_t) { return true; }, context(), values);
    const std::vector<Tensor> outputs = results(*values[recipe_.network.output()], batch.labels);
    outfeed_.enqueue(Nest<Tensor>::tuple({outputs.begin(), outputs.end()}));
    if (mode_ == Mode::train) {
      optimizer_->minimize(outputs[0], recipe_.network.trainable_variables());
    }
  });
}

// Calls whose results are made in this stage or before, and used after it.
std::vector<std::size_t> ModelProgram::carried_after(int stage) const {
  const std::vector<Network::Call>& calls = recipe_.network.calls();
  const int last = *std::max_element(recipe_.stages.begin(), recipe_.stages.end());
  std::vector<int> last_use(calls.size(), -1);
  last_use[recipe_.network.output()] = last;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    for (const std::size_t input : calls[i].inputs) {
      last_use[input] = std::max(last_use[input], recipe_.stages[i]);
    }
  }
  std::vector<std::size_t> carried;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (recipe_.stages[i] <= stage && last_use[i] > stage) carried.push_back(i);
  }
  return carried;
}

std::vector<Tensor> ModelProgram::trace_stage(int stage,
                                              const loops::LoopArguments& arguments) const {
  const int last = *std::max_element(recipe_.stages.begin(), recipe_.stages.end());
  const bool labelled = mode_ != Mode::predict;
  Network::Values values(recipe_.network.calls().size());
  std::optional<Tensor> labels;
  if (stage == 0) {
    const Batch batch = unpack(arguments.positional);
    std::copy(batch.inputs.begin(), batch.inputs.end(), values.begin());
    labels = batch.labels;
  } else {
    std::size_t next = 0;
    for (const std::size_t call : carried_after(stage - 1)) values[call] = arguments[next++];
    if (labelled) labels = arguments[next];
  }
  CallContext with_stage = context();
  with_stage.pipeline_stage = stage;
  recipe_.network.call([&](std::size_t call) { return recipe_.stages[call] == stage; }, with_stage,
                       values);
  if (stage == last) return results(*values[recipe_.network.output()], labels);
  std::vector<Tensor> outputs;
  for (const std::size_t call : carried_after(stage)) outputs.push_back(*values[call]);
  if (labelled) outputs.push_back(*labels);
  return outputs;
}

void ModelProgram::trace_pipeline() {
  std::vector<pipelining::Stage> stages;
  const int last = *std::max_element(recipe_.stages.begin(), recipe_.stages.end());
  for (int stage = 0; stage <= last; ++stage) {
    stages.emplace_back([this, stage](const loops::LoopArguments& arguments) {
      return trace_stage(stage, arguments);
    });
  }
  const PipeliningSettings& settings = recipe_.settings.pipelining;
  pipelining::PipelineOptions options = settings.pipeline;
  const bool training = mode_ == Mode::train;
  options.gradient_accumulation_count = training ? size_.accumulation : size_.steps_per_execution;
  options.repeat_count = training ? size_.steps_per_execution / size_.accumulation : 1;
  options.reduction_method = settings.gradient_accumulation_reduction_method;
  options.infeed_queue = &infeed_;
  options.outfeed_queue = &outfeed_;
  options.accumulate_outfeed = accumulates_outfeed();
  if (settings.device_mapping) {
    options.device_mapping.emplace(settings.device_mapping->begin(),
                                   settings.device_mapping->end());
  }
  if (training) {
    options.optimizer_function = [this](const std::vector<Tensor>& outputs) {
      return pipelining::OptimizerFunctionOutput{*optimizer_, outputs[0],
                                                 recipe_.network.trainable_variables()};
    };
  }
  options.name = function_.name();
  pipelining::pipeline(stages, options);
}

}  // namespace pipette::keras
