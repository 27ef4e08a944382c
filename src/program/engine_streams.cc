// The engine's dealings with the host: calls, streams and waits.
#include <algorithm>
#include <cstring>

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

void Engine::wait_for_element(const Instruction& instruction, int ipu) {
  const auto& in = std::get<StreamIn>(instruction.what);
  Device& device = machine_.device;
  const int infeed = machine_.infeed_index(*in.source, in.bytes);
  const Ready ready = device.host().consume(infeed, device.cycles(ipu));
  trace_production(ready, in.bytes);
  if (ready.stall_cycles() > 0) {
    Span wait =
        span(SpanKind::stream_begin, ready.asked_at, ready.ready_at, name_of(instruction), ipu);
    wait.reason = ready.reason();
    wait.instruction = instruction.id;
    wait.bytes = in.bytes;
    wait.wait_cycles = {narrow(ready.host_busy_cycles), narrow(ready.pipeline_cycles),
                        narrow(ready.staging_cycles), narrow(ready.handshake_cycles)};
    machine_.add_wait(wait);
  }
  device.wait_until(ipu, ready.ready_at);
}

// The data of a call's own arguments and results travels after a full handshake, once a run.
void Engine::begin_handshake(const Instruction& instruction) {
  if (handshake_open_) return;
  handshake_open_ = true;
  const std::int64_t cycles = machine_.device.host().handshake_begin_cycles();
  for (int r = 0; r < num_replicas(); ++r) {
    const int ipu = ipu_of(r, instruction);
    const std::int64_t now = machine_.device.cycles(ipu);
    Span wait = span(SpanKind::stream_begin, now, now + cycles, name_of(instruction), ipu);
    wait.reason = WaitReason::stream_handshake;
    wait.instruction = instruction.id;
    wait.wait_cycles[3] = narrow(cycles);
    machine_.add_wait(wait);
    machine_.device.spend(ipu, cycles);
  }
}

// The data phase of a stream.
void Engine::move_data(const Instruction& instruction, std::int64_t bytes, int ipu) {
  const std::int64_t cycles = machine_.device.host().data_phase_cycles(bytes);
  const std::int64_t now = machine_.device.cycles(ipu);
  Span data = span(SpanKind::stream_mid, now, now + cycles, name_of(instruction), ipu);
  data.instruction = instruction.id;
  data.bytes = bytes;
  machine_.trace.add(data);
  machine_.device.spend(ipu, cycles);
}

void Engine::stream_in(const Instruction& instruction, bool done) {
  const bool prefetched = std::get<StreamIn>(instruction.what).source->timing().prefetched;
  if (!synthetic_data_ && !prefetched) begin_handshake(instruction);
  if (!done) read_elements(instruction);
  for (int r = 0; r < num_replicas() && !synthetic_data_; ++r) {
    const int ipu = ipu_of(r, instruction);
    if (prefetched) wait_for_element(instruction, ipu);
    move_data(instruction, std::get<StreamIn>(instruction.what).bytes, ipu);
  }
}

// Each replica's next element, for the current mini-batch.
void Engine::read_elements(const Instruction& instruction) {
  const auto& in = std::get<StreamIn>(instruction.what);
  for (Replica& replica : replicas_) {
    const std::vector<Array>& arrays = read_element(instruction, replica);
    for (std::size_t i = 0; i < in.leaves.size(); ++i) {
      const auto buffer = static_cast<std::size_t>(in.leaves[i].buffer);
      auto& entries = replica.bound_entries[buffer];
      const auto entry = static_cast<std::size_t>(std::max<std::int64_t>(mini_batch_, 0));
      replica.buffers[buffer] = entries[entry % entries.size()] = arrays[i].bytes();
    }
  }
}

// The next element, kept for as long as a mini-batch may need it. A call's own arguments are the
// same for all replicas.
const std::vector<Array>& Engine::read_element(const Instruction& instruction, Replica& replica) {
  const auto& in = std::get<StreamIn>(instruction.what);
  const Buffer& first = executable_->buffers[static_cast<std::size_t>(in.leaves[0].buffer)];
  auto& kept = replica.bound[static_cast<std::size_t>(instruction.id)];
  kept.resize(static_cast<std::size_t>(first.entries));
  const auto entry = static_cast<std::size_t>(std::max<std::int64_t>(mini_batch_, 0));
  std::vector<Array>& arrays = kept[entry % kept.size()];
  if (!synthetic_data_) return arrays = in.source->read();
  arrays.clear();
  for (const Operand& leaf : in.leaves) {
    arrays.push_back(Array::zeros(leaf.spec.dtype, leaf.spec.shape));
  }
  return arrays;
}

void Engine::stream_out(const Instruction& instruction) {
  if (synthetic_data_) return;
  const auto& out = std::get<StreamOut>(instruction.what);
  if (!out.sink->timing().prefetched) begin_handshake(instruction);
  leaves_.clear();
  for (const auto& [id, spec] : out.leaves) {
    const auto buffer = static_cast<std::size_t>(id);
    if (num_replicas() == 1) {
      leaves_.push_back(Array::view(spec, {std::shared_ptr<void>(), replicas_[0].buffers[buffer]}));
      continue;
    }
    Array& stacked =
        leaves_.emplace_back(ArraySpec{spec.dtype, spec.shape.with_front(num_replicas())});
    for (std::size_t r = 0; r < replicas_.size(); ++r) {
      std::memcpy(stacked.bytes() + r * spec.num_bytes(), replicas_[r].buffers[buffer],
                  spec.num_bytes());
    }
  }
  out.sink->write(leaves_);
  for (int r = 0; r < num_replicas(); ++r)
    move_data(instruction, out.bytes, ipu_of(r, instruction));
}

void Engine::finish_run() {
  Device& device = machine_.device;
  if (handshake_open_) {
    const std::int64_t cycles = device.host().handshake_end_cycles();
    for (int r = 0; r < num_replicas(); ++r) {
      const int ipu = r * ipus_per_replica_;
      const std::int64_t now = device.cycles(ipu);
      Span wait = span(SpanKind::stream_end, now, now + cycles, 0, ipu);
      wait.reason = WaitReason::stream_handshake;
      machine_.add_wait(wait);
      device.spend(ipu, cycles);
    }
    handshake_open_ = false;
  }
  machine_.trace.add(span(SpanKind::engine_run, run_begin_, device.now(), 0));
  if (!stepped_) ++machine_.steps;
  close_sinks();
}

}  // namespace pipette
