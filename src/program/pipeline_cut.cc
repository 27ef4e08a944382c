#include "program/pipeline_cut.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "core/item.h"

namespace pipette {

int held_between(const PipelinePlan& plan, int p, int q, bool together) {
  // The steady part more than once.
  const std::int64_t count = plan.count_rule.least + 2 * std::int64_t{plan.count_rule.step};
  int held = 0;
  int most = 0;
  for (std::int64_t i = 0; i < plan.num_slots(count); ++i) {
    int released = 0;
    for (const int program : plan.slot(i, count)) {
      if (program == p) most = std::max(most, ++held);
      if (program == q) ++(together ? released : --held, released);
    }
    if (together) held -= released;
  }
  return most;
}

namespace {

class HeldTable {
 public:
  explicit HeldTable(const PipelinePlan& plan) : plan_(plan) {}
  int operator()(int p, int q, bool together) {
    const auto key = std::make_tuple(p, q, together);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    return known_.emplace(key, held_between(plan_, p, q, together)).first->second;
  }

 private:
  const PipelinePlan& plan_;
  std::map<std::tuple<int, int, bool>, int> known_;
};

template <class T>
void add_once(std::vector<T>& list, const T& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

}  // namespace

// Cuts one pipeline.
class PipelineCutter {
 public:
  PipelineCutter(const Graph& graph, const Analysis& facts, NodeId pipeline, PipelineCuts& cuts)
      : graph_(graph),
        facts_(facts),
        pipeline_(graph.node(pipeline)),
        how_(std::get<PipelineAttributes>(pipeline_.attributes)),
        cuts_(cuts),
        cut_(cuts.pipelines_[pipeline]),
        held_between_(how_.plan) {}

  void run() {
    cut_.stages.resize(static_cast<std::size_t>(how_.num_stages));
    for (const NodeId id : body()) {
      cut_.num_ipus = std::max(cut_.num_ipus, graph_.node(id).placement.ipu + 1);
    }
    for (int part = 0; part < how_.plan.num_parts(); ++part) add_program(part);
    for_each_node(body(), [&](const Node& node) {
      PIPETTE_CHECK(node.placement.unit >= 0 || node.kind == OpKind::constant, node.name);
      if (node.placement.unit >= 0) hold_outputs(node);
    });
    for (int stage = 0; stage < how_.num_stages; ++stage) add_variables(stage);
  }

 private:
  const std::vector<NodeId>& body() const { return graph_.region(pipeline_.regions[0]).nodes; }
  // Also those of branches: what a branch made is read by its gradient.
  template <class F>
  void for_each_node(const std::vector<NodeId>& nodes, const F& f) const {
    for (const NodeId id : nodes) {
      if (!facts_.is_live(id)) continue;
      const Node& node = graph_.node(id);
      f(node);
      if (node.kind != OpKind::cond) continue;
      for (const RegionId branch : node.regions) for_each_node(graph_.region(branch).nodes, f);
    }
  }
  int program_of(const Node& node) const { return item(how_.program_of_unit, node.placement.unit); }
  // The part of the plan that runs a node. A stream of a branch stays in the program that chooses.
  int part_of(const Node& node) const {
    const int program = program_of(node);
    if (node.region != pipeline_.regions[0]) return program;
    const PipelinePlan& plan = how_.plan;
    const bool in = node.kind == OpKind::stream_in, out = node.kind == OpKind::stream_out;
    const bool again = node.phase == Phase::recompute;
    for (int part = plan.num_programs; (in || out || again) && part < plan.num_parts(); ++part) {
      const bool fits = again ? plan.is_recomputation(part)
                              : plan.is_transfer(part) && plan.is_output(part) == out;
      if (fits && plan.program_of(part) == program) return part;
    }
    return program;
  }
  // The part whose place in a slot says what the modelled IPU holds.
  int counted(int part) const {
    return how_.plan.is_transfer(part) ? how_.plan.program_of(part) : part;
  }
  int mirrored(int program) const { return 2 * how_.num_stages - 1 - program; }
  std::int64_t bytes_of(ValueId value) const {
    return static_cast<std::int64_t>(graph_.value(value).spec.num_bytes());
  }

  void add_program(int part) {
    PipelineCut::Part& program = cut_.parts.emplace_back();
    const int index = how_.plan.program_of(part);
    program.backward = index >= how_.num_stages;
    program.stage = program.backward ? mirrored(index) : index;
    program.recomputes = how_.plan.is_recomputation(part);
    const bool runs_on_all = !how_.plan.is_transfer(part);
    const auto num_units = static_cast<int>(how_.program_of_unit.size());
    for (int unit = 0; unit < num_units; ++unit) {
      const auto u = static_cast<std::size_t>(unit);
      if (how_.program_of_unit[u] != index) continue;
      // Also where nothing runs: the backward pass of a stage that only reshapes.
      if (runs_on_all) add_once(program.ipus, how_.ipu_of_unit[u]);
      add_unit(unit, part, program);
    }
    if (runs_on_all) return;
    for (const NodeId id : program.nodes) add_once(program.ipus, graph_.node(id).placement.ipu);
  }

  void add_unit(int unit, int part, PipelineCut::Part& program) {
    for (const NodeId id : body()) {
      const Node& node = graph_.node(id);
      if (!facts_.is_live(id)) continue;
      if (node.kind == OpKind::stage_copy && how_.plan.is_program(part)) {
        const Placement from = graph_.placement_of(node.inputs[0]);
        if (from.unit == unit && from.ipu != node.placement.ipu) {
          program.sent_bytes[{from.ipu, node.placement.ipu}] += bytes_of(node.outputs[0]);
        }
      }
      if (node.placement.unit != unit || part_of(node) != part) continue;
      program.nodes.push_back(id);
    }
  }

  // Which of a node's values several mini-batches hold at once.
  void hold_outputs(const Node& node) {
    int most_entries = 0;
    for (const ValueId value : node.outputs) {
      hold(node, value);
      most_entries = std::max(most_entries, cuts_.entries(value));
    }
    if (node.kind != OpKind::stream_in) return;
    // The leaves of an element come together.
    for (const ValueId value : node.outputs) {
      item(cuts_.entries_, value) = most_entries;
    }
  }

  void hold(const Node& node, ValueId value) {
    const int from = part_of(node);
    const int p = counted(from);
    int& entries = item(cuts_.entries_, value);
    int& held = item(cuts_.held_, value);
    // Copies and reshapes share the memory of the host; only copies have their own on the device.
    bool stashed = false;  // for the backward pass of its own stage
    // Memory that another stage on the IPU uses as well.
    bool common = node.kind == OpKind::stage_copy &&
                  graph_.placement_of(node.inputs[0]).ipu == node.placement.ipu;
    const std::function<void(ValueId, bool)> visit = [&](ValueId seen, bool here) {
      for (const NodeId user : facts_.users(seen)) {
        const Node& reader = graph_.node(user);
        const int to = part_of(reader);
        const int q = counted(to);
        if (to != from) entries = std::max(entries, held_between_(from, to, true));
        if (q != p) {
          if (here) held = std::max(held, held_between_(p, q, false));
          stashed = stashed || (here && how_.plan.program_of(to) == mirrored(p));
        }
        if (reader.kind == OpKind::stage_copy) {
          const bool same_ipu = reader.placement.ipu == node.placement.ipu;
          common = common || (here && same_ipu);
          visit(reader.outputs[0], here && same_ipu);
        }
        if (reader.kind == OpKind::reshape) visit(reader.outputs[0], here);
      }
    };
    visit(value, true);
    const bool has_memory =
        node.kind != OpKind::read && node.kind != OpKind::reshape && !facts_.uniform(value);
    if (!stashed || !has_memory) return;
    item(cuts_.stashed_, value) = true;
    // Only forward programs have a mirrored one behind them, so p is the stage.
    PipelineCut::Stage& stage = item(cut_.stages, p);
    stage.stash_bytes += bytes_of(value);
    const bool worth_it = bytes_of(value) >= graph_.target().minimum_remote_tensor_size;
    if (how_.offload_activations && worth_it && !common) stage.offloaded.push_back(value);
  }

  void add_variables(int stage) {
    std::vector<Variable>& found = item(cut_.stages, stage).variables;
    for_each_node(body(), [&](const Node& node) {
      if (node.placement.unit < 0) return;
      const int program = program_of(node);
      if (program != stage && program != mirrored(stage)) return;
      if (node.kind == OpKind::read) {
        add_once(found, std::get<VariableAttributes>(node.attributes).variable);
      } else if (const Variable* assigned = assigned_variable(node)) {
        add_once(found, *assigned);
      }
    });
    for (const NodeId id : graph_.region(pipeline_.regions[1]).nodes) {
      const Node& node = graph_.node(id);
      const Variable* assigned = assigned_variable(node);
      if (assigned == nullptr || std::find(found.begin(), found.end(), *assigned) == found.end()) {
        continue;
      }
      for (const Variable& state : assigned_state(node)) add_once(found, state);
    }
  }

  const Graph& graph_;
  const Analysis& facts_;
  const Node& pipeline_;
  const PipelineAttributes& how_;
  PipelineCuts& cuts_;
  PipelineCut& cut_;
  HeldTable held_between_;
};

PipelineCuts cut_pipelines(const Graph& graph, const Analysis& facts) {
  PipelineCuts cuts(graph.num_values());
  for (NodeId id = 0; id < static_cast<NodeId>(graph.nodes().size()); ++id) {
    const bool is_pipeline = graph.node(id).kind == OpKind::pipeline && facts.is_live(id);
    if (is_pipeline) PipelineCutter(graph, facts, id, cuts).run();
  }
  return cuts;
}

}  // namespace pipette
