#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "program/compiler.h"

namespace pipette {

namespace {

template <class T>
void add_once(std::vector<T*>& list, T* item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

}  // namespace

void Compiler::lower_stream(const Node& node, Instruction& sequence) {
  if (node.kind == OpKind::stream_in) {
    Instruction& instruction = append(sequence, InstructionKind::stream_in, node);
    instruction.source = std::get<StreamInAttributes>(node.attributes).source;
    add_once(program_.sources, instruction.source);
    for (const ValueId output : node.outputs) {
      instruction.slots.push_back(define(output, instruction.id, SlotKind::bound));
      instruction.leaf_specs.push_back(graph_.value(output).spec);
      instruction.stream_bytes += static_cast<std::int64_t>(graph_.value(output).spec.num_bytes());
    }
    return;
  }
  std::vector<SlotId> leaves;
  for (const ValueId input : node.inputs) leaves.push_back(slot_for(input));
  Instruction& instruction = append(sequence, InstructionKind::stream_out, node);
  instruction.sink = std::get<StreamOutAttributes>(node.attributes).sink;
  instruction.slots = std::move(leaves);
  add_once(program_.sinks, instruction.sink);
  for (const ValueId input : node.inputs) {
    instruction.leaf_specs.push_back(graph_.value(input).spec);
    instruction.stream_bytes += static_cast<std::int64_t>(graph_.value(input).spec.num_bytes());
  }
  for (const SlotId id : instruction.slots) liveness_.use(id, instruction.id);
}

Kernel Compiler::parallel_copy(const std::vector<SlotId>& from, const std::vector<SlotId>& to) {
  struct Move {
    SlotId from, to;
    std::size_t bytes;
  };
  std::vector<Move> moves;
  bool tangled = false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] == to[i]) continue;
    moves.push_back({from[i], to[i], slot(to[i]).spec.num_bytes()});
    tangled = tangled || std::find(to.begin(), to.end(), from[i]) != to.end();
  }
  if (moves.empty()) return nullptr;
  if (!tangled) {
    return [moves](Buffers b) {
      for (const Move& move : moves) std::memcpy(b[move.to], b[move.from], move.bytes);
    };
  }
  return [moves](Buffers b) {
    std::vector<std::vector<std::byte>> held;
    for (const Move& move : moves) held.emplace_back(b[move.from], b[move.from] + move.bytes);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      std::memcpy(b[moves[i].to], held[i].data(), moves[i].bytes);
    }
  };
}

// One instruction for each IPU that has something to copy; the first one does the work of all.
void Compiler::copy_values(Instruction& sequence, const Node& loop, const char* what,
                           const std::vector<SlotId>& from, const std::vector<SlotId>& to) {
  Kernel kernel = parallel_copy(from, to);
  if (!kernel) return;
  std::map<int, std::int64_t> bytes_of;  // by IPU
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] == to[i]) continue;
    bytes_of[slot(to[i]).ipu] += static_cast<std::int64_t>(slot(to[i]).spec.num_bytes());
  }
  for (const auto& [ipu, bytes] : bytes_of) {
    Instruction& instruction = append(sequence, InstructionKind::compute, loop);
    instruction.name = fmt::format("{}/{}", loop.name, what);
    instruction.ipu = ipu;
    instruction.kernel = std::exchange(kernel, [](Buffers) {});
    instruction.supersteps.push_back({instruction.name, Phase::none, costs_.copy(bytes)});
    for (const SlotId id : from) liveness_.use(id, instruction.id);
  }
}

std::vector<SlotId> Compiler::slots_of(const std::vector<ValueId>& values) {
  std::vector<SlotId> slots;
  for (const ValueId value : values) slots.push_back(slot_for(value));
  return slots;
}

void Compiler::lower_loop(const Node& loop, Instruction& sequence) {
  const RegionId body_region = loop.regions.back();
  const std::vector<ValueId>& arguments = graph_.region(body_region).arguments;
  std::vector<ValueId> initial = loop.inputs;
  initial.resize(arguments.size());  // a trip count may follow
  const std::vector<SlotId> initial_slots = slots_of(initial);
  std::vector<SlotId> carried;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    carried.push_back(define(arguments[i], next_step_));
    const int home = home_of(initial[i]);
    slot(carried[i]).ipu = home >= 0 ? home : loop.placement.ipu;
  }
  copy_values(sequence, loop, "carry in", initial_slots, carried);

  const bool is_while = loop.kind == OpKind::while_loop;
  Instruction built =
      make(is_while ? InstructionKind::while_loop : InstructionKind::repeat, loop, loop.name);
  set_trip_count(loop, built);
  liveness_.begin_loop(built.id);
  for (const SlotId id : carried) liveness_.use(id, built.id);
  if (is_while) lower_condition(loop, carried, built);
  Instruction body = make(InstructionKind::sequence, loop, "body");
  Instruction* const outer = std::exchange(counting_, &body);
  lower_region(body_region, body);
  counting_ = outer;
  for (std::size_t i = 0; i < carried.size(); ++i) {
    const ValueId result = graph_.region(body_region).results[i];
    bring(result, slot(carried[i]).ipu, body_region, loop, body);
  }
  const std::vector<SlotId> results = slots_of(graph_.region(body_region).results);
  copy_values(body, loop, "carry", results, carried);
  built.children.push_back(std::move(body));
  const std::int64_t end = next_step_ - 1;
  for (const SlotId id : results) liveness_.use(id, end);
  liveness_.end_loop(end);
  extend_brought(built.id, end);
  for (const SlotId id : carried) liveness_.use(id, end);
  for (std::size_t i = 0; i < loop.outputs.size(); ++i) {
    slot_of_[static_cast<std::size_t>(loop.outputs[i])] = carried[i];
  }
  sequence.children.push_back(std::move(built));
}

void Compiler::lower_condition(const Node& loop, const std::vector<SlotId>& carried,
                               Instruction& built) {
  const Region& region = graph_.region(loop.regions[0]);
  for (std::size_t i = 0; i < carried.size(); ++i) {
    slot_of_[static_cast<std::size_t>(region.arguments[i])] = carried[i];
  }
  Instruction condition = make(InstructionKind::sequence, loop, "condition");
  lower_region(loop.regions[0], condition);
  built.condition = slot_for(region.results[0]);
  liveness_.use(built.condition, next_step_ - 1);
  built.children.push_back(std::move(condition));
}

void Compiler::note_counter(const Node& node) {
  PIPETTE_CHECK(counting_ != nullptr, node.name);
  const SlotId counter = define(node.outputs[0], counting_->id);  // written when it is entered
  counting_->counters.push_back({counter, std::get<MiniBatchAttributes>(node.attributes).period});
}

void Compiler::lower_every(const Node& node, Instruction& sequence) {
  Instruction built = make(InstructionKind::every, node, node.name);
  built.trip_count = std::get<EveryAttributes>(node.attributes).period;
  lower_region(node.regions[0], built);
  sequence.children.push_back(std::move(built));
}

void Compiler::set_trip_count(const Node& loop, Instruction& built) {
  if (loop.kind == OpKind::while_loop) {
    built.trip_count = std::get<WhileAttributes>(loop.attributes).maximum_iterations;
    return;
  }
  const auto& how = std::get<RepeatAttributes>(loop.attributes);
  built.trip_count = how.trip_count;
  if (how.from_input) {
    built.trip_count_slot = slot_for(loop.inputs.back());
    liveness_.use(built.trip_count_slot, built.id);
  }
}

}  // namespace pipette
