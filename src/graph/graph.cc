#include "graph/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "core/item.h"
#include "graph/ops.h"
#include "graph/source_line.h"

namespace pipette {

namespace {

thread_local Graph* current_graph = nullptr;
std::atomic<std::uint64_t> next_uid{1};

}  // namespace

Tensor::Tensor(const Variable& variable) : Tensor(read(variable)) {}

const ArraySpec& Tensor::spec() const { return graph_->value(id_).spec; }

Graph::Graph(std::string name) : name_(std::move(name)), uid_(next_uid++), regions_(1), open_{0} {}

Graph& Graph::current() {
  if (current_graph == nullptr) {
    throw RuntimeError(
        "operators on tensors, next() and enqueue() only work inside a compiled function; "
        "pass the function to Strategy::run");
  }
  return *current_graph;
}

Graph::Scope::Scope(Graph& graph) : before_(current_graph) { current_graph = &graph; }
Graph::Scope::~Scope() { current_graph = before_; }

Graph::NameScope::NameScope(const std::string& name)
    : graph_(Graph::current()), length_before_(graph_.name_prefix_.size()) {
  if (!name.empty()) graph_.name_prefix_ += name + "/";
}
Graph::NameScope::~NameScope() { graph_.name_prefix_.resize(length_before_); }

const Node* Graph::producer(ValueId id) const {
  const NodeId node_id = value(id).producer;
  return node_id < 0 ? nullptr : &node(node_id);
}

Placement Graph::placement_of(ValueId id) const {
  const Node* node = producer(id);
  return node == nullptr ? Placement{} : node->placement;
}

bool Graph::encloses(RegionId outer, RegionId inner) const {
  while (inner >= 0) {
    if (inner == outer) return true;
    if (region(inner).after >= 0 && encloses(outer, region(inner).after)) return true;
    inner = region(inner).parent;
  }
  return false;
}

void Graph::require_usable(const Tensor& input, const std::string& user) const {
  if (&input.graph() != this) {
    throw InvalidArgument(user + ": an input belongs to another function; return it from that " +
                          "function and pass it as an argument");
  }
  if (!encloses(value(input.id()).region, current_region())) {
    throw InvalidArgument(user + ": an input was made inside a loop body or branch that has " +
                          "ended; return it from there instead");
  }
}

NodeId Graph::add(OpKind kind, Attributes attributes, const std::vector<Tensor>& inputs,
                  const std::vector<ArraySpec>& output_specs, std::string name) {
  PIPETTE_CHECK(fits(kind, attributes), op_name(kind));
  const auto id = static_cast<NodeId>(nodes_.size());
  Node node{kind, std::move(attributes), {}, {}, {}, current_region(), phase_, placement_, {}, {}};
  node.name = name_prefix_ + (name.empty() ? op_name(kind) : name);
  node.source = SourceLine::current();
  for (const Tensor& input : inputs) {
    require_usable(input, node.name);
    node.inputs.push_back(input.id());
    if (placement_.ipu < 0) node.placement = std::max(node.placement, placement_of(input.id()));
  }
  node.placement.ipu = std::max(node.placement.ipu, 0);
  for (const ArraySpec& spec : output_specs) {
    node.outputs.push_back(static_cast<ValueId>(values_.size()));
    values_.push_back({spec, id, static_cast<int>(node.outputs.size()) - 1, current_region()});
  }
  item(regions_, current_region()).nodes.push_back(id);
  nodes_.push_back(std::move(node));
  return id;
}

RegionId Graph::open_region(const std::vector<ArraySpec>& arguments, RegionId after) {
  const auto id = static_cast<RegionId>(regions_.size());
  Region region;
  region.parent = current_region();
  region.after = after;
  for (const ArraySpec& spec : arguments) {
    region.arguments.push_back(static_cast<ValueId>(values_.size()));
    values_.push_back({spec, -1, static_cast<int>(region.arguments.size()) - 1, id});
  }
  regions_.push_back(std::move(region));
  open_.push_back(id);
  return id;
}

void Graph::close_region(const std::vector<Tensor>& results) {
  PIPETTE_CHECK(open_.size() > 1, "close_region without open_region");
  Region& region = item(regions_, open_.back());
  for (const Tensor& result : results) {
    require_usable(result, name_prefix_ + "loop result");
    region.results.push_back(result.id());
  }
  open_.pop_back();
}

void Graph::attach_regions(NodeId id, const std::vector<RegionId>& regions) {
  item(nodes_, id).regions = regions;
}

void Graph::move_before(NodeId id, NodeId successor) {
  const Node& moved = node(id);
  PIPETTE_CHECK(moved.inputs.empty() && moved.outputs.empty(), moved.name);
  PIPETTE_CHECK(moved.region == node(successor).region, moved.name);
  std::vector<NodeId>& order = item(regions_, moved.region).nodes;
  order.erase(std::find(order.begin(), order.end(), id));
  order.insert(std::find(order.begin(), order.end(), successor), id);
}

namespace {

void append_region(const Graph& graph, RegionId id, int depth, std::string& text) {
  for (const NodeId node_id : graph.region(id).nodes) {
    const Node& node = graph.node(node_id);
    text += std::string(static_cast<std::size_t>(2 * depth), ' ');
    for (const ValueId output : node.outputs) {
      const ArraySpec& spec = graph.value(output).spec;
      text += fmt::format("%{}:{}{} ", output, dtype_name(spec.dtype), spec.shape.to_string());
    }
    text += fmt::format("= {}", op_name(node.kind));
    for (const ValueId input : node.inputs) text += fmt::format(" %{}", input);
    text += fmt::format("  # {}\n", node.name);
    for (const RegionId body : node.regions) append_region(graph, body, depth + 1, text);
  }
}

}  // namespace

std::string Graph::to_string() const {
  std::string text;
  append_region(*this, 0, 0, text);
  return text;
}

}  // namespace pipette
