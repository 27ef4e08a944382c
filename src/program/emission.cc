#include "program/emission.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "program/parallel_copy.h"

namespace pipette {

namespace {

template <class T>
void add_once(std::vector<T*>& list, T* item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

}  // namespace

Emission::Emission(const EmissionInput& input)
    : graph_(input.graph),
      facts_(input.facts),
      fusion_(input.fusion),
      costs_(input.costs),
      buffers_(graph_, facts_, input.cuts),
      placement_(graph_, facts_, fusion_, costs_, builder_, buffers_),
      streaming_(graph_, builder_, buffers_, placement_),
      kernels_(graph_, facts_, fusion_, costs_, builder_, buffers_, placement_),
      pipelines_(*this, input, builder_, buffers_, streaming_) {}

Emitted Emission::run() {
  Emitted emitted;
  Executable& program = emitted.program;
  program.name = graph_.name();
  program.root = builder_.make(graph_.name());
  emit_region(0, program.root);
  program.buffers = buffers_.take_buffers();
  program.variables = buffers_.take_variables();
  program.sources = std::move(sources_);
  program.sinks = std::move(sinks_);
  program.num_ipus = std::max(builder_.num_ipus(), buffers_.num_ipus());
  program.num_instructions = static_cast<int>(builder_.next_step());
  program.num_fused_operators = fusion_.num_absorbed();
  emitted.needs = {streaming_.take(), pipelines_.take_stage_copies(), placement_.held(),
                   pipelines_.take_recomputed()};
  return emitted;
}

void Emission::emit_region(RegionId region, Instruction& sequence) {
  for (const NodeId id : graph_.region(region).nodes) {
    if (!facts_.is_live(id) || fusion_.is_absorbed(id)) continue;
    emit_node(id, sequence);
    if (region == pipelines_.update()) placement_.send_outputs(id, region, sequence);
  }
}

void Emission::emit_node(NodeId id, Instruction& sequence) {
  const Node& node = graph_.node(id);
  placement_.bring_inputs(id, sequence);
  if (kernels_.emit_group(id, sequence)) return;
  switch (node.kind) {
    case OpKind::stream_in:
      return emit_stream_in(node, sequence);
    case OpKind::stream_out:
    case OpKind::print_tensor:
      return emit_stream_out(node, sequence);
    case OpKind::repeat:
    case OpKind::while_loop:
      return emit_loop(node, sequence);
    case OpKind::cond:
      return emit_cond(node, sequence);
    case OpKind::every:
      return emit_every(node, sequence);
    case OpKind::pipeline:
      return pipelines_.emit(id, sequence);
    case OpKind::stage_copy:
      return pipelines_.emit_stage_copy(node);
    case OpKind::mini_batch_index:
      return note_counter(node);
    case OpKind::replica_index:
      buffers_.alias(node.outputs[0],
                     buffers_.add(BufferKind::replica_index, {DType::i32, Shape{}}, node.name));
      return;
    case OpKind::all_reduce:
      return emit_all_reduce(node, sequence);
    case OpKind::remote_load:
    case OpKind::remote_store:
    case OpKind::remote_release:
    case OpKind::gather_shares:
      return streaming_.emit(node, sequence);
    case OpKind::read:
      return kernels_.emit_read(id, sequence);
    case OpKind::constant:
      return;  // made when asked for
    default:
      break;
  }
  if (!node.outputs.empty() && facts_.uniform(node.outputs[0])) return;  // so are these
  if (node.kind == OpKind::reshape) {
    buffers_.alias(node.outputs[0], buffers_.of(node.inputs[0]));
  } else {
    kernels_.emit_plain(id, sequence);
  }
}

void Emission::emit_stream_in(const Node& node, Instruction& sequence) {
  Instruction& instruction = builder_.append(sequence, node);
  StreamIn in;
  in.source = std::get<StreamInAttributes>(node.attributes).source;
  in.tiles = pipelines_.stream_tiles();
  add_once(sources_, in.source);
  for (const ValueId output : node.outputs) {
    in.leaves.push_back(
        {buffers_.define(output, instruction.id, BufferKind::bound), graph_.value(output).spec});
    in.bytes += buffers_.bytes_of(output);
  }
  instruction.what = std::move(in);
}

void Emission::emit_stream_out(const Node& node, Instruction& sequence) {
  StreamOut out;
  out.tiles = pipelines_.stream_tiles();
  if (const auto* print = std::get_if<PrintAttributes>(&node.attributes)) {
    out.label = print->label;
  } else {
    out.sink = std::get<StreamOutAttributes>(node.attributes).sink;
    add_once(sinks_, out.sink);
  }
  for (const ValueId input : node.inputs) {
    out.leaves.push_back(buffers_.operand(input));
    out.bytes += buffers_.bytes_of(input);
  }
  Instruction& instruction = builder_.append(sequence, node);
  for (const Operand& leaf : out.leaves) buffers_.alive().use(leaf.buffer, instruction.id);
  instruction.what = std::move(out);
}

void Emission::emit_all_reduce(const Node& node, Instruction& sequence) {
  const BufferId in = buffers_.of(node.inputs[0]);
  Instruction& instruction = builder_.append(sequence, node);
  const BufferId out = buffers_.define(node.outputs[0], instruction.id);
  instruction.what =
      AllReduce{in, out, buffers_[out].spec, std::get<AllReduceAttributes>(node.attributes).op};
  buffers_.alive().use(in, instruction.id, true);
}

void Emission::note_counter(const Node& node) {
  PIPETTE_CHECK(counting_ != nullptr, node.name);
  const BufferId counter = buffers_.define(node.outputs[0], counting_->step);  // when it is entered
  counting_->counters.push_back({counter, std::get<MiniBatchAttributes>(node.attributes).period});
}

std::vector<MiniBatchCounter> Emission::counters_of(std::int64_t step,
                                                    const std::function<void()>& body) {
  Counting counting{step, {}};
  Counting* const outer = std::exchange(counting_, &counting);
  body();
  counting_ = outer;
  return std::move(counting.counters);
}

void Emission::emit_copies(const Node& node, const std::string& what,
                           const std::vector<BufferId>& from, const std::vector<BufferId>& to,
                           Instruction& sequence) {
  std::vector<BufferMove> moves;
  std::map<int, std::int64_t> bytes_of;  // by IPU
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Buffer& target = buffers_[to[i]];
    moves.push_back({from[i], to[i], target.spec.num_bytes()});
    if (from[i] == to[i]) continue;
    bytes_of[target.ipu] += static_cast<std::int64_t>(target.spec.num_bytes());
  }
  Kernel kernel = parallel_copy(moves);
  for (const auto& [ipu, bytes] : bytes_of) {
    Instruction& instruction = builder_.append(sequence, node);
    instruction.name = fmt::format("{}/{}", node.name, what);
    instruction.ipu = ipu;
    instruction.what = Compute{std::exchange(kernel, [](BufferAddresses) {}),
                               {{instruction.name, Phase::none, costs_.copy(bytes)}}};
    for (const BufferId id : from) buffers_.alive().use(id, instruction.id);
  }
}

Count Emission::count_of(bool from_input, std::int64_t fixed, const Node& node, std::int64_t step) {
  Count count{fixed};
  if (from_input) {
    count.buffer = buffers_.of(node.inputs.back());
    buffers_.alive().use(count.buffer, step);
  }
  return count;
}

void Emission::emit_loop(const Node& loop, Instruction& sequence) {
  const RegionId body_region = loop.regions.back();
  const std::vector<ValueId>& arguments = graph_.region(body_region).arguments;
  std::vector<ValueId> initial = loop.inputs;
  initial.resize(arguments.size());  // a trip count may follow
  const std::vector<BufferId> initial_buffers = buffers_.of(initial);
  std::vector<BufferId> carried;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    carried.push_back(buffers_.define(arguments[i], builder_.next_step()));
    const int home = placement_.home_of(initial[i]);
    buffers_[carried[i]].ipu = home == IpuPlacement::kEverywhere ? loop.placement.ipu : home;
  }
  emit_copies(loop, "carry in", initial_buffers, carried, sequence);

  Instruction built = builder_.make(loop, loop.name);
  Count count;
  if (const auto* repeat = std::get_if<RepeatAttributes>(&loop.attributes)) {
    count = count_of(repeat->from_input, repeat->trip_count, loop, built.id);
  }
  Liveness& alive = buffers_.alive();
  alive.begin_loop(built.id);
  for (const BufferId id : carried) alive.use(id, built.id);
  if (const auto* while_loop = std::get_if<WhileAttributes>(&loop.attributes)) {
    built.what = WhileLoop{emit_condition(loop, carried, built), while_loop->maximum_iterations};
  } else {
    built.what = Repeat{count};
  }
  Instruction body = builder_.make(loop, "body");
  body.what = Sequence{counters_of(body.id, [&] { emit_region(body_region, body); })};
  const std::vector<ValueId>& body_results = graph_.region(body_region).results;
  for (std::size_t i = 0; i < carried.size(); ++i) {
    placement_.bring(body_results[i], buffers_[carried[i]].ipu, body_region, loop, body);
  }
  const std::vector<BufferId> results = buffers_.of(body_results);
  emit_copies(loop, "carry", results, carried, body);
  built.children.push_back(std::move(body));
  const std::int64_t end = builder_.last_step();
  for (const BufferId id : results) alive.use(id, end);
  alive.end_loop(end);
  placement_.end_loop(built.id, end);
  for (const BufferId id : carried) alive.use(id, end);
  for (std::size_t i = 0; i < loop.outputs.size(); ++i) {
    buffers_.alias(loop.outputs[i], carried[i]);
  }
  sequence.children.push_back(std::move(built));
}

BufferId Emission::emit_condition(const Node& loop, const std::vector<BufferId>& carried,
                                  Instruction& built) {
  const Region& region = graph_.region(loop.regions[0]);
  for (std::size_t i = 0; i < carried.size(); ++i) {
    buffers_.alias(region.arguments[i], carried[i]);
  }
  Instruction condition = builder_.make(loop, "condition");
  emit_region(loop.regions[0], condition);
  const BufferId verdict = buffers_.of(region.results[0]);
  buffers_.alive().use(verdict, builder_.last_step());
  built.children.push_back(std::move(condition));
  return verdict;
}

// Each branch ends by copying its results to where what follows finds them.
void Emission::emit_cond(const Node& cond, Instruction& sequence) {
  Instruction built = builder_.make(cond, cond.name);
  built.what = If{buffers_.of(cond.inputs[0])};
  Liveness& alive = buffers_.alive();
  alive.use(buffers_.of(cond.inputs[0]), built.id);
  std::vector<BufferId> outputs;
  for (const ValueId output : cond.outputs) outputs.push_back(buffers_.define(output, built.id));
  for (const char* const name : {"if_true", "if_false"}) {
    const RegionId region = cond.regions[built.children.size()];
    Instruction branch = builder_.make(cond, fmt::format("{}/{}", cond.name, name));
    branch.what = Sequence{};
    emit_region(region, branch);
    const std::vector<ValueId>& values = graph_.region(region).results;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      placement_.bring(values[i], buffers_[outputs[i]].ipu, region, cond, branch);
    }
    emit_copies(cond, fmt::format("{}/result", name), buffers_.of(values), outputs, branch);
    built.children.push_back(std::move(branch));
  }
  for (const BufferId id : outputs) alive.use(id, builder_.last_step());
  sequence.children.push_back(std::move(built));
}

void Emission::emit_every(const Node& node, Instruction& sequence) {
  Instruction built = builder_.make(node, node.name);
  built.what = Every{std::get<EveryAttributes>(node.attributes).period};
  emit_region(node.regions[0], built);
  sequence.children.push_back(std::move(built));
}

Emitted emit(const EmissionInput& input) { return Emission(input).run(); }

}  // namespace pipette
