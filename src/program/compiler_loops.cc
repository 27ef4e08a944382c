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
    Instruction& instruction = append(sequence, node);
    StreamIn in;
    in.source = std::get<StreamInAttributes>(node.attributes).source;
    add_once(program_.sources, in.source);
    for (const ValueId output : node.outputs) {
      in.leaves.push_back(
          {define(output, instruction.id, BufferKind::bound), graph_.value(output).spec});
      in.bytes += bytes_of(output);
    }
    instruction.what = std::move(in);
    return;
  }
  StreamOut out;
  out.sink = std::get<StreamOutAttributes>(node.attributes).sink;
  add_once(program_.sinks, out.sink);
  for (const ValueId input : node.inputs) {
    out.leaves.push_back(operand(input));
    out.bytes += bytes_of(input);
  }
  Instruction& instruction = append(sequence, node);
  for (const Operand& leaf : out.leaves) liveness_.use(leaf.buffer, instruction.id);
  instruction.what = std::move(out);
}

Kernel Compiler::parallel_copy(const std::vector<BufferId>& from, const std::vector<BufferId>& to) {
  struct Move {
    BufferId from, to;
    std::size_t bytes;
  };
  std::vector<Move> moves;
  bool tangled = false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] == to[i]) continue;
    moves.push_back({from[i], to[i], buffer(to[i]).spec.num_bytes()});
    tangled = tangled || std::find(to.begin(), to.end(), from[i]) != to.end();
  }
  if (moves.empty()) return nullptr;
  if (!tangled) {
    return [moves](BufferAddresses b) {
      for (const Move& move : moves) std::memcpy(b[move.to], b[move.from], move.bytes);
    };
  }
  return [moves](BufferAddresses b) {
    std::vector<std::vector<std::byte>> held;
    for (const Move& move : moves) held.emplace_back(b[move.from], b[move.from] + move.bytes);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      std::memcpy(b[moves[i].to], held[i].data(), moves[i].bytes);
    }
  };
}

// One instruction for each IPU that has something to copy; the first one does the work of all.
void Compiler::copy_values(Instruction& sequence, const Node& loop, const char* what,
                           const std::vector<BufferId>& from, const std::vector<BufferId>& to) {
  Kernel kernel = parallel_copy(from, to);
  if (!kernel) return;
  std::map<int, std::int64_t> bytes_of;  // by IPU
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] == to[i]) continue;
    bytes_of[buffer(to[i]).ipu] += static_cast<std::int64_t>(buffer(to[i]).spec.num_bytes());
  }
  for (const auto& [ipu, bytes] : bytes_of) {
    Instruction& instruction = append(sequence, loop);
    instruction.name = fmt::format("{}/{}", loop.name, what);
    instruction.ipu = ipu;
    instruction.what = Compute{std::exchange(kernel, [](BufferAddresses) {}),
                               {{instruction.name, Phase::none, costs_.copy(bytes)}}};
    for (const BufferId id : from) liveness_.use(id, instruction.id);
  }
}

std::vector<BufferId> Compiler::buffers_of(const std::vector<ValueId>& values) {
  std::vector<BufferId> buffers;
  for (const ValueId value : values) buffers.push_back(buffer_for(value));
  return buffers;
}

void Compiler::lower_loop(const Node& loop, Instruction& sequence) {
  const RegionId body_region = loop.regions.back();
  const std::vector<ValueId>& arguments = graph_.region(body_region).arguments;
  std::vector<ValueId> initial = loop.inputs;
  initial.resize(arguments.size());  // a trip count may follow
  const std::vector<BufferId> initial_buffers = buffers_of(initial);
  std::vector<BufferId> carried;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    carried.push_back(define(arguments[i], next_step_));
    const int home = home_of(initial[i]);
    buffer(carried[i]).ipu = home >= 0 ? home : loop.placement.ipu;
  }
  copy_values(sequence, loop, "carry in", initial_buffers, carried);

  const bool is_while = loop.kind == OpKind::while_loop;
  Instruction built = make(loop, loop.name);
  Repeat repeat;
  WhileLoop while_loop;
  if (is_while) {
    while_loop.maximum_iterations = std::get<WhileAttributes>(loop.attributes).maximum_iterations;
  } else {
    const auto& how = std::get<RepeatAttributes>(loop.attributes);
    repeat.count = count_of(how.from_input, how.trip_count, loop, built.id);
  }
  liveness_.begin_loop(built.id);
  for (const BufferId id : carried) liveness_.use(id, built.id);
  if (is_while) while_loop.condition = lower_condition(loop, carried, built);
  Instruction body = make(loop, "body");
  Counting counting{body.id, {}};
  Counting* const outer = std::exchange(counting_, &counting);
  lower_region(body_region, body);
  counting_ = outer;
  body.what = Sequence{std::move(counting.counters)};
  for (std::size_t i = 0; i < carried.size(); ++i) {
    const ValueId result = graph_.region(body_region).results[i];
    bring(result, buffer(carried[i]).ipu, body_region, loop, body);
  }
  const std::vector<BufferId> results = buffers_of(graph_.region(body_region).results);
  copy_values(body, loop, "carry", results, carried);
  built.children.push_back(std::move(body));
  const std::int64_t end = next_step_ - 1;
  for (const BufferId id : results) liveness_.use(id, end);
  liveness_.end_loop(end);
  extend_brought(built.id, end);
  for (const BufferId id : carried) liveness_.use(id, end);
  for (std::size_t i = 0; i < loop.outputs.size(); ++i) {
    buffer_of_[static_cast<std::size_t>(loop.outputs[i])] = carried[i];
  }
  if (is_while) {
    built.what = while_loop;
  } else {
    built.what = repeat;
  }
  sequence.children.push_back(std::move(built));
}

BufferId Compiler::lower_condition(const Node& loop, const std::vector<BufferId>& carried,
                                   Instruction& built) {
  const Region& region = graph_.region(loop.regions[0]);
  for (std::size_t i = 0; i < carried.size(); ++i) {
    buffer_of_[static_cast<std::size_t>(region.arguments[i])] = carried[i];
  }
  Instruction condition = make(loop, "condition");
  lower_region(loop.regions[0], condition);
  const BufferId verdict = buffer_for(region.results[0]);
  liveness_.use(verdict, next_step_ - 1);
  built.children.push_back(std::move(condition));
  return verdict;
}

void Compiler::note_counter(const Node& node) {
  PIPETTE_CHECK(counting_ != nullptr, node.name);
  const BufferId counter = define(node.outputs[0], counting_->step);  // written when it is entered
  counting_->counters.push_back({counter, std::get<MiniBatchAttributes>(node.attributes).period});
}

void Compiler::lower_every(const Node& node, Instruction& sequence) {
  Instruction built = make(node, node.name);
  built.what = Every{std::get<EveryAttributes>(node.attributes).period};
  lower_region(node.regions[0], built);
  sequence.children.push_back(std::move(built));
}

Count Compiler::count_of(bool from_input, std::int64_t fixed, const Node& node, std::int64_t step) {
  Count count{fixed};
  if (from_input) {
    count.buffer = buffer_for(node.inputs.back());
    liveness_.use(count.buffer, step);
  }
  return count;
}

}  // namespace pipette
