#include "loops/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace pipette::loops {

Tensor LoopArguments::operator[](std::size_t index) const {
  if (index >= positional.size()) {
    throw TypeError(
        fmt::format("the body asks for argument {}, but gets {} by position and {} by name",
                    index + 1, positional.size(), named.size()));
  }
  return positional[index].leaf();
}

Tensor LoopArguments::operator[](const std::string& name) const {
  const auto found = named.find(name);
  if (found == named.end()) {
    throw TypeError(fmt::format("the body gets no argument named \"{}\"", name));
  }
  return found->second.leaf();
}

void LoopArguments::add_element(const Nest<Tensor>& element) {
  if (element.is_tuple() && element.size() == 1 && element[0].is_dict()) {
    return add_element(element[0]);
  }
  const auto& keys = element.keys();
  if (element.is_dict() &&
      std::all_of(keys.begin(), keys.end(), [](const NestKey& key) { return key.is_string(); })) {
    for (const NestKey& key : keys) named.emplace(key.to_string(), element.at(key));
  } else if (element.is_tuple()) {
    for (std::size_t i = 0; i < element.size(); ++i) positional.push_back(element[i]);
  } else {
    positional.push_back(element);
  }
}

std::vector<Nest<Tensor>> values_of(const LoopResults& results) {
  std::vector<Nest<Tensor>> values;
  bool operations = false;
  for (const auto& result : results) {
    if (const auto* value = std::get_if<Nest<Tensor>>(&result)) {
      if (operations) {
        throw ValueError(
            "IPU loop body must return zero or more Tensor values followed by "
            "zero or more Operations.");
      }
      values.push_back(*value);
    } else {
      operations = true;
    }
  }
  return values;
}

std::vector<Tensor> tensors_of(const LoopResults& results) {
  std::vector<Tensor> tensors;
  for (const Nest<Tensor>& value : values_of(results)) tensors.push_back(value.leaf());
  return tensors;
}

LoopResults LoopBody::items_of(const Nest<Tensor>& result) {
  if (!result.is_tuple()) return {result};
  LoopResults items;
  for (std::size_t i = 0; i < result.size(); ++i) items.emplace_back(result[i]);
  return items;
}

namespace {

std::vector<ArraySpec> specs_of(const std::vector<Tensor>& tensors) {
  std::vector<ArraySpec> specs;
  for (const Tensor& tensor : tensors) specs.push_back(tensor.spec());
  return specs;
}

void check_arity(const char* what, const LoopBody& body, const LoopArguments& arguments) {
  const std::size_t given = arguments.size();
  if (body.arity() && *body.arity() != given) {
    throw TypeError(
        fmt::format("{} takes {} arguments, but {} are given (carried values, then infeed values)",
                    what, *body.arity(), given));
  }
}

void check_carried(const std::vector<Tensor>& results, const std::vector<Tensor>& inputs) {
  if (results.size() != inputs.size()) {
    throw ValueError(fmt::format("the loop body returns {} values, but {} are carried",
                                 results.size(), inputs.size()));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (results[i].dtype() != inputs[i].dtype()) {
      throw TypeError(
          fmt::format("carried value {} enters the loop as {} and leaves the "
                      "body as {}; cast it back",
                      i, dtype_name(inputs[i].dtype()), dtype_name(results[i].dtype())));
    }
    if (!(results[i].shape() == inputs[i].shape())) {
      throw InvalidArgument(
          fmt::format("carried value {} enters the loop with shape {} and leaves the body with {}",
                      i, inputs[i].shape().to_string(), results[i].shape().to_string()));
    }
  }
}

// Weight updates every so many iterations must fit into the loop; `count` is missing where it is
// not known while tracing.
void check_mini_batches(const Graph& graph, RegionId body, std::optional<std::int64_t> count) {
  for (const NodeId id : graph.region(body).nodes) {
    const Node& node = graph.node(id);
    std::int64_t period = 0;
    if (const auto* every = std::get_if<EveryAttributes>(&node.attributes)) period = every->period;
    if (const auto* index = std::get_if<MiniBatchAttributes>(&node.attributes)) {
      period = index->period;
    }
    if (period > 0 && !count) {
      throw FailedPrecondition(fmt::format(
          "Detected a gradient accumulation operation with {} number of mini batches inside a loop "
          "whose number of iterations is not known; use repeat with a multiple of {}",
          period, period));
    }
    if (period > 0 && *count % period != 0) {
      const std::int64_t below = *count / period * period;
      throw FailedPrecondition(fmt::format(
          "Detected a gradient accumulation operation with {} number of mini batches inside a loop "
          "with {} iterations. The number of iterations must be a multiple; the nearest are {}{}",
          period, *count, below > 0 ? fmt::format("{} and ", below) : "", below + period));
    }
    if (node.kind == OpKind::every) check_mini_batches(graph, node.regions[0], count);
  }
}

// Traces the body as a region of its own.
RegionId trace_body(Graph& graph, const LoopBody& body, const std::vector<Tensor>& inputs,
                    InfeedQueue* infeed) {
  const RegionId region = graph.open_region(specs_of(inputs));
  LoopArguments arguments;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    arguments.positional.emplace_back(graph.argument(region, static_cast<int>(i)));
  }
  if (infeed != nullptr) arguments.add_element(infeed->next());
  check_arity("the loop body", body, arguments);
  const std::vector<Tensor> results = tensors_of(body(arguments));
  check_carried(results, inputs);
  graph.close_region(results);
  return region;
}

std::vector<Tensor> add_loop(Graph& graph, OpKind kind, Attributes attributes,
                             const std::vector<Tensor>& inputs, const std::vector<Tensor>& operands,
                             const std::vector<RegionId>& regions) {
  const NodeId node = graph.add(kind, std::move(attributes), operands, specs_of(inputs));
  graph.attach_regions(node, regions);
  std::vector<Tensor> outputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    outputs.push_back(graph.output(node, static_cast<int>(i)));
  }
  return outputs;
}

}  // namespace

std::vector<Tensor> repeat(std::int64_t count, const LoopBody& body,
                           const std::vector<Tensor>& inputs, InfeedQueue* infeed) {
  if (count < 0) {
    throw InvalidArgument(fmt::format(
        "repeat: the count must be at least 0, but it is {}; the nearest valid value is 0", count));
  }
  Graph& graph = Graph::current();
  const RegionId region = trace_body(graph, body, inputs, infeed);
  check_mini_batches(graph, region, count);
  return add_loop(graph, OpKind::repeat, RepeatAttributes{count, false}, inputs, inputs, {region});
}

std::vector<Tensor> repeat(const Tensor& count, const LoopBody& body,
                           const std::vector<Tensor>& inputs, InfeedQueue* infeed) {
  if (count.dtype() != DType::i32 || count.shape().rank() != 0) {
    throw TypeError(fmt::format("repeat: the count must be an int32 scalar, not {} {}",
                                dtype_name(count.dtype()), count.shape().to_string()));
  }
  Graph& graph = Graph::current();
  const RegionId region = trace_body(graph, body, inputs, infeed);
  check_mini_batches(graph, region, std::nullopt);
  std::vector<Tensor> operands = inputs;
  operands.push_back(count);
  return add_loop(graph, OpKind::repeat, RepeatAttributes{0, true}, inputs, operands, {region});
}

std::vector<Tensor> while_loop(const LoopBody& condition, const LoopBody& body,
                               const std::vector<Tensor>& inputs, InfeedQueue* infeed,
                               std::int64_t maximum_iterations) {
  if (maximum_iterations < -1) {
    throw InvalidArgument(
        fmt::format("while_loop: maximum_iterations must be at least 0, "
                    "or -1 for no limit, but it is {}",
                    maximum_iterations));
  }
  Graph& graph = Graph::current();
  const RegionId test = graph.open_region(specs_of(inputs));
  LoopArguments arguments;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    arguments.positional.emplace_back(graph.argument(test, static_cast<int>(i)));
  }
  check_arity("the loop condition", condition, arguments);
  const std::vector<Tensor> verdict = tensors_of(condition(arguments));
  if (verdict.size() != 1 || verdict[0].dtype() != DType::boolean ||
      verdict[0].shape().rank() != 0) {
    throw ValueError("while_loop: the condition must return one bool scalar");
  }
  graph.close_region(verdict);
  check_mini_batches(graph, test, std::nullopt);
  const RegionId region = trace_body(graph, body, inputs, infeed);
  check_mini_batches(graph, region, std::nullopt);
  return add_loop(graph, OpKind::while_loop, WhileAttributes{maximum_iterations}, inputs, inputs,
                  {test, region});
}

}  // namespace pipette::loops
