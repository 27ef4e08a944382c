#include "program/pipeline_emission.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/item.h"

namespace pipette {

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

PipelineEmission::PipelineEmission(NodeWalk& walk, const EmissionInput& input, TreeBuilder& builder,
                                   ValueBuffers& buffers, StreamingMemory& streaming)
    : walk_(walk),
      graph_(input.graph),
      facts_(input.facts),
      fusion_(input.fusion),
      cuts_(input.cuts),
      costs_(input.costs),
      builder_(builder),
      buffers_(buffers),
      streaming_(streaming) {}

int PipelineEmission::num_ipus() const {
  return std::max(builder_.num_ipus(), buffers_.num_ipus());
}

void PipelineEmission::emit_stage_copy(const Node& node) {
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

void PipelineEmission::emit_io_copies(const Node& pipeline, const PipelineCut& cut, int program,
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

void PipelineEmission::keep_recomputed(const PipelineCut& cut, int stage) {
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

Instruction PipelineEmission::emit_stage_program(const Node& pipeline, const PipelineCut& cut,
                                                 int part) {
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
    for (const NodeId id : plan.nodes) walk_.emit_node(id, built);
    stream_tiles_ = Tiles::compute;
    built.what = std::move(what);
    return built;
  }
  emit_io_copies(pipeline, cut, part, false, built);
  const auto again = recomputed_at_.find(plan.stage);
  const bool recomputed = plan.backward && again != recomputed_at_.end();
  if (plan.backward && !recomputed) streaming_.emit_stash(stage, true, built);
  what.counters = walk_.counters_of(built.id, [&] {
    for (const NodeId id : plan.nodes) {
      if (!fusion_.is_absorbed(id)) walk_.emit_node(id, built);
    }
  });
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

void PipelineEmission::emit(NodeId id, Instruction& sequence) {
  const Node& node = graph_.node(id);
  const auto& how = std::get<PipelineAttributes>(node.attributes);
  const PipelineCut& cut = cuts_.of(id);
  Instruction built = builder_.make(node, node.name);
  Pipeline what;
  what.plan = how.plan;
  what.mini_batches = walk_.count_of(how.from_input, how.count, node, built.id);
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
  walk_.emit_region(update_, update);
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
