// How the engine runs a pipeline: slot after slot, with a barrier after each.
#include <algorithm>

#include "program/engine.h"

namespace pipette {

namespace {

const PipelinePlan& plan_of(const Instruction& pipeline) {
  return std::get<pipette::Pipeline>(pipeline.what).plan;
}

}  // namespace

void Engine::begin_pipeline(const Instruction& pipeline) {
  const Frame& frame = frames_.back();
  plan_of(pipeline).check_count(frame.trip_count);
  Pipeline& state = pipelines_[pipeline.id];
  state.done.assign(static_cast<std::size_t>(plan_of(pipeline).num_programs), 0);
  state.ahead.assign(state.done.size(), 0);
  state.begin_cycle = machine_.device.now();
  state.entered_at.assign(static_cast<std::size_t>(machine_.device.num_ipus()), 0);
}

const Instruction* Engine::child_of_pipeline(Frame& frame) {
  const Instruction& pipeline = *frame.parent;
  const std::int64_t num_slots = plan_of(pipeline).num_slots(frame.trip_count);
  while (frame.iteration < num_slots) {
    const PipelinePlan::Slot& slot = plan_of(pipeline).slot(frame.iteration, frame.trip_count);
    if (frame.next_child < slot.size()) {
      enter_stage_program(pipeline, slot[frame.next_child]);
      return &pipeline.children[static_cast<std::size_t>(slot[frame.next_child])];
    }
    end_slot(pipeline, frame);
    ++frame.iteration;
    frame.next_child = 0;
  }
  if (frame.next_child == 0) return &pipeline.children.back();  // the weight update
  end_pipeline(pipeline);
  return nullptr;
}

// Where the slots that hold several mini-batches have this one.
void Engine::select_entries(const Instruction& pipeline, std::int64_t mini_batch,
                            const Replica& replica, std::vector<std::byte*>& buffers) const {
  for (const BufferId id : std::get<pipette::Pipeline>(pipeline.what).rings) {
    const Buffer& buffer = executable_->buffers[static_cast<std::size_t>(id)];
    const auto entry = static_cast<std::size_t>(mini_batch % buffer.entries);
    buffers[static_cast<std::size_t>(id)] =
        buffer.kind == BufferKind::arena
            ? replica.arena.bytes() + buffer.arena_offset + entry * buffer.entry_bytes()
            : replica.bound_entries[static_cast<std::size_t>(id)][entry];
  }
}

void Engine::enter_stage_program(const Instruction& pipeline, int program) {
  Pipeline& state = pipelines_.at(pipeline.id);
  mini_batch_ = state.done[static_cast<std::size_t>(program)];
  for (Replica& replica : replicas_) {
    select_entries(pipeline, mini_batch_, replica, replica.buffers);
  }
  ahead_ = state.ahead[static_cast<std::size_t>(program)];
  if (ahead_ == 0) {
    set_counters(pipeline.children[static_cast<std::size_t>(program)], mini_batch_);
  }
  for (std::size_t ipu = 0; ipu < state.entered_at.size(); ++ipu) {
    state.entered_at[ipu] = machine_.device.cycles(static_cast<int>(ipu));
  }
}

void Engine::end_stage_program(const Frame& frame) {
  const Instruction& pipeline = *frame.parent;
  if (frame.iteration == plan_of(pipeline).num_slots(frame.trip_count))
    return;  // the weight update
  Pipeline& state = pipelines_.at(pipeline.id);
  const int program = plan_of(pipeline).slot(frame.iteration, frame.trip_count)[frame.next_child];
  const Instruction& child = pipeline.children[static_cast<std::size_t>(program)];
  for (int r = 0; r < num_replicas(); ++r) {
    for (const int member : child.stage().ipus) {
      const int ipu = r * ipus_per_replica_ + member;
      Span s = span(SpanKind::stage_program, state.entered_at[static_cast<std::size_t>(ipu)],
                    machine_.device.cycles(ipu), name_of(child), ipu);
      s.instruction = child.id;
      s.phase = child.phase;
      machine_.trace.add(s);
    }
  }
  ++state.done[static_cast<std::size_t>(program)];
  state.ahead[static_cast<std::size_t>(program)] = 0;
  mini_batch_ = -1;
}

WaitReason Engine::idle_reason(const Instruction& pipeline, const PipelinePlan::Slot& slot, int ipu,
                               std::int64_t count) const {
  const Pipeline& state = pipelines_.at(pipeline.id);
  bool started = false, ended = true, ran = false;
  for (int program = 0; program < plan_of(pipeline).num_programs; ++program) {
    const std::vector<int>& ipus =
        pipeline.children[static_cast<std::size_t>(program)].stage().ipus;
    if (std::find(ipus.begin(), ipus.end(), ipu) == ipus.end()) continue;
    const std::int64_t done = state.done[static_cast<std::size_t>(program)];
    started = started || done > 0;
    ended = ended && done == count;
    ran = ran || std::find(slot.begin(), slot.end(), program) != slot.end();
  }
  if (ran) return WaitReason::sync;
  if (!started) return WaitReason::ramp_up;
  return ended ? WaitReason::ramp_down : WaitReason::neighbour;
}

// Copies results to the IPUs of the next stages, all at once, after all IPUs have come together.
void Engine::end_slot(const Instruction& pipeline, const Frame& frame) {
  const int num_ipus = executable_->num_ipus;
  const PipelinePlan::Slot& slot = plan_of(pipeline).slot(frame.iteration, frame.trip_count);
  if (slot.empty()) return;
  ++machine_.slots;
  if (num_ipus == 1) return;
  Device& device = machine_.device;
  std::int64_t send_cycles = 0;
  for (const int program : slot) {
    const StageProgram& stage = pipeline.children[static_cast<std::size_t>(program)].stage();
    send_cycles = std::max(send_cycles, stage.send_cycles);
  }
  for (int r = 0; r < num_replicas(); ++r) {
    const int first = r * ipus_per_replica_;
    std::int64_t latest = 0;
    int slowest = first;
    for (int ipu = first; ipu < first + num_ipus; ++ipu) {
      if (device.cycles(ipu) <= latest) continue;
      latest = device.cycles(ipu);
      slowest = ipu;
    }
    const Instruction* last = nullptr;  // what the others wait for
    for (const int program : slot) {
      const Instruction& child = pipeline.children[static_cast<std::size_t>(program)];
      const auto& ipus = child.stage().ipus;
      if (std::find(ipus.begin(), ipus.end(), slowest - first) != ipus.end()) last = &child;
    }
    for (int ipu = first; ipu < first + num_ipus; ++ipu) {
      Span s = span(SpanKind::sync, device.cycles(ipu), latest,
                    last == nullptr ? 0 : name_of(*last), ipu);
      s.instruction = pipeline.id;
      s.reason = idle_reason(pipeline, slot, ipu - first, frame.trip_count);
      if (device.wait_until(ipu, latest) > 0) machine_.trace.add(s);
      s.begin = latest;
      s.reason = WaitReason::none;
      machine_.trace.add_superstep(
          s, {narrow(std::get<pipette::Pipeline>(pipeline.what).sync_cycles), narrow(send_cycles),
              0, 0});
      device.spend(ipu, std::get<pipette::Pipeline>(pipeline.what).sync_cycles + send_cycles);
    }
  }
}

Engine::PipelineState Engine::pipeline_state() const {
  for (const Frame& frame : frames_) {
    if (frame.parent->kind() != InstructionKind::pipeline) continue;
    const Pipeline& state = pipelines_.at(frame.parent->id);
    return {frame.parent, frame.iteration, state.done, state.begin_cycle};
  }
  return {};
}

void Engine::end_pipeline(const Instruction& pipeline) {
  for (int r = 0; r < num_replicas(); ++r) {
    machine_.device.join(r * ipus_per_replica_, executable_->num_ipus);
  }
  ++machine_.slots;
  pipelines_.erase(pipeline.id);
}

}  // namespace pipette
