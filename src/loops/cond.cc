#include "loops/cond.h"

#include <fmt/format.h>

namespace pipette::loops {

namespace {

void check_predicate(const Tensor& predicate) {
  if (predicate.dtype() != DType::boolean) {
    throw TypeError(fmt::format("cond: the predicate must be bool, not {}; compare it with a value",
                                dtype_name(predicate.dtype())));
  }
  if (predicate.shape().rank() != 0) {
    throw InvalidArgument(
        fmt::format("cond: the predicate must be a scalar, but its shape is {}; reduce it, or "
                    "choose element by element with select()",
                    predicate.shape().to_string()));
  }
}

// Accumulation counts the iterations of the loop around it, taken or not.
void check_contents(const Graph& graph, RegionId branch) {
  for (const NodeId id : graph.region(branch).nodes) {
    const Node& node = graph.node(id);
    const auto* index = std::get_if<MiniBatchAttributes>(&node.attributes);
    if (node.kind == OpKind::every || (index != nullptr && index->period > 0)) {
      throw FailedPrecondition(
          "cond: a branch accumulates gradients over mini-batches, but it does not run in all of "
          "them; take the gradients in the branch, return them, and accumulate what cond() gives");
    }
    if (node.kind == OpKind::pipeline) {
      throw Unimplemented("cond: a pipeline cannot stand in a branch; choose inside its stages");
    }
    if (node.kind != OpKind::cond) continue;  // a loop inside counts for itself
    for (const RegionId inner : node.regions) check_contents(graph, inner);
  }
}

struct Branch {
  RegionId region;
  std::vector<Tensor> results;
};

Branch trace_branch(Graph& graph, const LoopBody& body, const char* name) {
  if (body.arity().value_or(0) != 0) {
    throw TypeError(
        fmt::format("cond: {} takes {} arguments, but branches get none; use tensors "
                    "of the function around it",
                    name, *body.arity()));
  }
  const Graph::NameScope outer("cond");
  const Graph::NameScope inner(name);
  const RegionId region = graph.open_region({});
  const std::vector<Tensor> results = tensors_of(body({}));
  graph.close_region(results);
  check_contents(graph, region);
  return {region, results};
}

std::vector<ArraySpec> common_specs(const Branch& a, const Branch& b) {
  if (a.results.size() != b.results.size()) {
    throw ValueError(fmt::format("cond: true_branch returns {} tensors, but false_branch {}",
                                 a.results.size(), b.results.size()));
  }
  std::vector<ArraySpec> specs;
  for (std::size_t i = 0; i < a.results.size(); ++i) {
    const ArraySpec& yes = a.results[i].spec();
    const ArraySpec& no = b.results[i].spec();
    if (yes.dtype != no.dtype) {
      throw TypeError(
          fmt::format("cond: result {} is {} in true_branch, but {} in false_branch; cast one", i,
                      dtype_name(yes.dtype), dtype_name(no.dtype)));
    }
    if (!(yes.shape == no.shape)) {
      throw InvalidArgument(
          fmt::format("cond: result {} has shape {} in true_branch, but {} in false_branch", i,
                      yes.shape.to_string(), no.shape.to_string()));
    }
    specs.push_back(yes);
  }
  return specs;
}

}  // namespace

std::vector<Tensor> cond(const Tensor& predicate, const LoopBody& true_branch,
                         const LoopBody& false_branch) {
  check_predicate(predicate);
  Graph& graph = Graph::current();
  const Branch yes = trace_branch(graph, true_branch, "if_true");
  const Branch no = trace_branch(graph, false_branch, "if_false");
  const std::vector<ArraySpec> specs = common_specs(yes, no);
  const NodeId node = graph.add(OpKind::cond, NoAttributes{}, {predicate}, specs);
  graph.attach_regions(node, {yes.region, no.region});
  std::vector<Tensor> results;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    results.push_back(graph.output(node, static_cast<int>(i)));
  }
  return results;
}

}  // namespace pipette::loops
