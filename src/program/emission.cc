#include "program/emission.h"

#include <algorithm>

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
      cuts_(input.cuts),
      costs_(input.costs),
      buffers_(graph_, facts_, cuts_),
      placement_(graph_, facts_, fusion_, costs_, builder_, buffers_),
      streaming_(graph_, builder_, buffers_, placement_),
      kernels_(graph_, facts_, fusion_, costs_, builder_, buffers_, placement_) {}

int Emission::num_ipus() const { return std::max(builder_.num_ipus(), buffers_.num_ipus()); }

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
  program.num_ipus = num_ipus();
  program.num_instructions = static_cast<int>(builder_.next_step());
  program.num_fused_operators = fusion_.num_absorbed();
  emitted.needs = {streaming_.take(), std::move(stage_copies_), placement_.held(),
                   std::move(recomputed_)};
  return emitted;
}

void Emission::emit_region(RegionId region, Instruction& sequence) {
  for (const NodeId id : graph_.region(region).nodes) {
    if (!facts_.is_live(id) || fusion_.is_absorbed(id)) continue;
    emit_node(id, sequence);
    if (region == update_) placement_.send_outputs(id, update_, sequence);
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
      return emit_pipeline(id, sequence);
    case OpKind::stage_copy:
      return emit_stage_copy(node);
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
  in.tiles = stream_tiles_;
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
  out.tiles = stream_tiles_;
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

void Emission::emit_stage_copy(const Node& node) {
  const ValueId value = node.outputs[0];
  buffers_.alias(value, buffers_.of(node.inputs[0]));
  PIPETTE_CHECK(cut_ != nullptr, node.name);
  int held = cuts_.held(value);
  for (const PipelineCut::Stage& stage : cut_->stages) {
    const bool offloaded =
        std::find(stage.offloaded.begin(), stage.offloaded.end(), value) != stage.offloaded.end();
    if (offloaded) held = 1;
  }
  if (graph_.placement_of(node.inputs[0]).ipu == node.placement.ipu) return;
  const std::int64_t step = builder_.last_step();  // until the pipeline's steps are known
  stage_copies_.push_back(
      {node.name, node.placement.ipu, held * buffers_.bytes_of(value), step, step});
}

void Emission::note_counter(const Node& node) {
  PIPETTE_CHECK(counting_ != nullptr, node.name);
  const BufferId counter = buffers_.define(node.outputs[0], counting_->step);  // when it is entered
  counting_->counters.push_back({counter, std::get<MiniBatchAttributes>(node.attributes).period});
}

Emitted emit(const EmissionInput& input) { return Emission(input).run(); }

}  // namespace pipette
