#include "program/stream_port.h"

#include <algorithm>

#include "program/printed_tensor.h"

namespace pipette {

StreamPort::StreamPort(const Executable& executable, Machine& machine, Replicas& replicas,
                       Recorder& recorder, bool synthetic_data)
    : executable_(executable),
      machine_(machine),
      replicas_(replicas),
      recorder_(recorder),
      synthetic_data_(synthetic_data) {}

void StreamPort::require_ready() const {
  for (HostSource* source : executable_.sources) {
    source->replication.require(replicas_.count(), source->name());
    source->check_ready();
  }
  for (HostSink* sink : executable_.sinks) {
    sink->replication.require(replicas_.count(), sink->name());
  }
}

CallInputs StreamPort::inputs() const {
  CallInputs inputs;
  for (HostSource* source : executable_.sources) {
    if (source->timing().prefetched || synthetic_data_) continue;
    inputs.elements = 1;
    for (const ArraySpec& spec : source->element_spec().flatten()) {
      inputs.bytes += static_cast<std::int64_t>(spec.num_bytes());
    }
  }
  return inputs;
}

void StreamPort::begin_call() {
  for (HostSink* sink : executable_.sinks) {
    sink->begin_run(synthetic_data_);
    ++open_sinks_;
  }
  recorder_.begin_run(machine_.runs++);
  const CallStart call = machine_.device.begin_call(inputs());
  trace_call(call);
  run_begin_ = call.device_start;
}

void StreamPort::end_call() {
  Device& device = machine_.device;
  if (handshake_open_) {
    const std::int64_t cycles = device.host().handshake_end_cycles();
    for (int r = 0; r < replicas_.count(); ++r) {
      const int ipu = r * replicas_.ipus_per_replica();
      const std::int64_t now = device.cycles(ipu);
      Span wait = recorder_.span(SpanKind::stream_end, now, now + cycles, 0, ipu);
      wait.reason = WaitReason::stream_handshake;
      machine_.add_wait(wait);
      device.spend(ipu, cycles);
    }
  }
  machine_.trace.add(recorder_.span(SpanKind::engine_run, run_begin_, device.now(), 0));
}

void StreamPort::close() {
  handshake_open_ = false;
  for (; open_sinks_ > 0; --open_sinks_) executable_.sinks[open_sinks_ - 1]->end_run();
}

void StreamPort::trace_call(const CallStart& call) {
  std::int64_t at = call.device_start - call.call_cycles - call.set_up_cycles - call.prepare_cycles;
  machine_.host_calls.push({at, call.device_start});
  const auto part = [&](SpanKind kind, std::int64_t cycles) {
    if (cycles == 0) return;
    Span s = recorder_.span(kind, at, at + cycles, 0);
    s.lane = kHostLane;
    if (kind != SpanKind::host_prepare) s.reason = call.reason();
    machine_.trace.add(s);
    at += cycles;
  };
  part(SpanKind::host_prepare, call.prepare_cycles);
  part(SpanKind::host_set_up, call.set_up_cycles);
  part(SpanKind::host_call, call.call_cycles);
}

void StreamPort::trace_production(const Ready& ready, std::int64_t bytes) {
  std::int64_t at = ready.host_start;
  const ProductionCycles& cost = ready.production;
  const bool interrupted = ready.host_end - ready.host_start > cost.total();
  const auto add = [&](SpanKind kind, std::int64_t end) {
    if (end == at) return;
    Span s = recorder_.span(kind, at, end, 0);
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

void StreamPort::wait_for_element(const Instruction& instruction, const StreamIn& in, int ipu) {
  Device& device = machine_.device;
  const int infeed = machine_.infeed_index(*in.source, in.bytes);
  const Ready ready = device.host().consume(infeed, device.cycles(ipu, in.tiles));
  trace_production(ready, in.bytes);
  if (ready.stall_cycles() > 0) {
    Span wait = recorder_.span(SpanKind::stream_begin, ready.asked_at, ready.ready_at,
                               recorder_.name_of(instruction), lane_of(ipu, in.tiles));
    wait.reason = ready.reason();
    wait.instruction = instruction.id;
    wait.bytes = in.bytes;
    wait.wait_cycles = {narrow(ready.host_busy_cycles), narrow(ready.pipeline_cycles),
                        narrow(ready.staging_cycles), narrow(ready.handshake_cycles)};
    in.tiles == Tiles::compute ? machine_.add_wait(wait) : machine_.trace.add(wait);
  }
  device.wait_until(ipu, ready.ready_at, in.tiles);
}

void StreamPort::begin_handshake(const Instruction& instruction) {
  if (handshake_open_) return;
  handshake_open_ = true;
  const std::int64_t cycles = machine_.device.host().handshake_begin_cycles();
  for (int r = 0; r < replicas_.count(); ++r) {
    const int ipu = replicas_.ipu_of(r, instruction);
    const std::int64_t now = machine_.device.cycles(ipu);
    Span wait = recorder_.span(SpanKind::stream_begin, now, now + cycles,
                               recorder_.name_of(instruction), ipu);
    wait.reason = WaitReason::stream_handshake;
    wait.instruction = instruction.id;
    wait.wait_cycles[3] = narrow(cycles);
    machine_.add_wait(wait);
    machine_.device.spend(ipu, cycles);
  }
}

void StreamPort::move_data(const Instruction& instruction, std::int64_t bytes, int ipu,
                           Tiles tiles) {
  const std::int64_t cycles = machine_.device.host().data_phase_cycles(bytes);
  const std::int64_t now = machine_.device.cycles(ipu, tiles);
  Span data = recorder_.span(SpanKind::stream_mid, now, now + cycles,
                             recorder_.name_of(instruction), lane_of(ipu, tiles));
  data.instruction = instruction.id;
  data.bytes = bytes;
  machine_.trace.add(data);
  machine_.device.spend(ipu, cycles, tiles);
}

void StreamPort::in(const Instruction& instruction, const StreamIn& in, bool is_read) {
  const bool prefetched = in.source->timing().prefetched;
  if (!synthetic_data_ && !prefetched) begin_handshake(instruction);
  if (!is_read) read(instruction, recorder_.mini_batch());
  for (int r = 0; r < replicas_.count() && !synthetic_data_; ++r) {
    const int ipu = replicas_.ipu_of(r, instruction);
    if (prefetched) wait_for_element(instruction, in, ipu);
    move_data(instruction, in.bytes, ipu, in.tiles);
  }
}

// A call's own arguments are the same for all replicas.
void StreamPort::read(const Instruction& instruction, std::int64_t mini_batch) {
  const auto& in = std::get<StreamIn>(instruction.what);
  for (int r = 0; r < replicas_.count(); ++r) {
    if (!replicas_.own().contains(r)) {
      if (!synthetic_data_) in.source->skip();
      continue;
    }
    std::vector<Array>& element = replicas_.element(r, instruction, mini_batch);
    if (!synthetic_data_) {
      element = in.source->read();
    } else {
      element.clear();
      for (const Operand& leaf : in.leaves) {
        element.push_back(Array::zeros(leaf.spec.dtype, leaf.spec.shape));
      }
    }
    replicas_.bind(r, in, mini_batch, element);
  }
}

void StreamPort::print(const Instruction& instruction, const StreamOut& out) {
  const auto& [buffer, spec] = out.leaves[0];
  const Array values = replicas_.gather(buffer, spec);
  for (int r = 0; r < replicas_.count(); ++r) {
    move_data(instruction, out.bytes, replicas_.ipu_of(r, instruction), out.tiles);
    if (machine_.print_tensor) machine_.print_tensor(printed_tensor(out.label, values.slice(r)));
  }
}

void StreamPort::out(const Instruction& instruction, const StreamOut& out) {
  if (synthetic_data_) return;
  if (out.sink == nullptr) return print(instruction, out);
  if (!out.sink->timing().prefetched) begin_handshake(instruction);
  const int num_replicas = replicas_.count();
  leaves_.clear();
  for (const auto& [buffer, spec] : out.leaves) {
    if (num_replicas > 1) {
      leaves_.push_back(replicas_.gather(buffer, spec));
    } else if (replicas_.instances() != nullptr) {
      leaves_.push_back(replicas_.gather(buffer, spec).slice(0));
    } else {
      leaves_.push_back(Array::view(spec, {std::shared_ptr<void>(), replicas_.address(0, buffer)}));
    }
  }
  std::int64_t arrived = 0;
  for (int r = 0; r < num_replicas; ++r) {
    const int ipu = replicas_.ipu_of(r, instruction);
    move_data(instruction, out.bytes, ipu, out.tiles);
    arrived = std::max(arrived, machine_.device.cycles(ipu, out.tiles));
  }
  out.sink->write(leaves_, arrived);
  std::int64_t held = 0;
  for (const HostSink* sink : executable_.sinks) held += sink->held_bytes();
  machine_.most_held_bytes = std::max(machine_.most_held_bytes, held);
}

}  // namespace pipette
