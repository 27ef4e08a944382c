// Loops, branches and pipelines: what has regions of its own.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/item.h"
#include "program/emission.h"
#include "program/parallel_copy.h"

namespace pipette {

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
  Counting counting{body.id, {}};
  Counting* const outer = std::exchange(counting_, &counting);
  emit_region(body_region, body);
  counting_ = outer;
  body.what = Sequence{std::move(counting.counters)};
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

namespace {

// Bytes of the elements that a host transfer moves, by IPU.
std::map<int, std::int64_t> transferred_bytes(const Graph& graph,
                                              const PipelineCut::Part& transfer) {
  std::map<int, std::int64_t> bytes;
  for (const NodeId id : transfer.nodes) {
    const Node& node = graph.node(id);
    for (const ValueId value : node.kind == OpKind::stream_in ? node.outputs : node.inputs) {
      bytes[node.placement.ipu] += static_cast<std::int64_t>(graph.value(value).spec.num_bytes());
    }
  }
  return bytes;
}

// The I/O tiles hold what comes in for the next slot and what leaves of the one before.
void require_fit_on_io_tiles(const Graph& graph, const PipelinePlan& plan, const PipelineCut& cut) {
  std::map<int, std::int64_t> bytes_of;
  for (int part = plan.num_programs; part < plan.end_of_transfers(); ++part) {
    for (const auto& [ipu, bytes] : transferred_bytes(graph, item(cut.parts, part))) {
      bytes_of[ipu] += bytes;
    }
  }
  const std::int64_t room = graph.target().io_tile_bytes;
  for (const auto& [ipu, bytes] : bytes_of) {
    if (bytes <= room) continue;
    throw ResourceExhausted(fmt::format(
        "the I/O tiles of IPU {} hold {} bytes of data, but the elements on their way between it "
        "and the host take {}; set aside at least {:.0f} times as many (num_io_tiles), use smaller "
        "mini-batches, or set place_ops_on_io_tiles to false",
        ipu, room, bytes, std::ceil(static_cast<double>(bytes) / static_cast<double>(room))));
  }
}

}  // namespace

void Emission::emit_io_copies(const Node& pipeline, const PipelineCut& cut, int program,
                              bool output, Instruction& sequence) {
  const PipelinePlan& plan = std::get<PipelineAttributes>(pipeline.attributes).plan;
  for (int part = plan.num_programs; part < plan.end_of_transfers(); ++part) {
    if (plan.program_of(part) != program || plan.is_output(part) != output) continue;
    for (const auto& [ipu, bytes] : transferred_bytes(graph_, item(cut.parts, part))) {
      Instruction& copy = builder_.append(sequence, pipeline);
      copy.name = output ? "copy to I/O tiles" : "copy from I/O tiles";
      copy.phase = sequence.phase;
      copy.ipu = ipu;
      copy.what =
          Compute{[](BufferAddresses) {}, {{copy.name, copy.phase, costs_.io_tile_copy(bytes)}}};
    }
  }
}

void Emission::keep_recomputed(const PipelineCut& cut, int stage) {
  for (const PipelineCut::Part& program : cut.parts) {
    if (!program.recomputes || program.stage != stage) continue;
    for (const NodeId id : program.nodes) {
      for (const ValueId value : graph_.node(id).outputs) {
        const bool is_kept = buffers_.leaves_its_part(value) && !facts_.uniform(value) &&
                             graph_.node(id).kind != OpKind::reshape;
        if (!is_kept) continue;
        const BufferId buffer = buffers_.of(value);
        recomputed_.push_back(
            {buffer, false, defined_at(recomputed_at_.at(stage)), buffers_[buffer].last_step});
      }
    }
  }
}

Instruction Emission::emit_stage_program(const Node& pipeline, const PipelineCut& cut, int part) {
  const PipelinePlan& order = std::get<PipelineAttributes>(pipeline.attributes).plan;
  const PipelineCut::Part& plan = item(cut.parts, part);
  const PipelineCut::Stage& stage = cut.stage_of(part);
  const Phase phase = plan.recomputes ? Phase::recompute
                      : plan.backward ? Phase::backward
                                      : Phase::forward;
  Instruction built =
      builder_.make(pipeline, fmt::format("stage {} {}", plan.stage, to_label(phase)));
  built.phase = phase;
  StageProgram what;
  what.ipus = plan.ipus;
  if (order.is_transfer(part)) {
    built.name += order.is_output(part) ? " output" : " input";
    stream_tiles_ = Tiles::io;
    for (const NodeId id : plan.nodes) emit_node(id, built);
    stream_tiles_ = Tiles::compute;
    built.what = std::move(what);
    return built;
  }
  emit_io_copies(pipeline, cut, part, false, built);
  const auto again = recomputed_at_.find(plan.stage);
  const bool recomputed = plan.backward && again != recomputed_at_.end();
  if (plan.backward && !recomputed) streaming_.emit_stash(stage, true, built);
  Counting counting{built.id, {}};
  Counting* const outer = std::exchange(counting_, &counting);
  for (const NodeId id : plan.nodes) {
    if (!fusion_.is_absorbed(id)) emit_node(id, built);
  }
  counting_ = outer;
  what.counters = std::move(counting.counters);
  if (!plan.backward) streaming_.emit_stash(stage, false, built);
  if (plan.recomputes) {
    recomputed_at_[plan.stage] = built.id;
  } else {
    // The backward program finds what its recomputation has loaded and made.
    streaming_.note_stash(stage, plan.backward, recomputed ? again->second : built.id);
    if (recomputed) keep_recomputed(cut, plan.stage);
  }
  emit_io_copies(pipeline, cut, part, true, built);
  for (const auto& [link, bytes] : plan.sent_bytes) {
    costs_.add_copy(what.sends, num_ipus(), link.first, link.second, bytes);
    what.send_bytes += bytes;
  }
  built.what = std::move(what);
  return built;
}

void Emission::emit_pipeline(NodeId id, Instruction& sequence) {
  const Node& node = graph_.node(id);
  const auto& how = std::get<PipelineAttributes>(node.attributes);
  const PipelineCut& cut = cuts_.of(id);
  Instruction built = builder_.make(node, node.name);
  Pipeline what;
  what.plan = how.plan;
  what.mini_batches = count_of(how.from_input, how.count, node, built.id);
  builder_.use_ipu(cut.num_ipus - 1);
  Liveness& alive = buffers_.alive();
  buffers_.begin_pipeline(built.id);
  alive.begin_loop(built.id);
  cut_ = &cut;
  require_fit_on_io_tiles(graph_, how.plan, cut);
  for (int place = 0; place < how.plan.num_parts(); ++place) {
    built.children.push_back(emit_stage_program(node, cut, how.plan.part_at(place)));
  }
  cut_ = nullptr;
  recomputed_at_.clear();
  const std::int64_t stages_end = builder_.last_step();  // FIFOs are empty from here on
  Instruction update = builder_.make(node, to_label(Phase::weight_update));
  update.phase = Phase::weight_update;
  update_ = node.regions[1];
  emit_region(update_, update);
  built.children.push_back(std::move(update));
  for (std::size_t i = 0; i < cut.stages.size(); ++i) {
    const PipelineCut::Stage& stage = cut.stages[i];
    const int place = how.plan.place_of(static_cast<int>(i));
    auto& forward = std::get<StageProgram>(item(built.children, place).what);
    forward.stash_bytes = stage.stash_bytes;
    for (const ValueId value : stage.offloaded) {
      forward.remote_stash_bytes += buffers_.bytes_of(value);
    }
    forward.variables = buffers_.known_of(stage.variables);
  }
  alive.end_loop(builder_.last_step());
  what.rings = buffers_.end_stage_programs(stages_end);
  for (Held& copy : stage_copies_) {
    if (copy.first_step < built.id) continue;
    copy.first_step = defined_at(built.id);
    copy.last_step = released_at(stages_end, false);
  }
  if (num_ipus() > 1) what.sync_cycles = costs_.sync(num_ipus()).sync_cycles;
  built.what = std::move(what);
  sequence.children.push_back(std::move(built));
}

}  // namespace pipette
