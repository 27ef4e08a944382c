// The engine's dealings with the host: calls, streams and waits.
#include <algorithm>

#include "program/engine.h"

namespace pipette {

void Engine::trace_call(const CallStart& call) {
  std::int64_t at = call.device_start - call.call_cycles;
  machine_.host_calls.push({at - call.prepare_cycles, call.device_start});
  Span prepare = span(SpanKind::host_prepare, at - call.prepare_cycles, at, 0);
  prepare.lane = kHostLane;
  if (call.prepare_cycles > 0) machine_.trace.add(prepare);
  Span host = span(SpanKind::host_call, at, call.device_start, 0);
  host.lane = kHostLane;
  host.reason = call.reason();
  machine_.trace.add(host);
}

void Engine::trace_production(const Ready& ready, std::int64_t bytes) {
  std::int64_t at = ready.host_start;
  const ProductionCycles cost = machine_.device.host().production_cycles(bytes);
  const bool interrupted = ready.host_end - ready.host_start > cost.total();
  const auto add = [&](SpanKind kind, std::int64_t end) {
    if (end == at) return;
    Span s = span(kind, at, end, 0);
    s.lane = kHostLane;
    s.step = narrow(ready.element);
    s.bytes = bytes;
    machine_.trace.add(s);
    at = end;
  };
  const auto part = [&](SpanKind kind, std::int64_t cycles) {
    for (std::size_t i = 0; interrupted && i < machine_.host_calls.size(); ++i) {
      const Machine::Interval& call = machine_.host_calls[i];
      if (call.end <= at || call.begin >= at + cycles) continue;
      const std::int64_t before = std::max<std::int64_t>(0, call.begin - at);
      add(kind, at + before);
      cycles -= before;
      at = call.end;
    }
    add(kind, at + cycles);
  };
  part(SpanKind::host_pipeline, cost.pipeline);
  part(SpanKind::host_staging, cost.staging);
  part(SpanKind::host_handshake, cost.handshake);
}

void Engine::wait_for_element(const Instruction& instruction) {
  Device& device = machine_.device;
  const int infeed = machine_.infeed_index(*instruction.source, instruction.stream_bytes);
  const Ready ready = device.host().consume(infeed, device.cycles(kIpu));
  trace_production(ready, instruction.stream_bytes);
  if (ready.stall_cycles() > 0) {
    Span wait = span(SpanKind::stream_begin, ready.asked_at, ready.ready_at,
                     names_[static_cast<std::size_t>(instruction.id)][0]);
    wait.reason = ready.reason();
    wait.instruction = instruction.id;
    wait.bytes = instruction.stream_bytes;
    wait.wait_cycles = {narrow(ready.host_busy_cycles), narrow(ready.pipeline_cycles),
                        narrow(ready.staging_cycles), narrow(ready.handshake_cycles)};
    machine_.add_wait(wait);
  }
  device.wait_until(kIpu, ready.ready_at);
}

// The data of a call's own arguments and results travels after a full handshake, once a run.
void Engine::begin_handshake(const Instruction& instruction) {
  if (handshake_open_) return;
  handshake_open_ = true;
  const std::int64_t now = machine_.device.cycles(kIpu);
  const std::int64_t cycles = machine_.device.host().handshake_begin_cycles();
  Span wait = span(SpanKind::stream_begin, now, now + cycles,
                   names_[static_cast<std::size_t>(instruction.id)][0]);
  wait.reason = WaitReason::stream_handshake;
  wait.instruction = instruction.id;
  wait.wait_cycles[3] = narrow(cycles);
  machine_.add_wait(wait);
  machine_.device.spend(kIpu, cycles);
}

// The data phase of a stream.
void Engine::move_data(const Instruction& instruction) {
  const std::int64_t cycles = machine_.device.host().data_phase_cycles(instruction.stream_bytes);
  const std::int64_t now = machine_.device.cycles(kIpu);
  Span data = span(SpanKind::stream_mid, now, now + cycles,
                   names_[static_cast<std::size_t>(instruction.id)][0]);
  data.instruction = instruction.id;
  data.bytes = instruction.stream_bytes;
  machine_.trace.add(data);
  machine_.device.spend(kIpu, cycles);
}

void Engine::stream_in(const Instruction& instruction) {
  auto& arrays = bound_[static_cast<std::size_t>(instruction.id)];
  if (synthetic_data_) {
    arrays.clear();
    for (const SlotId id : instruction.slots) {
      const ArraySpec& spec = executable_->slots[static_cast<std::size_t>(id)].spec;
      arrays.push_back(Array::zeros(spec.dtype, spec.shape));
    }
  } else {
    arrays = instruction.source->read();
    if (instruction.source->timing().prefetched) {
      wait_for_element(instruction);
    } else {
      begin_handshake(instruction);
    }
    move_data(instruction);
  }
  for (std::size_t i = 0; i < instruction.slots.size(); ++i) {
    buffers_[static_cast<std::size_t>(instruction.slots[i])] = arrays[i].bytes();
  }
}

void Engine::stream_out(const Instruction& instruction) {
  if (synthetic_data_) return;
  if (!instruction.sink->timing().prefetched) begin_handshake(instruction);
  leaves_.clear();
  for (std::size_t i = 0; i < instruction.slots.size(); ++i) {
    std::byte* bytes = buffers_[static_cast<std::size_t>(instruction.slots[i])];
    leaves_.push_back(Array::view(instruction.leaf_specs[i], {std::shared_ptr<void>(), bytes}));
  }
  instruction.sink->write(leaves_);
  move_data(instruction);
}

void Engine::finish_run() {
  if (handshake_open_) {
    const std::int64_t now = machine_.device.cycles(kIpu);
    const std::int64_t cycles = machine_.device.host().handshake_end_cycles();
    Span wait = span(SpanKind::stream_end, now, now + cycles, 0);
    wait.reason = WaitReason::stream_handshake;
    machine_.add_wait(wait);
    machine_.device.spend(kIpu, cycles);
    handshake_open_ = false;
  }
  Span whole = span(SpanKind::engine_run, run_begin_, machine_.device.cycles(kIpu), 0);
  machine_.trace.add(whole);
  if (!stepped_) ++machine_.steps;
  close_sinks();
}

}  // namespace pipette
