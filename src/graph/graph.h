// The graph: the computation of a traced function, as data.
//
//   Graph graph("step");
//   Graph::Scope tracing(graph);             // operators called now add nodes to `graph`
//   Tensor y = relu(matmul(x, w) + b);       // src/graph/ops.h
//
// A graph is a list of nodes in the order in which they were traced. Nodes belong to regions:
// region 0 is the function itself, and a loop's body is a region of its own. A region may use
// values of its enclosing regions directly; carried values enter as the region's arguments and
// leave as its results. A branch that runs only after another branch, such as the branch's
// gradient, may use that branch's values too. Values have one producer and never change; only nodes
// on variables and streams have side effects, and those keep their traced order.
//
// Not thread-safe. The current graph is a property of the thread.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <string>
#include <variant>
#include <vector>

#include "core/array.h"
#include "core/choices.h"
#include "core/item.h"
#include "graph/attributes.h"

namespace pipette {

using ValueId = std::int32_t;
using NodeId = std::int32_t;
using RegionId = std::int32_t;

class Graph;

// The purpose of a part of the program; it sets colours in pictures and never changes numbers.
enum class Phase : std::uint8_t { none, forward, backward, weight_update, recompute };
constexpr auto choices_of(Phase) {
  return std::to_array<Choice<Phase>>({{Phase::none, "none", ""},
                                       {Phase::forward, "forward"},
                                       {Phase::backward, "backward"},
                                       {Phase::weight_update, "weight_update", "weight update"},
                                       {Phase::recompute, "recompute"}});
}

// Where a node runs: the IPU (of a replica), and in a pipeline the unit, which is the forward or
// backward pass of one stage, or of one member of a group of concurrent stages. Units are numbered
// in the order in which a mini-batch passes them; the backward pass of unit u is unit num_units - 1
// - u.
struct Placement {
  static constexpr int kInherit = -1;  // the latest among the inputs; else IPU 0, no unit

  int unit = kInherit;
  int ipu = kInherit;
  friend auto operator<=>(const Placement&, const Placement&) = default;
};

// The properties of the target device that matter while tracing.
struct TargetDevice {
  bool remote_buffers = true;                     // it has streaming memory
  std::int64_t minimum_remote_tensor_size = 128;  // bytes; smaller variables are not moved
  bool allow_recompute = false;                   // in every pipeline
  int ordinal = 0;                                // index among the program's devices
  int num_ipus = 1;                               // of all replicas together
  bool overlapped_io = false;      // pipelines move the data of their feeds on I/O tiles
  std::int64_t io_tile_bytes = 0;  // data that the I/O tiles of an IPU can hold
};

// A handle to a value of a graph. Cheap to copy; valid as long as the graph.
class Tensor {
 public:
  Tensor(Graph* graph, ValueId id) : graph_(graph), id_(id) {}
  Tensor(const Variable& variable);  // a read of the variable, in the graph being traced
  Graph& graph() const { return *graph_; }
  ValueId id() const { return id_; }
  const ArraySpec& spec() const;
  DType dtype() const { return spec().dtype; }
  const Shape& shape() const { return spec().shape; }

 private:
  Graph* graph_;
  ValueId id_;
};

// A handle to a side effect, which a loop body may return after its tensors.
struct Operation {
  NodeId node = -1;
};

struct Value {
  ArraySpec spec;
  NodeId producer = -1;  // -1: argument of `region`
  int index = 0;         // which result of the producer, or which argument of the region
  RegionId region = 0;
};

struct Node {
  OpKind kind;
  Attributes attributes;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  std::vector<RegionId> regions;  // bodies of loops, branches
  RegionId region = 0;            // which the node belongs to
  Phase phase = Phase::none;
  Placement placement;  // as resolved: `ipu` is never kInherit
  std::string name;     // "Dense_128/matmul"
  std::string source;   // "mnist.py:12", the line of the program that made it; or empty
};

struct Region {
  RegionId parent = -1;
  RegionId after = -1;  // runs only if this region has run before, and may use its values
  std::vector<NodeId> nodes;
  std::vector<ValueId> arguments;
  std::vector<ValueId> results;
};

class Graph {
 public:
  explicit Graph(std::string name);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  const std::string& name() const { return name_; }
  std::uint64_t uid() const { return uid_; }  // never used twice in a process

  // ---- reading ----
  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(NodeId id) const { return item(nodes_, id); }
  const Value& value(ValueId id) const { return item(values_, id); }
  const Region& region(RegionId id) const { return item(regions_, id); }
  std::size_t num_values() const { return values_.size(); }
  std::size_t num_regions() const { return regions_.size(); }
  const Node* producer(ValueId id) const;  // null for a region's argument
  // True if `inner` is `outer`, lies inside it, or runs only after it.
  bool encloses(RegionId outer, RegionId inner) const;
  std::string to_string() const;  // a listing for people and tests

  // ---- building; used by the operators ----
  // Adds a node to the current region. Throws InvalidArgument if an input belongs to another graph
  // or to a closed region.
  NodeId add(OpKind kind, Attributes attributes, const std::vector<Tensor>& inputs,
             const std::vector<ArraySpec>& output_specs, std::string name = "");
  Tensor output(NodeId id, int index = 0) { return {this, item(node(id).outputs, index)}; }
  // Opens a region inside the current one; new nodes go there until close_region().
  RegionId open_region(const std::vector<ArraySpec>& arguments, RegionId after = -1);
  // Throws InvalidArgument for results that the region cannot use, as add() does for inputs.
  void close_region(const std::vector<Tensor>& results);
  void attach_regions(NodeId id, const std::vector<RegionId>& regions);
  // Moves a node without inputs and outputs before another node of its region.
  void move_before(NodeId id, NodeId successor);
  RegionId current_region() const { return open_.back(); }
  Tensor argument(RegionId id, int index) { return {this, item(region(id).arguments, index)}; }

  // Nodes added during its lifetime get its phase.
  class PhaseScope {
   public:
    PhaseScope(Graph& graph, Phase phase) : graph_(graph), before_(graph.phase_) {
      graph.phase_ = phase;
    }
    ~PhaseScope() { graph_.phase_ = before_; }
    PhaseScope(const PhaseScope&) = delete;
    PhaseScope& operator=(const PhaseScope&) = delete;

   private:
    Graph& graph_;
    Phase before_;
  };
  // Nodes added during its lifetime get its placement.
  class PlacementScope {
   public:
    PlacementScope(Graph& graph, Placement placement) : graph_(graph), before_(graph.placement_) {
      graph.placement_ = placement;
    }
    ~PlacementScope() { graph_.placement_ = before_; }
    PlacementScope(const PlacementScope&) = delete;
    PlacementScope& operator=(const PlacementScope&) = delete;

   private:
    Graph& graph_;
    Placement before_;
  };
  // The number of units of the pipeline being traced, forward and backward; 0 outside pipelines.
  // The gradient of a node is placed on the same IPU, in the backward pass of the node's unit.
  void set_num_units(int num_units) { num_units_ = num_units; }
  Placement backward_of(const Placement& forward) const {
    if (forward.unit < 0 || num_units_ == 0) return forward;
    return {num_units_ - 1 - forward.unit, forward.ipu};
  }
  // With true, gradients recompute forward values from the inputs of their unit, so that these
  // values need not be kept.
  void set_recompute(bool recompute) { recompute_ = recompute; }
  bool recompute() const { return recompute_; }
  int num_units() const { return num_units_; }
  // The placement of the node that made a value; {kInherit, kInherit} for arguments of regions.
  Placement placement_of(ValueId id) const;
  const TargetDevice& target() const { return target_; }
  void set_target(const TargetDevice& target) { target_ = target; }

  // The placement of nodes added now; kInherit if none is set.
  const Placement& placement() const { return placement_; }

  // The prefix of names added now: empty, or names that end with "/".
  const std::string& name_prefix() const { return name_prefix_; }

  class NameScope {
   public:
    // An empty name adds nothing.
    explicit NameScope(const std::string& name);
    ~NameScope();
    NameScope(const NameScope&) = delete;
    NameScope& operator=(const NameScope&) = delete;

   private:
    Graph& graph_;
    std::size_t length_before_;
  };
  // Makes `graph` the graph that operators add to, on this thread.
  class Scope {
   public:
    explicit Scope(Graph& graph);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Graph* before_;
  };
  // The graph being traced. Throws RuntimeError if there is none: operators work only inside a
  // compiled function.
  static Graph& current();

 private:
  void require_usable(const Tensor& input, const std::string& user) const;

  std::string name_;
  std::uint64_t uid_;
  std::vector<Node> nodes_;
  std::deque<Value> values_;  // never moves: Tensor::shape() may be held while operators are added
  std::vector<Region> regions_;
  std::vector<RegionId> open_;
  Phase phase_ = Phase::forward;
  Placement placement_;
  int num_units_ = 0;
  bool recompute_ = false;
  TargetDevice target_;
  std::string name_prefix_;
};

}  // namespace pipette
