#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "program/allocation.h"
#include "program/executable.h"
#include "program/lowering.h"

namespace pipette {

namespace {

// Walks the graph in order, emitting instructions and noting when each slot is alive.
class Compiler {
 public:
  Compiler(const Graph& graph, const CostModel& costs, const CompileOptions& options)
      : graph_(graph),
        costs_(costs),
        options_(options),
        facts_(graph),
        fusion_(graph, facts_, options.fuse),
        slot_of_(graph.num_values(), -1),
        liveness_(program_.slots) {}

  std::shared_ptr<const Executable> run() {
    program_.name = graph_.name();
    program_.root.name = graph_.name();
    program_.root.id = static_cast<std::int32_t>(next_step_++);
    lower_region(0, program_.root);
    program_.num_instructions = static_cast<int>(next_step_);
    program_.num_fused_operators = fusion_.num_absorbed();
    program_.arena_bytes =
        options_.reuse_memory ? place(program_.slots) : place_apart(program_.slots);
    account_memory();
    return std::make_shared<const Executable>(std::move(program_));
  }

 private:
  // ---- slots ----

  Slot& slot(SlotId id) { return program_.slots[static_cast<std::size_t>(id)]; }

  SlotId add_slot(SlotKind kind, const ArraySpec& spec, std::string name, Array storage = {}) {
    program_.slots.push_back({kind, spec, std::move(name), 0, std::move(storage), 0, 0});
    return static_cast<SlotId>(program_.slots.size()) - 1;
  }

  SlotId define(ValueId value, std::int64_t step, SlotKind kind = SlotKind::arena) {
    const Node* producer = graph_.producer(value);
    const SlotId id =
        add_slot(kind, graph_.value(value).spec, producer ? producer->name : "carried");
    slot_of_[static_cast<std::size_t>(value)] = id;
    liveness_.define(id, step);
    return id;
  }

  SlotId variable_slot(const Variable& variable) {
    auto& known = program_.variables;
    const auto found = std::find(known.begin(), known.end(), variable);
    if (found != known.end()) {
      return variable_slots_[static_cast<std::size_t>(found - known.begin())];
    }
    known.push_back(variable);
    variable_slots_.push_back(
        add_slot(SlotKind::variable, variable.spec(), variable.name(), variable.storage()));
    return variable_slots_.back();
  }

  // The slot that holds a value; constants and uniform values get theirs when first asked for.
  SlotId slot_for(ValueId value) {
    SlotId& known = slot_of_[static_cast<std::size_t>(value)];
    if (known >= 0) return known;
    const ArraySpec& spec = graph_.value(value).spec;
    const Node* producer = graph_.producer(value);
    PIPETTE_CHECK(producer != nullptr, graph_.to_string());
    Array data;
    if (producer->kind == OpKind::constant) {
      data = std::get<ConstantAttributes>(producer->attributes).value;
    } else {
      const auto uniform = facts_.uniform(value);
      PIPETTE_CHECK(uniform.has_value(), producer->name + "\n" + graph_.to_string());
      data = Array::filled<double>(spec.shape, *uniform).cast(spec.dtype);
    }
    known = add_slot(SlotKind::constant, spec, producer->name, data);
    return known;
  }

  Operand operand(ValueId value) { return {slot_for(value), graph_.value(value).spec}; }

  // ---- instructions ----

  Instruction& append(Instruction& parent, InstructionKind kind, const Node& node) {
    Instruction instruction;
    instruction.kind = kind;
    instruction.name = node.name;
    instruction.phase = node.phase;
    instruction.id = static_cast<std::int32_t>(next_step_++);
    parent.children.push_back(std::move(instruction));
    return parent.children.back();
  }

  void add_supersteps(Instruction& instruction, NodeId id) {
    for (Superstep& step : supersteps_of(graph_, graph_.node(id), costs_)) {
      if (step.cost.total_cycles() > 0) instruction.supersteps.push_back(std::move(step));
    }
  }

  void lower_region(RegionId region, Instruction& sequence) {
    for (const NodeId id : graph_.region(region).nodes) {
      if (facts_.is_live(id) && !fusion_.is_absorbed(id)) lower_node(id, sequence);
    }
  }

  void lower_node(NodeId id, Instruction& sequence) {
    const Node& node = graph_.node(id);
    const FusedGroup& group = fusion_.at(id);
    if (const auto* product = std::get_if<FusedProduct>(&group)) {
      lower_fused(*product, id, sequence);
    } else if (const auto* sum = std::get_if<FusedColumnSum>(&group)) {
      lower_fused(*sum, id, sequence);
    } else if (const auto* loss = std::get_if<FusedCrossEntropy>(&group)) {
      lower_fused(*loss, id, sequence);
    } else if (node.kind == OpKind::stream_in || node.kind == OpKind::stream_out) {
      lower_stream(node, sequence);
    } else if (node.kind == OpKind::repeat || node.kind == OpKind::while_loop) {
      lower_loop(node, sequence);
    } else if (node.kind == OpKind::variable_read) {
      lower_read(id, sequence);
    } else if (node.kind == OpKind::reshape && !facts_.uniform(node.outputs[0])) {
      slot_of_[static_cast<std::size_t>(node.outputs[0])] = slot_for(node.inputs[0]);
    } else if (!node.outputs.empty() &&
               (node.kind == OpKind::constant || facts_.uniform(node.outputs[0]))) {
      return;  // made when asked for
    } else {
      lower_plain(id, sequence);
    }
  }

  void lower_plain(NodeId id, Instruction& sequence) {
    const Node& node = graph_.node(id);
    std::vector<Operand> inputs;
    for (const ValueId input : node.inputs) inputs.push_back(operand(input));
    Instruction& instruction = append(sequence, InstructionKind::compute, node);
    const std::int64_t step = instruction.id;
    Operand output;
    if (const Variable* variable = assigned_variable(node)) {
      output = {variable_slot(*variable), variable->spec()};
    } else {
      output = {define(node.outputs[0], step), graph_.value(node.outputs[0]).spec};
    }
    Lowered lowered = lower_operator(graph_, node, inputs, output, costs_);
    instruction.kernel = std::move(lowered.kernel);
    add_supersteps(instruction, id);
    for (const Operand& input : inputs) {
      const bool in_place = lowered.in_place && input.spec == output.spec;
      liveness_.use(input.slot, step, in_place);
    }
  }

  // Reading a variable copies nothing, unless the value is still wanted after the variable changed.
  void lower_read(NodeId id, Instruction& sequence) {
    const Node& node = graph_.node(id);
    const Variable& variable = std::get<VariableAttributes>(node.attributes).variable;
    const SlotId storage = variable_slot(variable);
    if (!is_overwritten_before_use(id, variable)) {
      slot_of_[static_cast<std::size_t>(node.outputs[0])] = storage;
      return;
    }
    Instruction& instruction = append(sequence, InstructionKind::compute, node);
    const Operand copy{define(node.outputs[0], instruction.id), variable.spec()};
    instruction.kernel =
        lower_operator(graph_, node, {{storage, variable.spec()}}, copy, costs_).kernel;
    add_supersteps(instruction, id);
  }

  // The node at which a fused group is emitted that `id` belongs to.
  NodeId emitted_at(NodeId id) const {
    if (!fusion_.is_absorbed(id)) return id;
    for (NodeId at = 0; at < static_cast<NodeId>(graph_.nodes().size()); ++at) {
      const auto& members = fusion_.members(at);
      if (std::find(members.begin(), members.end(), id) != members.end()) return at;
    }
    return id;
  }

  bool is_overwritten_before_use(NodeId read, const Variable& variable) const {
    std::vector<NodeId> uses;
    collect_uses(graph_.node(read).outputs[0], uses);
    for (NodeId id = 0; id < static_cast<NodeId>(graph_.nodes().size()); ++id) {
      const Node& node = graph_.node(id);
      const Variable* assigned = assigned_variable(node);
      if (!facts_.is_live(id) || assigned == nullptr || !(*assigned == variable)) continue;
      for (const NodeId use : uses) {
        if (use < 0) return true;  // leaves the function or loop as a result
        if (id > read && emitted_at(use) > id) return true;
        // The update reads its gradient while it writes the variable.
        if (use == id && node.kind == OpKind::apply_sgd) return true;
        // Inside a loop that the read stands before, the next iteration uses it again.
        for (RegionId loop = node.region; loop > 0; loop = graph_.region(loop).parent) {
          const bool read_outside = !graph_.encloses(loop, graph_.node(read).region);
          if (read_outside && graph_.encloses(loop, graph_.node(use).region)) return true;
        }
      }
    }
    return false;
  }

  void collect_uses(ValueId value, std::vector<NodeId>& uses) const {
    for (const NodeId user : facts_.users(value)) {
      if (user >= 0 && graph_.node(user).kind == OpKind::reshape) {
        collect_uses(graph_.node(user).outputs[0], uses);
      } else {
        uses.push_back(user);
      }
    }
  }

  // ---- fused groups ----

  void lower_fused(const FusedProduct& product, NodeId at, Instruction& sequence) {
    const Node& matmul = graph_.node(product.matmul);
    ProductOperands operands{operand(matmul.inputs[0]), operand(matmul.inputs[1]), {}};
    if (product.bias) operands.bias = slot_for(*product.bias);
    if (product.mask) operands.mask = slot_for(*product.mask);
    Instruction& instruction = append(sequence, InstructionKind::compute, matmul);
    float learning_rate = 0;
    if (product.sgd) {
      const auto& sgd = std::get<SgdAttributes>(graph_.node(at).attributes);
      operands.output = {variable_slot(sgd.variable), sgd.variable.spec()};
      learning_rate = sgd.learning_rate;
    } else {
      const ValueId output = graph_.node(at).outputs[0];
      operands.output = {define(output, instruction.id), graph_.value(output).spec};
    }
    instruction.kernel = lower_product(product, std::get<MatmulAttributes>(matmul.attributes),
                                       operands, learning_rate);
    for (const NodeId member : fusion_.members(at)) add_supersteps(instruction, member);
    for (const SlotId id : {operands.a.slot, operands.b.slot, operands.bias, operands.mask}) {
      if (id >= 0) liveness_.use(id, instruction.id);
    }
  }

  void lower_fused(const FusedColumnSum& sum, NodeId at, Instruction& sequence) {
    const Operand x = operand(graph_.node(sum.reduce).inputs[0]);
    const auto& sgd = std::get<SgdAttributes>(graph_.node(sum.sgd).attributes);
    const SlotId variable = variable_slot(sgd.variable);
    Instruction& instruction = append(sequence, InstructionKind::compute, graph_.node(sum.reduce));
    instruction.kernel = [x, variable, learning_rate = sgd.learning_rate](Buffers b) {
      kernels::column_sum(reinterpret_cast<const float*>(b[x.slot]), x.spec.shape[0],
                          x.spec.shape[1], reinterpret_cast<float*>(b[variable]),
                          kernels::Epilogue::Store::sgd, learning_rate);
    };
    for (const NodeId member : fusion_.members(at)) add_supersteps(instruction, member);
    liveness_.use(x.slot, instruction.id);
  }

  void lower_fused(const FusedCrossEntropy& loss, NodeId at, Instruction& sequence) {
    const Node& losses = graph_.node(loss.losses);
    CrossEntropyOperands operands{operand(losses.inputs[0]), slot_for(losses.inputs[1])};
    Instruction& instruction = append(sequence, InstructionKind::compute, losses);
    const auto output = [&](NodeId id) {
      return define(graph_.node(id).outputs[0], instruction.id);
    };
    if (loss.losses_used || !loss.mean) operands.losses = output(loss.losses);
    if (loss.mean) operands.mean = output(*loss.mean);
    if (loss.gradient) operands.gradient = output(loss.scaled.value_or(*loss.gradient));
    instruction.kernel = lower_cross_entropy(operands, loss.scale);
    for (const NodeId member : fusion_.members(at)) add_supersteps(instruction, member);
    liveness_.use(operands.logits.slot, instruction.id);
    liveness_.use(operands.labels, instruction.id);
  }

  // ---- streams and loops ----

  template <class T>
  static void add_once(std::vector<T*>& list, T* item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
  }

  void lower_stream(const Node& node, Instruction& sequence) {
    if (node.kind == OpKind::stream_in) {
      Instruction& instruction = append(sequence, InstructionKind::stream_in, node);
      instruction.source = std::get<StreamInAttributes>(node.attributes).source;
      add_once(program_.sources, instruction.source);
      for (const ValueId output : node.outputs) {
        instruction.slots.push_back(define(output, instruction.id, SlotKind::bound));
        instruction.leaf_specs.push_back(graph_.value(output).spec);
        instruction.stream_bytes +=
            static_cast<std::int64_t>(graph_.value(output).spec.num_bytes());
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

  // Copies values into other slots as if all at once; null when nothing has to move.
  Kernel parallel_copy(const std::vector<SlotId>& from, const std::vector<SlotId>& to) {
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

  void copy_values(Instruction& sequence, const Node& loop, const char* what,
                   const std::vector<SlotId>& from, const std::vector<SlotId>& to) {
    Kernel kernel = parallel_copy(from, to);
    if (!kernel) return;
    Instruction& instruction = append(sequence, InstructionKind::compute, loop);
    instruction.name = fmt::format("{}/{}", loop.name, what);
    instruction.kernel = std::move(kernel);
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i] != to[i]) bytes += static_cast<std::int64_t>(slot(to[i]).spec.num_bytes());
      liveness_.use(from[i], instruction.id);
    }
    instruction.supersteps.push_back({instruction.name, Phase::none, costs_.copy(bytes)});
  }

  Instruction& append_body(Instruction& parent, const Node& loop, const char* what) {
    Instruction& body = append(parent, InstructionKind::sequence, loop);
    body.name = what;
    return body;
  }

  std::vector<SlotId> slots_of(const std::vector<ValueId>& values) {
    std::vector<SlotId> slots;
    for (const ValueId value : values) slots.push_back(slot_for(value));
    return slots;
  }

  // Carried values live in the slots of the body's arguments, from before the loop to after it.
  void lower_loop(const Node& loop, Instruction& sequence) {
    const RegionId body_region = loop.regions.back();
    const std::vector<ValueId>& arguments = graph_.region(body_region).arguments;
    std::vector<ValueId> initial = loop.inputs;
    initial.resize(arguments.size());  // a trip count may follow
    const std::vector<SlotId> initial_slots = slots_of(initial);
    std::vector<SlotId> carried;
    for (const ValueId argument : arguments) carried.push_back(define(argument, next_step_));
    copy_values(sequence, loop, "carry in", initial_slots, carried);

    const bool is_while = loop.kind == OpKind::while_loop;
    // References into `children` die when a sibling is added, so the loop is built apart.
    Instruction built = std::move(
        append(sequence, is_while ? InstructionKind::while_loop : InstructionKind::repeat, loop));
    sequence.children.pop_back();
    built.children.reserve(2);
    set_trip_count(loop, built);
    liveness_.begin_loop(built.id);
    for (const SlotId id : carried) liveness_.use(id, built.id);
    if (is_while) lower_condition(loop, carried, built);
    Instruction body = append_body_apart(built, loop, "body");
    lower_region(body_region, body);
    const std::vector<SlotId> results = slots_of(graph_.region(body_region).results);
    copy_values(body, loop, "carry", results, carried);
    built.children.push_back(std::move(body));
    const std::int64_t end = next_step_ - 1;
    for (const SlotId id : results) liveness_.use(id, end);
    liveness_.end_loop(end);
    for (const SlotId id : carried) liveness_.use(id, end);
    for (std::size_t i = 0; i < loop.outputs.size(); ++i) {
      slot_of_[static_cast<std::size_t>(loop.outputs[i])] = carried[i];
    }
    sequence.children.push_back(std::move(built));
  }

  Instruction append_body_apart(Instruction& parent, const Node& loop, const char* what) {
    Instruction body = std::move(append_body(parent, loop, what));
    parent.children.pop_back();
    return body;
  }

  void lower_condition(const Node& loop, const std::vector<SlotId>& carried, Instruction& built) {
    const Region& region = graph_.region(loop.regions[0]);
    for (std::size_t i = 0; i < carried.size(); ++i) {
      slot_of_[static_cast<std::size_t>(region.arguments[i])] = carried[i];
    }
    Instruction condition = append_body_apart(built, loop, "condition");
    lower_region(loop.regions[0], condition);
    built.condition = slot_for(region.results[0]);
    liveness_.use(built.condition, next_step_ - 1);
    built.children.push_back(std::move(condition));
  }

  void set_trip_count(const Node& loop, Instruction& built) {
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

  void account_memory() {
    MemoryAccount account(costs_.arch());
    for (const Slot& s : program_.slots) {
      const auto bytes = static_cast<std::int64_t>(s.spec.num_bytes());
      if (s.kind == SlotKind::variable || s.kind == SlotKind::constant) {
        account.add_always_live(s.name, bytes);
      } else {
        account.add_live(s.name, bytes, s.first_step, s.last_step);
      }
    }
    program_.memory = account.report();
  }

  const Graph& graph_;
  const CostModel& costs_;
  CompileOptions options_;
  Analysis facts_;
  Fusion fusion_;
  Executable program_;
  std::vector<SlotId> slot_of_;
  std::vector<SlotId> variable_slots_;
  Liveness liveness_;
  std::int64_t next_step_ = 0;
};

}  // namespace

std::shared_ptr<const Executable> compile(const Graph& graph, const CostModel& costs,
                                          const CompileOptions& options) {
  return Compiler(graph, costs, options).run();
}

}  // namespace pipette
