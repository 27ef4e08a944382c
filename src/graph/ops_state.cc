// Constants, variables and streams.
#include <fmt/format.h>

#include "graph/gradient_rules.h"
#include "graph/ops.h"

namespace pipette {

Tensor constant(const Array& value) {
  if (!is_device_dtype(value.dtype())) {
    throw TypeError(fmt::format("constant: the device has no {}; cast it to float32 or int32",
                                dtype_name(value.dtype())));
  }
  Graph& graph = Graph::current();
  return graph.output(
      graph.add(OpKind::constant, ConstantAttributes{value.clone()}, {}, {value.spec()}));
}

Tensor constant(float value) { return constant(Array::scalar(value)); }

Tensor fill(const Shape& shape, const ArraySpec& like, float value) {
  return broadcast_to(constant(Array::scalar(value).cast(like.dtype)), shape);
}

Tensor read(const Variable& variable) {
  Graph& graph = Graph::current();
  return graph.output(graph.add(OpKind::read, VariableAttributes{variable}, {}, {variable.spec()},
                                variable.name()));
}

namespace {

void require_spec(const char* op, const Variable& variable, const Tensor& value) {
  if (value.dtype() != variable.dtype()) {
    throw TypeError(fmt::format("{}: variable \"{}\" has dtype {}, the value has {}; cast it first",
                                op, variable.name(), dtype_name(variable.dtype()),
                                dtype_name(value.dtype())));
  }
  if (!(value.shape() == variable.shape())) {
    throw InvalidArgument(fmt::format("{}: variable \"{}\" has shape {}, the value has {}", op,
                                      variable.name(), variable.shape().to_string(),
                                      value.shape().to_string()));
  }
}

}  // namespace

Operation assign(const Variable& variable, const Tensor& value) {
  require_spec("assign", variable, value);
  return {value.graph().add(OpKind::assign, VariableAttributes{variable}, {value}, {},
                            variable.name() + "/assign")};
}

Tensor count_up(const Variable& counter) {
  if (!(counter.spec() == ArraySpec{DType::i32, Shape{}})) {
    throw InvalidArgument(
        fmt::format("count_up: variable \"{}\" must be an int32 scalar, not {} {}", counter.name(),
                    dtype_name(counter.dtype()), counter.shape().to_string()));
  }
  const Tensor value = read(counter);
  assign(counter, value + 1);
  return value;
}

namespace {

void require_gradient(const char* op, const Variable& variable, const Tensor& gradient) {
  require_spec(op, variable, gradient);
  if (!is_floating(variable.dtype())) {
    throw TypeError(fmt::format("{}: variable \"{}\" has dtype {}, which has no gradient", op,
                                variable.name(), dtype_name(variable.dtype())));
  }
}

}  // namespace

Operation apply_sgd(const Variable& variable, const Tensor& gradient, float learning_rate) {
  require_gradient("apply_sgd", variable, gradient);
  Graph& graph = gradient.graph();
  return {graph.add(OpKind::apply_sgd, SgdAttributes{variable, learning_rate}, {gradient}, {},
                    variable.name() + "/apply_sgd")};
}

Operation apply_optimizer(const Variable& variable, const std::vector<Variable>& state,
                          const Tensor& gradient, const kernels::OptimizerRule& rule,
                          const std::optional<Tensor>& step,
                          const std::optional<Tensor>& learning_rate) {
  require_gradient("apply_optimizer", variable, gradient);
  if (static_cast<int>(state.size()) != kernels::num_state_arrays(rule)) {
    throw InvalidArgument(
        fmt::format("apply_optimizer: the rule needs {} variables of state, but {} are given",
                    kernels::num_state_arrays(rule), state.size()));
  }
  for (const Variable& each : state) {
    if (!(each.spec() == variable.spec())) {
      throw InvalidArgument(
          fmt::format("apply_optimizer: the state \"{}\" is not like variable \"{}\"", each.name(),
                      variable.name()));
    }
  }
  std::vector<Tensor> inputs{gradient};
  if (step) inputs.push_back(*step);
  if (step.has_value() != kernels::counts_steps(rule) ||
      (step && !(step->spec() == ArraySpec{DType::i32, Shape{}}))) {
    throw InvalidArgument(
        "apply_optimizer: rules that count steps need the step, an int32 scalar; others none");
  }
  if (learning_rate) {
    if (!(learning_rate->spec() == ArraySpec{DType::f32, Shape{}})) {
      throw InvalidArgument(
          fmt::format("apply_optimizer: the learning rate must be a float32 scalar, not {} {}",
                      dtype_name(learning_rate->dtype()), learning_rate->shape().to_string()));
    }
    inputs.push_back(*learning_rate);
  }
  Graph& graph = gradient.graph();
  return {graph.add(OpKind::apply_optimizer,
                    OptimizerAttributes{variable, state, rule, learning_rate.has_value()}, inputs,
                    {}, variable.name() + "/apply_" + kernels::rule_name(rule))};
}

namespace {

void require_loop(const Graph& graph, const char* what, std::int64_t period) {
  if (graph.current_region() > 0) return;
  throw FailedPrecondition(
      fmt::format("{}: {} mini-batches make a weight update, so it must be inside a loop of a "
                  "multiple of {} iterations (loops::repeat), but it is in none",
                  what, period, period));
}

}  // namespace

Operation every(std::int64_t period, const std::function<void()>& body) {
  if (period < 1) {
    throw InvalidArgument(fmt::format(
        "every: the period must be at least 1, but it is {}; the nearest valid value is 1",
        period));
  }
  Graph& graph = Graph::current();
  require_loop(graph, "every", period);
  const RegionId region = graph.open_region({});
  body();
  graph.close_region({});
  const NodeId node = graph.add(OpKind::every, EveryAttributes{period}, {}, {});
  graph.attach_regions(node, {region});
  return {node};
}

Tensor mini_batch_index(std::int64_t period) {
  if (period < 0) {
    throw InvalidArgument(
        fmt::format("mini_batch_index: the period must be at least 1, not {}", period));
  }
  Graph& graph = Graph::current();
  if (period > 0) {
    require_loop(graph, "mini_batch_index", period);
  } else if (graph.placement().unit < 0) {
    throw FailedPrecondition(
        "mini_batch_index: only a stage of a pipeline knows which mini-batch it has; in a loop, give "
        "the number of mini-batches as the period");
  }
  return graph.output(graph.add(OpKind::mini_batch_index, MiniBatchAttributes{period}, {},
                                {ArraySpec{DType::i32, Shape{}}}));
}

Operation accumulate(const Variable& accumulator, const Tensor& value, const Tensor& index,
                     Reduction reduction, std::int64_t count, float momentum) {
  const Tensor wide =
      value.dtype() == accumulator.dtype() ? value : cast(value, accumulator.dtype());
  require_spec("accumulate", accumulator, wide);
  return {value.graph().add(OpKind::accumulate,
                            AccumulateAttributes{accumulator, reduction, count, momentum},
                            {wide, index}, {}, accumulator.name() + "/accumulate")};
}

Tensor stage_copy(const Tensor& x) {
  Graph& graph = x.graph();
  return graph.output(graph.add(OpKind::stage_copy, NoAttributes{}, {x}, {x.spec()}));
}

Tensor all_reduce(kernels::ReduceOp op, const Tensor& x) {
  if (op != kernels::ReduceOp::sum && op != kernels::ReduceOp::mean) {
    throw ValueError("all_reduce: replicas can be reduced by sum and mean only");
  }
  const bool is_mean = op == kernels::ReduceOp::mean;
  if (is_mean ? !is_floating(x.dtype()) : x.dtype() == DType::boolean) {
    throw TypeError(fmt::format("all_reduce: {} has no {}; cast it to float32",
                                dtype_name(x.dtype()), is_mean ? "mean" : "sum"));
  }
  Graph& graph = x.graph();
  return graph.output(graph.add(OpKind::all_reduce, AllReduceAttributes{op}, {x}, {x.spec()}));
}

Tensor replica_index() {
  Graph& graph = Graph::current();
  return graph.output(
      graph.add(OpKind::replica_index, NoAttributes{}, {}, {ArraySpec{DType::i32, Shape{}}}));
}

namespace {

// Throws FailedPrecondition for a queue of another device than the function is traced for.
void check_ordinal(const Graph& graph, const std::string& stream,
                   const std::optional<int>& ordinal) {
  const int target = graph.target().ordinal;
  if (!ordinal || *ordinal == target) return;
  throw FailedPrecondition(
      fmt::format("\"{}\" belongs to device {}, but this function runs on device {}; give it "
                  "device_ordinal {}, or none",
                  stream, *ordinal, target, target));
}

}  // namespace

Nest<Tensor> stream_in(HostSource& source) {
  Graph& graph = Graph::current();
  check_ordinal(graph, source.name(), source.device_ordinal());
  const std::vector<ArraySpec> specs = source.element_spec().flatten();
  const NodeId node =
      graph.add(OpKind::stream_in, StreamInAttributes{&source}, {}, specs, source.name());
  std::vector<Tensor> outputs;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    outputs.push_back(graph.output(node, static_cast<int>(i)));
  }
  return source.element_spec().pack(outputs);
}

Operation stream_out(HostSink& sink, const std::vector<Tensor>& leaves) {
  check_ordinal(Graph::current(), sink.name(), sink.device_ordinal());
  return {Graph::current().add(OpKind::stream_out, StreamOutAttributes{&sink}, leaves, {},
                               sink.name())};
}

Operation print_tensor(const Tensor& x, const std::string& label) {
  return {x.graph().add(OpKind::print_tensor,
                        PrintAttributes{label.empty() ? "/print-tensor" : label}, {x}, {})};
}

Gradients gradient_of_stage_copy(const NodeGradient& g) { return {stage_copy(g.dy)}; }

Gradients gradient_of_all_reduce(const NodeGradient& g) {
  return {all_reduce(g.attributes<AllReduceAttributes>().op, g.dy)};
}

}  // namespace pipette
