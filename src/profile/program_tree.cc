#include "profile/program_tree.h"

#include <fmt/format.h>

#include "core/item.h"

namespace pipette::profile {

namespace {

class TreeMaker {
 public:
  TreeMaker(const RecordedProgram& recorded, const Trace& names)
      : recorded_(recorded),
        names_(names),
        tallies_of_(static_cast<std::size_t>(recorded.executable->num_instructions)) {
    for (const Tally& tally : recorded.tallies) {
      (tally.instruction < 0 ? of_run_ : item(tallies_of_, tally.instruction)).push_back(&tally);
    }
  }

  ProgramNode make() {
    ProgramNode root = node_of(recorded_.executable->root);
    for (const Tally* tally : of_run_) add_stream_parts(*tally, root);
    add_up(root);
    return root;
  }

 private:
  using Tallies = std::vector<const Tally*>;

  static std::int64_t cycles_of(const Tally& tally, std::initializer_list<SpanKind> kinds) {
    std::int64_t sum = 0;
    for (const SpanKind kind : kinds) sum += item(tally.cycles, kind);
    return sum;
  }

  ProgramNode node_of(const Instruction& instruction) {
    ProgramNode node = titled(instruction);
    for (const Instruction& child : instruction.children) add_child(child, node);
    if (instruction.kind() == InstructionKind::pipeline) add_barrier(instruction, node);
    return node;
  }

  static ProgramNode titled(const Instruction& instruction) {
    ProgramNode node;
    node.name = instruction.name;
    node.phase = instruction.phase;
    node.instruction = instruction.id;
    node.ipu = instruction.ipu;
    const auto counted = [&](NodeKind kind, const Count& count) {
      node.kind = kind;
      if (count.is_fixed()) node.count = count.fixed;
    };
    if (const auto* repeat = std::get_if<Repeat>(&instruction.what)) {
      counted(NodeKind::repeat, repeat->count);
    } else if (const auto* pipeline = std::get_if<Pipeline>(&instruction.what)) {
      counted(NodeKind::repeat, pipeline->mini_batches);
    } else if (instruction.kind() == InstructionKind::while_loop) {
      node.kind = NodeKind::repeat_while;
    } else if (const auto* every = std::get_if<Every>(&instruction.what)) {
      node.kind = NodeKind::if_else;
      node.name = fmt::format("one iteration in {}", every->period);
    } else if (instruction.kind() == InstructionKind::if_else) {
      node.kind = NodeKind::if_else;
    }
    return node;
  }

  void add_child(const Instruction& child, ProgramNode& parent) {
    if (!child.is_leaf()) {
      parent.children.push_back(node_of(child));
      return;
    }
    const Tallies& tallies = item(tallies_of_, child.id);
    switch (child.kind()) {
      case InstructionKind::compute:
        add_supersteps(child, parent);
        break;
      case InstructionKind::stream_in:
      case InstructionKind::stream_out:
        parent.children.push_back(titled(child));
        parent.children.back().kind = NodeKind::stream_copy;
        for (const Tally* tally : tallies) add_stream_parts(*tally, parent.children.back());
        break;
      case InstructionKind::remote_load:
      case InstructionKind::remote_store:
        add_leaf(child, NodeKind::remote_copy, tallies, parent);
        break;
      default:
        add_leaf(child, NodeKind::global_exchange, tallies, parent);
    }
  }

  static void add_leaf(const Instruction& instruction, NodeKind kind, const Tallies& tallies,
                       ProgramNode& parent) {
    ProgramNode leaf = titled(instruction);
    leaf.kind = kind;
    for (const Tally* tally : tallies) {
      leaf.cycles += tally->total_cycles();
      leaf.executions += tally->calls;
      leaf.bytes += tally->bytes;
    }
    parent.children.push_back(std::move(leaf));
  }

  // Each superstep is an exchange, if there is one, and a compute set.
  void add_supersteps(const Instruction& instruction, ProgramNode& parent) {
    for (const Superstep& step : instruction.supersteps()) {
      ProgramNode exchange = titled(instruction);
      exchange.name = step.name;
      exchange.phase = step.phase;
      ProgramNode execute = exchange;
      exchange.kind = NodeKind::exchange;
      execute.kind = NodeKind::execute;
      bool first = true;  // of the supersteps with that name, which are counted together
      for (const Superstep& other : instruction.supersteps()) {
        if (&other == &step) break;
        first = first && other.name != step.name;
      }
      for (const Tally* tally : item(tallies_of_, instruction.id)) {
        if (!first || names_.name(tally->name) != step.name) continue;
        exchange.cycles += cycles_of(*tally, {SpanKind::sync, SpanKind::exchange});
        execute.cycles += cycles_of(*tally, {SpanKind::layout, SpanKind::compute});
        exchange.executions += tally->calls;
        execute.executions += tally->calls;
        exchange.bytes += step.cost.exchange_cycles > 0 ? tally->bytes : 0;
      }
      if (step.cost.exchange_cycles > 0 || step.cost.sync_cycles > 0) {
        parent.children.push_back(std::move(exchange));
      }
      if (step.cost.compute_cycles > 0 || step.cost.layout_cycles > 0) {
        parent.children.push_back(std::move(execute));
      }
    }
  }

  static void add_stream_parts(const Tally& tally, ProgramNode& parent) {
    const auto add = [&](NodeKind kind, SpanKind span) {
      const std::int64_t cycles = item(tally.cycles, span);
      if (cycles == 0) return;
      auto& children = parent.children;
      std::size_t at = 0;
      while (at < children.size() && children[at].kind != kind) ++at;
      if (at == children.size()) {
        children.emplace_back();
        children.back().kind = kind;
        children.back().ipu = parent.ipu;
        children.back().instruction = tally.instruction;
      }
      children[at].cycles += cycles;
      children[at].executions += tally.calls;
      if (kind == NodeKind::stream_mid) children[at].bytes += tally.bytes;
    };
    add(NodeKind::stream_begin, SpanKind::stream_begin);
    add(NodeKind::stream_mid, SpanKind::stream_mid);
    add(NodeKind::stream_end, SpanKind::stream_end);
  }

  // What comes after each slot of a pipeline: waiting for the others, and the copies between IPUs.
  void add_barrier(const Instruction& pipeline, ProgramNode& node) {
    const Tallies& tallies = item(tallies_of_, pipeline.id);
    if (tallies.empty()) return;
    add_leaf(pipeline, NodeKind::global_exchange, tallies, node);
    node.children.back().name = "barrier after each slot";
    node.children.back().count.reset();
  }

  static void add_up(ProgramNode& node) {
    for (ProgramNode& child : node.children) {
      add_up(child);
      node.cycles += child.cycles;
      node.bytes += child.bytes;
    }
  }

  const RecordedProgram& recorded_;
  const Trace& names_;
  std::vector<Tallies> tallies_of_;  // by instruction
  Tallies of_run_;                   // of none: what the end of a run takes
};

}  // namespace

ProgramNode program_tree(const RecordedProgram& recorded, const Trace& names) {
  return TreeMaker(recorded, names).make();
}

}  // namespace pipette::profile
