#include "pipeline/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/item.h"
#include "graph/ops.h"
#include "loops/loops.h"
#include "pipeline/offloading.h"
#include "pipeline/stage_nodes.h"

namespace pipette::pipelining {

namespace {

using loops::LoopArguments;
using Outputs = std::vector<Nest<Tensor>>;

// Traces one pipeline into the current graph.
class Tracer {
 public:
  Tracer(const std::vector<Stage>& stages, const PipelineOptions& options)
      : stages_(stages),
        options_(options),
        graph_(Graph::current()),
        training_(static_cast<bool>(options.optimizer_function)),
        offloading_(graph_, options) {
    check_options(to_int(stages.size()), options);
    units_ = plan_units(stages, options);
    attributes_ = plan_pipeline(units_, options, graph_.target().overlapped_io);
  }

  ~Tracer() {
    if (optimizer_) optimizer_->release_tensors();
  }
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  Operation trace();

 private:
  Placement placement_of(std::size_t unit) const { return {to_int(unit), units_[unit].device}; }
  Outputs trace_stage(std::size_t first_unit, const LoopArguments& arguments);
  LoopArguments first_arguments();
  LoopArguments copied(const LoopArguments& arguments) const;
  void check_outputs(const Outputs& outputs) const;
  // What the outfeed gets of each mini-batch, in the forward pass of the last stage.
  Nest<Tensor> outfeed_element(const Outputs& outputs, const std::optional<Tensor>& loss) const;
  Tensor index_in(const Placement& placement);
  void accumulate_gradients(const OptimizerFunctionOutput& optimizer, NodeId first);
  void accumulate_outfeed(const Nest<Tensor>& element);
  std::function<Tensor()> held(const Tensor& value);
  void trace_update();

  const std::vector<Stage>& stages_;
  const PipelineOptions& options_;
  Graph& graph_;
  bool training_;
  Offloading offloading_;
  std::vector<Unit> units_;
  PipelineAttributes attributes_;

  struct Accumulated {
    Variable accumulator;
    Placement placement;
  };
  std::map<int, Tensor> indices_;  // by unit
  std::vector<std::pair<Accumulated, Variable>> gradients_;
  std::shared_ptr<Optimizer> optimizer_;
  std::vector<Accumulated> outfed_;
  Nest<Tensor> outfed_structure_;
};

LoopArguments Tracer::first_arguments() {
  LoopArguments arguments;
  for (const Tensor& input : options_.inputs) arguments.positional.emplace_back(stage_copy(input));
  if (options_.infeed_queue != nullptr) arguments.add_element(options_.infeed_queue->next());
  return arguments;
}

LoopArguments Tracer::copied(const LoopArguments& arguments) const {
  LoopArguments copies;
  const auto copy = [](const Nest<Tensor>& argument) {
    return argument.map([](const Tensor& x) { return stage_copy(x); });
  };
  for (const auto& argument : arguments.positional) copies.positional.push_back(copy(argument));
  for (const auto& [name, argument] : arguments.named) copies.named.emplace(name, copy(argument));
  return copies;
}

// The outputs of a stage, which for a group are those of its members in order.
Outputs Tracer::trace_stage(std::size_t first_unit, const LoopArguments& arguments) {
  const int stage = units_[first_unit].stage;
  const std::vector<StageFunction>& members = item(stages_, stage).members;
  Outputs outputs;
  for (std::size_t member = 0; member < members.size(); ++member) {
    const std::size_t unit = first_unit + member;
    const Graph::PlacementScope placement(graph_, placement_of(unit));
    const Graph::NameScope name(fmt::format("stage_{}", stage));
    // A group's members read what one of them took from the infeed.
    const LoopArguments own = stage == 0 && member == 0 ? arguments : copied(arguments);
    const auto first = static_cast<NodeId>(graph_.nodes().size());
    const std::optional<std::size_t> arity = members[member].arity();
    if (arity && *arity != own.size()) {
      throw TypeError(
          fmt::format("stage {} takes {} arguments, but gets {}", stage, *arity, own.size()));
    }
    const Outputs values = loops::values_of(members[member](own));
    outputs.insert(outputs.end(), values.begin(), values.end());
    check_captures(graph_, first, to_int(unit));
  }
  return outputs;
}

void Tracer::check_outputs(const Outputs& outputs) const {
  if (outputs.empty() && training_) {
    throw ValueError("the last computational stage must return the loss, or what it is made of");
  }
  if (options_.outfeed_queue == nullptr && !outputs.empty() && !training_) {
    throw ValueError(
        "The last computational stage has tensor outputs, "
        "but there is no outfeed_queue to take them");
  }
  if (options_.outfeed_queue == nullptr && training_ && outputs.size() > 1) {
    throw ValueError(
        "The last computational stage has tensor outputs beside the loss, "
        "but there is no outfeed_queue to take them");
  }
  if (!options_.outfeed_mask.empty() && options_.outfeed_mask.size() != outputs.size()) {
    throw ValueError(
        fmt::format("outfeed_mask has {} entries, but the last computational stage returns {}",
                    options_.outfeed_mask.size(), outputs.size()));
  }
}

Nest<Tensor> Tracer::outfeed_element(const Outputs& outputs,
                                     const std::optional<Tensor>& loss) const {
  if (options_.outfeed_loss) return *loss;
  Outputs visible;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (options_.outfeed_mask.empty() || !options_.outfeed_mask[i]) visible.push_back(outputs[i]);
  }
  if (visible.size() == 1 && !training_ && !options_.accumulate_outfeed) return visible[0];
  return Nest<Tensor>::tuple(visible);
}

Tensor Tracer::index_in(const Placement& placement) {
  const Graph::PlacementScope scope(graph_, placement);
  const auto known = indices_.find(placement.unit);
  if (known != indices_.end()) return known->second;
  return indices_.emplace(placement.unit, mini_batch_index()).first->second;
}

void Tracer::accumulate_gradients(const OptimizerFunctionOutput& optimizer, NodeId first) {
  const std::vector<Variable> variables =
      optimizer.variables.empty() ? variables_of_stages(graph_, first) : optimizer.variables;
  if (variables.empty()) throw RuntimeError("No variables to optimize.");
  const Graph::PlacementScope inherited(graph_, Placement{});  // where gradients are made
  const Graph::PhaseScope phase(graph_, Phase::backward);
  for (const auto& [gradient, variable] :
       optimizer_->compute_gradients(optimizer.loss, variables)) {
    Placement placement = graph_.placement_of(gradient.id());
    if (placement.unit < to_int(units_.size())) {  // the loss does not depend on it
      placement = graph_.backward_of(graph_.placement_of(optimizer.loss.id()));
    }
    const Graph::PlacementScope scope(graph_, placement);
    const DType dtype = accumulation_dtype(options_.gradient_accumulation_dtype, variable);
    const Variable accumulator(variable.name() + "/GradientAccumulator",
                               Array::zeros(dtype, variable.shape()));
    offloading_.accumulate(accumulator, [&, addend = gradient] {
      accumulate(accumulator, addend, index_in(placement), options_.reduction_method,
                 attributes_.count);
    });
    gradients_.push_back({{accumulator, placement}, variable});
  }
}

void Tracer::accumulate_outfeed(const Nest<Tensor>& element) {
  outfed_structure_ = element;
  for (const Tensor& leaf : element.flatten()) {
    const Placement placement = graph_.placement();
    const Variable like(fmt::format("{}/outfeed_{}", options_.name, outfed_.size()),
                        Array::zeros(leaf.dtype(), leaf.shape()));
    const DType dtype = accumulation_dtype(options_.accumulate_outfeed_dtype, like);
    const Variable accumulator(like.name(), Array::zeros(dtype, leaf.shape()));
    accumulate(accumulator, leaf, index_in(placement), Reduction::sum, attributes_.count);
    outfed_.push_back({accumulator, placement});
  }
}

// Keeps what a stage computes until the weight update, which may read it.
std::function<Tensor()> Tracer::held(const Tensor& value) {
  const Placement placement = graph_.placement_of(value.id());
  const Variable kept(options_.name + "/learning_rate", Array::zeros(value.dtype(), value.shape()));
  const Graph::PlacementScope scope(graph_, placement);
  assign(kept, value);
  return [this, kept, placement] {
    const Graph::PlacementScope ipu(graph_, {Placement::kInherit, placement.ipu});
    return read(kept);
  };
}

void Tracer::trace_update() {
  const auto read_on = [&](const Accumulated& sum) {
    const Graph::PlacementScope scope(graph_, {Placement::kInherit, sum.placement.ipu});
    return read(sum.accumulator);
  };
  GradientsAndVariables pairs;
  for (const auto& [sum, variable] : gradients_) pairs.emplace_back(read_on(sum), variable);
  if (!pairs.empty()) optimizer_->apply_gradients(pairs);
  if (outfed_.empty()) return;
  std::vector<Tensor> sums;
  for (const Accumulated& sum : outfed_) sums.push_back(read_on(sum));
  options_.outfeed_queue->enqueue(
      outfed_structure_.map([](const Tensor& t) { return t.spec(); }).pack(sums));
}

Operation Tracer::trace() {
  const auto first = static_cast<NodeId>(graph_.nodes().size());
  const RegionId body = graph_.open_region({});
  graph_.set_num_units(training_ ? 2 * to_int(units_.size()) : 0);
  graph_.set_recompute(options_.allow_recompute || graph_.target().allow_recompute);
  LoopArguments arguments;
  Outputs outputs;
  for (std::size_t unit = 0; unit < units_.size(); ++unit) {
    if (units_[unit].member > 0) continue;  // traced with the first of its group
    if (unit == 0) {
      const Graph::PlacementScope placement(graph_, placement_of(0));
      arguments = first_arguments();
    }
    outputs = trace_stage(unit, arguments);
    arguments = {};
    arguments.add_element(Nest<Tensor>::tuple(outputs));
  }
  check_outputs(outputs);
  check_shared_variables(graph_, first);
  {
    const std::size_t last = units_.size() - 1;
    const Graph::PlacementScope placement(graph_, placement_of(last));
    std::optional<OptimizerFunctionOutput> optimizer;
    if (training_) optimizer.emplace(options_.optimizer_function(arguments));
    if (options_.outfeed_queue != nullptr && !outputs.empty()) {
      const Nest<Tensor> element =
          outfeed_element(outputs, optimizer ? std::optional(optimizer->loss) : std::nullopt);
      if (options_.accumulate_outfeed) {
        accumulate_outfeed(element);
      } else if (!element.flatten().empty()) {
        options_.outfeed_queue->enqueue(element);
      }
    }
    if (training_) {
      optimizer_ = optimizer->optimizer;
      optimizer_->hold_tensors([this](const Tensor& value) { return held(value); });
      accumulate_gradients(*optimizer, first);
    }
  }
  const std::vector<Variable> weights = offloading_.move_weights(units_);
  graph_.close_region({});
  plan_transfers(graph_, body, attributes_);
  graph_.set_num_units(0);
  graph_.set_recompute(false);
  const RegionId update = graph_.open_region({});
  trace_update();
  std::vector<Variable> accumulators;
  for (const auto& [sum, variable] : gradients_) accumulators.push_back(sum.accumulator);
  offloading_.move_for_update(weights, accumulators);
  graph_.close_region({});
  std::vector<Tensor> inputs;
  if (attributes_.from_input) {
    inputs.push_back(std::get<Tensor>(options_.gradient_accumulation_count));
  }
  const NodeId node = graph_.add(OpKind::pipeline, attributes_, inputs, {}, options_.name);
  graph_.attach_regions(node, {body, update});
  return {node};
}

}  // namespace

Operation pipeline(const std::vector<Stage>& computational_stages, const PipelineOptions& options) {
  Operation operation;
  const auto trace = [&] { operation = Tracer(computational_stages, options).trace(); };
  options.repeat_count == 1 ? trace() : void(loops::repeat(options.repeat_count, trace));
  return operation;
}

}  // namespace pipette::pipelining
