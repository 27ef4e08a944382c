#include "program/invariants.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/item.h"

namespace pipette {

namespace {

template <class F>
void for_each(const Instruction& root, const F& f) {
  f(root);
  for (const Instruction& child : root.children) for_each(child, f);
}

std::string describe(const Instruction& instruction) {
  return fmt::format("{} {} \"{}\"", instruction.id, to_word(instruction.kind()), instruction.name);
}

}  // namespace

void check_fusion(const Graph& graph, const Analysis& facts, const Fusion& fusion) {
  for (NodeId id = 0; id < static_cast<NodeId>(graph.nodes().size()); ++id) {
    const NodeId at = fusion.emitted_at(id);
    if (at == id) continue;
    const std::vector<NodeId>& members = fusion.members(at);
    const bool counted = std::find(members.begin(), members.end(), id) != members.end();
    const bool reachable = fusion.emitted_at(at) == at && facts.is_live(at) &&
                           graph.node(at).region == graph.node(id).region;
    PIPETTE_CHECK(counted && reachable,
                  fmt::format("{} emitted at {}", graph.node(id).name, graph.node(at).name));
  }
}

void check_cuts(const Graph& graph, const Analysis& facts, const PipelineCuts& cuts) {
  for (NodeId id = 0; id < static_cast<NodeId>(graph.nodes().size()); ++id) {
    const Node& pipeline = graph.node(id);
    if (pipeline.kind != OpKind::pipeline || !facts.is_live(id)) continue;
    const PipelineCut& cut = cuts.of(id);
    std::map<NodeId, int> program_of;
    for (std::size_t p = 0; p < cut.parts.size(); ++p) {
      for (const NodeId node : cut.parts[p].nodes) {
        PIPETTE_CHECK(program_of.emplace(node, static_cast<int>(p)).second, graph.node(node).name);
      }
    }
    for (const NodeId inside : graph.region(pipeline.regions[0]).nodes) {
      const Node& node = graph.node(inside);
      const bool runs = facts.is_live(inside) && node.placement.unit >= 0;
      PIPETTE_CHECK(program_of.count(inside) == (runs ? 1 : 0), node.name);
      if (!runs) continue;
      for (const ValueId input : node.inputs) {
        const auto maker = program_of.find(graph.value(input).producer);
        if (maker == program_of.end() || maker->second == program_of[inside]) continue;
        PIPETTE_CHECK(cuts.entries(input) >= cuts.held(input) && cuts.held(input) > 0,
                      fmt::format("{} reads {} entries, {} held", node.name, cuts.entries(input),
                                  cuts.held(input)));
      }
    }
  }
}

namespace {

// Buffers that an instruction names, but for those inside of kernels.
std::vector<BufferId> named_buffers(const Instruction& instruction) {
  std::vector<BufferId> ids;
  const auto add_count = [&](const Count& count) {
    if (!count.is_fixed()) ids.push_back(count.buffer);
  };
  if (const auto* in = std::get_if<StreamIn>(&instruction.what)) {
    for (const Operand& leaf : in->leaves) ids.push_back(leaf.buffer);
  } else if (const auto* out = std::get_if<StreamOut>(&instruction.what)) {
    for (const Operand& leaf : out->leaves) ids.push_back(leaf.buffer);
  } else if (const auto* reduce = std::get_if<AllReduce>(&instruction.what)) {
    ids = {reduce->in, reduce->out};
  } else if (const auto* repeat = std::get_if<Repeat>(&instruction.what)) {
    add_count(repeat->count);
  } else if (const auto* loop = std::get_if<WhileLoop>(&instruction.what)) {
    ids = {loop->condition};
  } else if (const auto* branches = std::get_if<If>(&instruction.what)) {
    ids = {branches->condition};
  } else if (const auto* pipeline = std::get_if<Pipeline>(&instruction.what)) {
    add_count(pipeline->mini_batches);
    ids.insert(ids.end(), pipeline->rings.begin(), pipeline->rings.end());
  }
  for (const MiniBatchCounter& counter : instruction.counters()) ids.push_back(counter.buffer);
  return ids;
}

// The last instruction inside `instruction`, or itself.
std::int64_t last_id(const Instruction& instruction) {
  return instruction.children.empty() ? instruction.id : last_id(instruction.children.back());
}

void check_shape(const Executable& program, const Instruction& instruction) {
  PIPETTE_CHECK(instruction.ipu >= 0 && instruction.ipu < program.num_ipus, describe(instruction));
  PIPETTE_CHECK(!instruction.is_leaf() || instruction.children.empty(), describe(instruction));
  if (const auto* compute = std::get_if<Compute>(&instruction.what)) {
    PIPETTE_CHECK(compute->kernel != nullptr, describe(instruction));
  }
  if (instruction.kind() == InstructionKind::if_else) {
    PIPETTE_CHECK(instruction.children.size() == 2, describe(instruction));
  }
  const auto* pipeline = std::get_if<Pipeline>(&instruction.what);
  if (pipeline == nullptr) return;
  const auto num_parts = static_cast<std::size_t>(pipeline->plan.num_parts());
  PIPETTE_CHECK(instruction.children.size() == num_parts + 1, describe(instruction));
  for (std::size_t i = 0; i < instruction.children.size(); ++i) {
    const InstructionKind kind = instruction.children[i].kind();
    PIPETTE_CHECK(
        kind == (i < num_parts ? InstructionKind::stage_program : InstructionKind::sequence),
        describe(instruction.children[i]));
  }
}

}  // namespace

void check_tree(const Executable& program) {
  std::int32_t next_id = 0;
  for_each(program.root, [&](const Instruction& instruction) {
    PIPETTE_CHECK(instruction.id == next_id, describe(instruction));
    ++next_id;
    check_shape(program, instruction);
    for (const BufferId id : named_buffers(instruction)) {
      const bool exists = id >= 0 && static_cast<std::size_t>(id) < program.buffers.size();
      PIPETTE_CHECK(exists, fmt::format("{} names buffer {}", describe(instruction), id));
      const Buffer& buffer = item(program.buffers, id);
      if (buffer.kind != BufferKind::arena && buffer.kind != BufferKind::bound) continue;
      // A condition is made inside of its loop.
      const bool alive = buffer.first_step > 0 &&
                         buffer.first_step <= defined_at(last_id(instruction)) &&
                         buffer.last_step >= released_at(instruction.id, true);
      PIPETTE_CHECK(alive, fmt::format("{} uses \"{}\", which is alive in half steps {} to {}",
                                       describe(instruction), buffer.name, buffer.first_step,
                                       buffer.last_step));
    }
  });
  PIPETTE_CHECK(next_id == program.num_instructions,
                fmt::format("{} of {}", next_id, program.num_instructions));
}

void check_transfers(const Executable& program, const StreamedMemory& streamed) {
  const auto check_resident = [&](const Instruction& instruction, BufferId id) {
    const bool resident = std::any_of(
        streamed.residences.begin(), streamed.residences.end(), [&](const Residence& residence) {
          return residence.buffer == id && residence.first_step == defined_at(instruction.id) &&
                 residence.last_step >= residence.first_step;
        });
    const Buffer& buffer = item(program.buffers, id);
    PIPETTE_CHECK(
        resident && buffer.ipu == instruction.ipu,
        fmt::format("{} of \"{}\" on IPU {}", describe(instruction), buffer.name, buffer.ipu));
  };
  for_each(program.root, [&](const Instruction& instruction) {
    if (const auto* load = std::get_if<RemoteLoad>(&instruction.what)) {
      PIPETTE_CHECK(load->superstep.cost.total_cycles() > 0, describe(instruction));
      if (streamed.offloaded.count(load->buffer) > 0) check_resident(instruction, load->buffer);
    } else if (const auto* store = std::get_if<RemoteStore>(&instruction.what)) {
      PIPETTE_CHECK(store->superstep.cost.total_cycles() > 0, describe(instruction));
    } else if (const auto* gather = std::get_if<GatherShares>(&instruction.what)) {
      PIPETTE_CHECK(gather->superstep.has_value() == (program.num_replicas > 1),
                    describe(instruction));
      if (streamed.shared.count(gather->buffer) > 0) check_resident(instruction, gather->buffer);
    }
  });
}

void check_places(const Executable& program) {
  for (const Buffer& buffer : program.buffers) {
    if (buffer.kind != BufferKind::arena) continue;
    const std::size_t bytes = buffer.entry_bytes() * static_cast<std::size_t>(buffer.entries);
    PIPETTE_CHECK(
        buffer.arena_offset % 64 == 0 && buffer.arena_offset + bytes <= program.arena_bytes,
        fmt::format("\"{}\": {} bytes at {} of {}", buffer.name, bytes, buffer.arena_offset,
                    program.arena_bytes));
  }
}

void check_memory(const Executable& program) {
  PIPETTE_CHECK(program.memory.size() == static_cast<std::size_t>(program.num_ipus),
                fmt::format("{} reports, {} IPUs", program.memory.size(), program.num_ipus));
  for (std::size_t ipu = 0; ipu < program.memory.size(); ++ipu) {
    const MemoryReport& report = program.memory[ipu];
    std::int64_t of_kinds = 0, highest = 0;
    for (const std::int64_t bytes : report.peak_bytes_of) of_kinds += bytes;
    for (const MemoryStep& step : report.curve) highest = std::max(highest, step.bytes);
    const bool agrees = of_kinds == report.total_bytes() &&
                        highest == report.peak_not_always_live_bytes &&
                        report.largest_tile_bytes <= report.total_bytes();
    PIPETTE_CHECK(agrees,
                  fmt::format("IPU {}: {} bytes by kind of {}, curve up to {} of {}, a tile has {}",
                              ipu, of_kinds, report.total_bytes(), highest,
                              report.peak_not_always_live_bytes, report.largest_tile_bytes));
  }
}

}  // namespace pipette
