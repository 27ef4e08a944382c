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
  std::function<Tensor()> held(const Tensor& value, const std::string& name);
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
  // Adds a gradient up over the mini-batches as one `of` a variable.
  Accumulated accumulated(const Tensor& gradient, const Placement& placement, const Variable& of);
  Tensor read_on_its_ipu(const Accumulated& sum);

  std::map<int, Tensor> indices_;  // by unit
  std::vector<std::pair<Accumulated, Variable>> gradients_;
  std::shared_ptr<Optimizer> optimizer_;
  std::vector<std::pair<std::string, std::function<Tensor()>>> captured_;  // by tag
  OutfeedQueue* captured_outfeed_ = nullptr;
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

Tracer::Accumulated Tracer::accumulated(const Tensor& gradient, const Placement& placement,
                                        const Variable& of) {
  const Graph::PlacementScope scope(graph_, placement);
  const DType dtype = accumulation_dtype(options_.gradient_accumulation_dtype, of);
  const Variable accumulator(of.name() + "/GradientAccumulator", Array::zeros(dtype, of.shape()));
  offloading_.accumulate(accumulator, [&, addend = gradient] {
    accumulate(accumulator, addend, index_in(placement), options_.reduction_method,
               attributes_.count);
  });
  return {accumulator, placement};
}

void Tracer::accumulate_gradients(const OptimizerFunctionOutput& optimizer, NodeId first) {
  const std::vector<Variable> variables = variables_to_optimize(optimizer, graph_, first);
  const GradientCapture* const capture = capture_of(optimizer);
  const Graph::PlacementScope inherited(graph_, Placement{});  // where gradients are made
  const Graph::PhaseScope phase(graph_, Phase::backward);
  for (const auto& [gradient, variable] :
       optimizer_->compute_gradients(optimizer.loss, variables)) {
    Placement placement = graph_.placement_of(gradient.id());
    if (placement.unit < to_int(units_.size())) {  // the loss does not depend on it
      placement = graph_.backward_of(graph_.placement_of(optimizer.loss.id()));
    }
    gradients_.push_back({accumulated(gradient, placement, variable), variable});
  }
  captured_outfeed_ = optimizer.captured_gradient_outfeed;
  if (captured_outfeed_ == nullptr) return;
  if (capture->captured_gradients().empty()) {
    throw ValueError(
        "captured_gradient_outfeed has nothing to enqueue: the loss depends on no tensor that a "
        "stage has given to capture_upstream_gradients()");
  }
  for (const auto& [tag, gradient] : capture->captured_gradients()) {
    const Variable like("captured/" + tag, Array::zeros(gradient.dtype(), gradient.shape()));
    if (options_.gradient_accumulation_for_captured_grads) {
      const Accumulated sum = accumulated(gradient, graph_.placement_of(gradient.id()), like);
      captured_.emplace_back(tag, [this, sum] { return read_on_its_ipu(sum); });
    } else {
      captured_.emplace_back(tag, held(gradient, like.name()));
    }
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
std::function<Tensor()> Tracer::held(const Tensor& value, const std::string& name) {
  const Placement placement = graph_.placement_of(value.id());
  const Variable kept(name, Array::zeros(value.dtype(), value.shape()));
  const Graph::PlacementScope scope(graph_, placement);
  assign(kept, value);
  return [this, kept, placement] {
    const Graph::PlacementScope ipu(graph_, {Placement::kInherit, placement.ipu});
    return read(kept);
  };
}

Tensor Tracer::read_on_its_ipu(const Accumulated& sum) {
  const Graph::PlacementScope scope(graph_, {Placement::kInherit, sum.placement.ipu});
  return read(sum.accumulator);
}

void Tracer::trace_update() {
  GradientsAndVariables pairs;
  for (const auto& [sum, variable] : gradients_) pairs.emplace_back(read_on_its_ipu(sum), variable);
  if (!pairs.empty()) optimizer_->apply_gradients(pairs);
  if (!captured_.empty()) {
    std::vector<Nest<Tensor>::Entry> all;
    for (const auto& [tag, read_gradient] : captured_) all.emplace_back(tag, read_gradient());
    captured_outfeed_->enqueue(Nest<Tensor>::dict(all));
  }
  if (outfed_.empty()) return;
  std::vector<Tensor> sums;
  for (const Accumulated& sum : outfed_) sums.push_back(read_on_its_ipu(sum));
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
      optimizer_->hold_tensors(
          [this](const Tensor& value) { return held(value, options_.name + "/learning_rate"); });
      accumulate_gradients(*optimizer, first);
    }
  }
  plan_other_parts(graph_, body, options_, attributes_);
  const std::vector<Variable> weights = offloading_.move_weights(units_, attributes_.plan);
  graph_.close_region({});
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
