#include "program/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace pipette {

namespace {

using RealClock = std::chrono::steady_clock;

void intern_names(const Instruction& instruction, Trace& trace,
                  std::vector<std::vector<std::int32_t>>& names) {
  auto& own = names[static_cast<std::size_t>(instruction.id)];
  for (const Superstep& step : instruction.supersteps()) own.push_back(trace.intern(step.name));
  if (own.empty()) own.push_back(trace.intern(instruction.name));
  for (const Instruction& child : instruction.children) intern_names(child, trace, names);
}

}  // namespace

Budget Budget::microseconds(double us) {
  Budget budget;
  budget.real_us = us;
  return budget;
}
Budget Budget::instructions(std::int64_t count) {
  Budget budget;
  budget.instruction_count = count;
  return budget;
}
Budget Budget::steps(std::int64_t count) {
  Budget budget;
  budget.step_count = count;
  return budget;
}
Budget Budget::slots(std::int64_t count) {
  Budget budget;
  budget.slot_count = count;
  return budget;
}
Budget Budget::cycles(std::int64_t until) {
  Budget budget;
  budget.until_cycle = until;
  return budget;
}

Engine::Engine(std::shared_ptr<const Executable> executable, Machine& machine, bool synthetic_data)
    : executable_(std::move(executable)),
      machine_(machine),
      synthetic_data_(synthetic_data),
      names_(static_cast<std::size_t>(executable_->num_instructions)) {
  ipus_per_replica_ = pipette::ipus_per_replica(executable_->num_ipus);
  const int ipus = machine_.device.num_ipus();
  if (ipus % ipus_per_replica_ != 0) {
    throw InvalidArgument(fmt::format(
        "\"{}\" needs {} IPUs for each replica, so the device must have a multiple of that, but it "
        "has {}; the nearest valid values are {} and {}",
        executable_->name, ipus_per_replica_, ipus,
        std::max(ipus / ipus_per_replica_, 1) * ipus_per_replica_,
        (ipus / ipus_per_replica_ + 1) * ipus_per_replica_));
  }
  const int num_replicas = ipus / ipus_per_replica_;
  for (const Variable& variable : executable_->variables) variable.reserve_replicas(num_replicas);
  for (int r = 0; r < num_replicas; ++r) make_replica(r);
  intern_names(executable_->root, machine_.trace, names_);
  plan_all_reduces(executable_->root);
}

void Engine::make_replica(int index) {
  Replica& replica = replicas_.emplace_back();
  replica.arena =
      Array::zeros(DType::u8, Shape{static_cast<std::int64_t>(executable_->arena_bytes)});
  replica.index = Array::scalar(static_cast<std::int32_t>(index));
  replica.bound.resize(static_cast<std::size_t>(executable_->num_instructions));
  replica.bound_entries.resize(executable_->buffers.size());
  for (const Buffer& buffer : executable_->buffers) {
    switch (buffer.kind) {
      case BufferKind::variable: {
        const auto variable = static_cast<std::size_t>(buffer.variable);
        replica.buffers.push_back(executable_->variables[variable].storage(index).bytes());
        break;
      }
      case BufferKind::constant:
        replica.buffers.push_back(buffer.storage.bytes());
        break;
      case BufferKind::arena:
        replica.buffers.push_back(replica.arena.bytes() + buffer.arena_offset);
        break;
      case BufferKind::bound:
        replica.bound_entries[replica.buffers.size()].resize(
            static_cast<std::size_t>(buffer.entries));
        replica.buffers.push_back(nullptr);
        break;
      case BufferKind::replica_index:
        replica.buffers.push_back(replica.index.bytes());
        break;
    }
  }
}

Engine::~Engine() { abandon(); }

Array Engine::buffer_value(BufferId id) const {
  const auto index = static_cast<std::size_t>(id);
  std::byte* const bytes = replicas_[0].buffers[index];
  PIPETTE_CHECK(bytes != nullptr, executable_->buffers[index].name);
  return Array::view(executable_->buffers[index].spec,
                     std::shared_ptr<std::byte>(std::shared_ptr<void>(), bytes));
}

void Engine::start() {
  if (running()) {
    throw FailedPrecondition(
        fmt::format("\"{}\" is running; finish the run first", executable_->name));
  }
  require_fit(*executable_);
  CallInputs inputs;
  for (HostSource* source : executable_->sources) {
    source->replication.require(num_replicas(), source->name());
    source->check_ready();
    if (source->timing().prefetched || synthetic_data_) continue;
    inputs.elements = 1;
    for (const ArraySpec& spec : source->element_spec().flatten()) {
      inputs.bytes += static_cast<std::int64_t>(spec.num_bytes());
    }
  }
  for (HostSink* sink : executable_->sinks) {
    sink->replication.require(num_replicas(), sink->name());
  }
  for (const Variable& variable : executable_->variables) variable.replicate(num_replicas());
  for (HostSink* sink : executable_->sinks) sink->begin_run(synthetic_data_);
  run_ = machine_.runs++;
  const CallStart call = machine_.device.begin_call(inputs);
  trace_call(call);
  run_begin_ = call.device_start;
  stepped_ = false;
  push(executable_->root);
  settle();
}

Span Engine::span(SpanKind kind, std::int64_t begin, std::int64_t end, std::int32_t name,
                  int ipu) const {
  Span span;
  span.kind = kind;
  span.begin = begin;
  span.end = end;
  span.name = name;
  span.run = narrow(run_);
  span.step = narrow(machine_.steps);
  span.mini_batch = mini_batch_ < 0 ? -1 : narrow(mini_batch_);
  span.lane = static_cast<std::int16_t>(ipu);
  return span;
}

bool Engine::advance(const Budget& budget) {
  const RealClock::time_point begin = RealClock::now();
  const bool timed = budget.real_us < std::numeric_limits<double>::infinity();
  const std::int64_t first_step = machine_.steps;
  const std::int64_t first_slot = machine_.slots;
  std::int64_t executed = 0;
  while (running()) {
    if (executed >= budget.instruction_count || machine_.device.now() >= budget.until_cycle ||
        machine_.steps - first_step >= budget.step_count ||
        machine_.slots - first_slot >= budget.slot_count) {
      return false;
    }
    const bool counted = budget.instruction_count != Budget::kNoLimit;
    lookahead_ = budget.until_cycle != Budget::kNoLimit ? 1
                 : counted                              ? budget.instruction_count - executed
                                                        : Budget::kNoLimit;
    if (timed && executed > 0 && owed_ == 0 &&
        std::chrono::duration<double, std::micro>(RealClock::now() - begin).count() >=
            budget.real_us) {
      return false;
    }
    try {
      execute(*next_instruction());
      ++executed;
    } catch (...) {
      abandon();
      throw;
    }
  }
  return true;
}

void Engine::compute(const Instruction& instruction, bool done) {
  const auto& names = names_[static_cast<std::size_t>(instruction.id)];
  if (!done) {
    const Kernel& kernel = std::get<Compute>(instruction.what).kernel;
    for (const Replica& replica : replicas_) kernel(replica.buffers.data());
  }
  for (int r = 0; r < num_replicas(); ++r) {
    const int ipu = ipu_of(r, instruction);
    std::int64_t now = machine_.device.cycles(ipu);
    const std::int64_t begin = now;
    Span s = span(SpanKind::compute, now, now, 0, ipu);
    s.instruction = instruction.id;
    const auto& supersteps = std::get<Compute>(instruction.what).supersteps;
    for (std::size_t i = 0; i < supersteps.size(); ++i) {
      const auto& [name, phase, cost] = supersteps[i];
      s.begin = now;
      s.name = names[i];
      s.phase = phase;
      s.bytes = cost.bytes;
      machine_.trace.add_superstep(s, {narrow(cost.sync_cycles), narrow(cost.exchange_cycles),
                                       narrow(cost.layout_cycles), narrow(cost.compute_cycles)});
      now += cost.total_cycles();
    }
    machine_.device.spend(ipu, now - begin);
  }
}

void Engine::close_sinks() {
  for (HostSink* sink : executable_->sinks) sink->end_run();
}

void Engine::abandon() {
  if (!running()) return;
  frames_.clear();
  pipelines_.clear();
  ahead_ = owed_ = 0;
  failed_ = -1;
  failure_ = nullptr;
  mini_batch_ = -1;
  handshake_open_ = false;
  close_sinks();
}

}  // namespace pipette
