#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "program/compiler.h"

namespace pipette {

namespace {

// Mini-batches that are between programs p and q at once, at most. In memory shared by threads that
// run the programs of a slot together (`together`), all of a slot count; on an IPU of its own, q
// releases what it read before the next program of the slot starts.
int held_between(const PipelinePlan& plan, int p, int q, bool together) {
  const std::int64_t count = 3 * std::int64_t{plan.overlap};  // the steady part more than once
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

}  // namespace

void Compiler::find_held_values(const Node& pipeline) {
  const auto& how = std::get<PipelineAttributes>(pipeline.attributes);
  HeldTable held_between(how.plan);
  const auto program_of = [&](NodeId id) {
    const int unit = graph_.node(id).placement.unit;
    return how.program_of_unit[static_cast<std::size_t>(unit)];
  };
  for (const NodeId id : graph_.region(pipeline.regions[0]).nodes) {
    const Node& node = graph_.node(id);
    if (!facts_.is_live(id)) continue;
    PIPETTE_CHECK(node.placement.unit >= 0 || node.kind == OpKind::constant, node.name);
    if (node.placement.unit < 0) continue;
    const int p = program_of(id);
    int most_entries = 0;
    for (const ValueId value : node.outputs) {
      int& entries = entries_[static_cast<std::size_t>(value)];
      int& held = held_[static_cast<std::size_t>(value)];
      // Copies and reshapes share the memory of the host; only copies have their own on the device.
      bool stashed = false;  // for the backward pass of its own stage
      // Memory that another stage on the IPU uses as well.
      bool common = node.kind == OpKind::stage_copy &&
                    graph_.placement_of(node.inputs[0]).ipu == node.placement.ipu;
      const std::function<void(ValueId, bool)> visit = [&](ValueId seen, bool here) {
        for (const NodeId user : facts_.users(seen)) {
          const Node& reader = graph_.node(user);
          const int q = program_of(user);
          if (q != p) {
            entries = std::max(entries, held_between(p, q, true));
            if (here) held = std::max(held, held_between(p, q, false));
            stashed = stashed || (here && q == 2 * how.num_stages - 1 - p);
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
      most_entries = std::max(most_entries, entries);
      const bool has_memory = node.kind != OpKind::variable_read && node.kind != OpKind::reshape &&
                              !facts_.uniform(value);
      if (!stashed || !has_memory) continue;
      stash_bytes_[p] += bytes_of(value);
      made_at_.emplace(value, -1);
      const bool worth_it = bytes_of(value) >= graph_.remote_memory().minimum_tensor_bytes;
      if (how.offload_activations && worth_it && !common) offloaded_stash_[p].push_back(value);
    }
    // The leaves of an element come together.
    if (node.kind == OpKind::stream_in) {
      for (const ValueId value : node.outputs) {
        entries_[static_cast<std::size_t>(value)] = most_entries;
      }
    }
  }
}

// Weights that a stage reads, what it accumulates, and the state of their optimizer.
std::vector<BufferId> Compiler::variables_of(const Node& pipeline, int stage) const {
  const auto& how = std::get<PipelineAttributes>(pipeline.attributes);
  std::vector<Variable> found;
  const auto add = [&](const Variable& variable) {
    if (std::find(found.begin(), found.end(), variable) == found.end()) found.push_back(variable);
  };
  for (const NodeId id : graph_.region(pipeline.regions[0]).nodes) {
    const Node& node = graph_.node(id);
    if (!facts_.is_live(id) || node.placement.unit < 0) continue;
    const int program = how.program_of_unit[static_cast<std::size_t>(node.placement.unit)];
    if (program != stage && program != 2 * how.num_stages - 1 - stage) continue;
    if (node.kind == OpKind::variable_read) {
      add(std::get<VariableAttributes>(node.attributes).variable);
    } else if (const Variable* assigned = assigned_variable(node)) {
      add(*assigned);
    }
  }
  for (const NodeId id : graph_.region(pipeline.regions[1]).nodes) {
    const Node& node = graph_.node(id);
    const Variable* assigned = assigned_variable(node);
    if (assigned == nullptr || std::find(found.begin(), found.end(), *assigned) == found.end()) {
      continue;
    }
    for (const Variable& state : assigned_state(node)) add(state);
  }
  std::vector<BufferId> buffers;
  for (std::size_t v = 0; v < program_.variables.size(); ++v) {
    if (std::find(found.begin(), found.end(), program_.variables[v]) == found.end()) continue;
    buffers.push_back(variable_buffers_[v]);
  }
  return buffers;
}

void Compiler::lower_stage_copy(const Node& node) {
  const ValueId value = node.outputs[0];
  buffer_of_[static_cast<std::size_t>(value)] = buffer_for(node.inputs[0]);
  int held = held_[static_cast<std::size_t>(value)];
  for (const auto& [stage, values] : offloaded_stash_) {
    if (std::find(values.begin(), values.end(), value) != values.end()) held = 1;
  }
  if (graph_.placement_of(node.inputs[0]).ipu == node.placement.ipu) return;
  copies_.push_back(
      {node.name, node.placement.ipu, held * bytes_of(value), next_step_ - 1, next_step_ - 1});
}

Instruction Compiler::lower_stage_program(const Node& pipeline, int program) {
  const auto& how = std::get<PipelineAttributes>(pipeline.attributes);
  const bool backward = program >= how.num_stages;
  const int stage = backward ? 2 * how.num_stages - 1 - program : program;
  Instruction built = make(
      pipeline,
      fmt::format("stage {} {}", stage, phase_name(backward ? Phase::backward : Phase::forward)));
  StageProgram what;
  built.phase = backward ? Phase::backward : Phase::forward;
  const auto num_units = static_cast<int>(how.program_of_unit.size());
  const std::int64_t first_step = built.id;
  if (backward) offload_stash(pipeline, program, built);
  Counting counting{built.id, {}};
  Counting* const outer = std::exchange(counting_, &counting);
  std::map<std::pair<int, int>, std::int64_t> sent_bytes;  // by link
  for (int unit = 0; unit < num_units; ++unit) {
    if (how.program_of_unit[static_cast<std::size_t>(unit)] != program) continue;
    for (const NodeId id : graph_.region(pipeline.regions[0]).nodes) {
      const Node& node = graph_.node(id);
      if (!facts_.is_live(id)) continue;
      if (node.kind == OpKind::stage_copy) {
        const Placement from = graph_.placement_of(node.inputs[0]);
        if (from.unit == unit && from.ipu != node.placement.ipu) {
          sent_bytes[{from.ipu, node.placement.ipu}] += bytes_of(node.outputs[0]);
        }
      }
      if (node.placement.unit != unit) continue;
      if (std::find(what.ipus.begin(), what.ipus.end(), node.placement.ipu) == what.ipus.end()) {
        what.ipus.push_back(node.placement.ipu);
      }
      if (!fusion_.is_absorbed(id)) lower_node(id, built);
    }
  }
  counting_ = outer;
  what.counters = std::move(counting.counters);
  if (!backward) offload_stash(pipeline, program, built);
  stream_stash(pipeline, program, first_step);
  for (const auto& [link, bytes] : sent_bytes) {
    const Cost cost = costs_.global_exchange(program_.num_ipus, bytes);
    what.send_cycles = std::max(what.send_cycles, cost.exchange_cycles);
    what.send_bytes += bytes;
  }
  built.what = std::move(what);
  return built;
}

void Compiler::lower_pipeline(const Node& node, Instruction& sequence) {
  const auto& how = std::get<PipelineAttributes>(node.attributes);
  Instruction built = make(node, node.name);
  Pipeline what;
  what.plan = how.plan;
  what.mini_batches = count_of(how.from_input, how.count, node, built.id);
  for (const NodeId id : graph_.region(node.regions[0]).nodes) {
    program_.num_ipus = std::max(program_.num_ipus, graph_.node(id).placement.ipu + 1);
  }
  pipeline_step_ = built.id;
  liveness_.begin_loop(built.id);
  stash_bytes_.clear();
  offloaded_stash_.clear();
  find_held_values(node);
  for (int program = 0; program < how.plan.num_programs; ++program) {
    built.children.push_back(lower_stage_program(node, program));
  }
  const std::int64_t stages_end = next_step_ - 1;  // FIFOs are empty from here on
  Instruction update = make(node, phase_name(Phase::weight_update));
  update.phase = Phase::weight_update;
  update_ = node.regions[1];
  lower_region(update_, update);
  built.children.push_back(std::move(update));
  for (int stage = 0; stage < how.num_stages; ++stage) {
    auto& forward = std::get<StageProgram>(built.children[static_cast<std::size_t>(stage)].what);
    forward.stash_bytes = stash_bytes_[stage];
    for (const ValueId value : offloaded_stash_[stage]) {
      forward.remote_stash_bytes += bytes_of(value);
    }
    forward.variables = variables_of(node, stage);
  }
  const std::int64_t end = next_step_ - 1;
  liveness_.end_loop(end);
  for (const BufferId id : std::exchange(crossing_, {})) {
    liveness_.use(id, stages_end);
    if (buffer(id).entries > 1) what.rings.push_back(id);
  }
  for (Held& copy : copies_) {
    if (copy.first_step < built.id) continue;
    copy.first_step = defined_at(built.id);
    copy.last_step = released_at(stages_end, false);
  }
  if (program_.num_ipus > 1) what.sync_cycles = costs_.sync(program_.num_ipus).sync_cycles;
  built.what = std::move(what);
  sequence.children.push_back(std::move(built));
}

}  // namespace pipette
