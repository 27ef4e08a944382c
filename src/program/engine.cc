#include "program/engine.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>

namespace pipette {

namespace {

using RealClock = std::chrono::steady_clock;

void intern_names(const Instruction& instruction, Trace& trace,
                  std::vector<std::vector<std::int32_t>>& names) {
  auto& own = names[static_cast<std::size_t>(instruction.id)];
  for (const Superstep& step : instruction.supersteps) own.push_back(trace.intern(step.name));
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
Budget Budget::cycles(std::int64_t until) {
  Budget budget;
  budget.until_cycle = until;
  return budget;
}

Engine::Engine(std::shared_ptr<const Executable> executable, Machine& machine, bool synthetic_data)
    : executable_(std::move(executable)),
      machine_(machine),
      synthetic_data_(synthetic_data),
      arena_(Array::zeros(DType::u8, Shape{static_cast<std::int64_t>(executable_->arena_bytes)})),
      bound_(static_cast<std::size_t>(executable_->num_instructions)),
      names_(static_cast<std::size_t>(executable_->num_instructions)) {
  for (const Slot& slot : executable_->slots) {
    switch (slot.kind) {
      case SlotKind::variable:
      case SlotKind::constant:
        buffers_.push_back(slot.storage.bytes());
        break;
      case SlotKind::arena:
        buffers_.push_back(arena_.bytes() + slot.arena_offset);
        break;
      case SlotKind::bound:
        buffers_.push_back(nullptr);
        break;
    }
  }
  intern_names(executable_->root, machine_.trace, names_);
}

Engine::~Engine() { abandon(); }

Array Engine::slot_value(SlotId id) const {
  const auto index = static_cast<std::size_t>(id);
  PIPETTE_CHECK(buffers_[index] != nullptr, executable_->slots[index].name);
  return Array::view(executable_->slots[index].spec,
                     std::shared_ptr<std::byte>(std::shared_ptr<void>(), buffers_[index]));
}

void Engine::start() {
  if (running()) {
    throw FailedPrecondition(
        fmt::format("\"{}\" is running; finish the run first", executable_->name));
  }
  CallInputs inputs;
  for (const HostSource* source : executable_->sources) {
    source->check_ready();
    if (source->timing().prefetched || synthetic_data_) continue;
    inputs.elements = 1;
    for (const ArraySpec& spec : source->element_spec().flatten()) {
      inputs.bytes += static_cast<std::int64_t>(spec.num_bytes());
    }
  }
  for (HostSink* sink : executable_->sinks) sink->begin_run(synthetic_data_);
  run_ = machine_.runs++;
  const CallStart call = machine_.device.begin_call(inputs);
  trace_call(call);
  run_begin_ = call.device_start;
  stepped_ = false;
  push(executable_->root);
  settle();
}

Span Engine::span(SpanKind kind, std::int64_t begin, std::int64_t end, std::int32_t name) const {
  Span span;
  span.kind = kind;
  span.begin = begin;
  span.end = end;
  span.name = name;
  span.run = narrow(run_);
  span.step = narrow(machine_.steps);
  span.lane = kIpu;
  return span;
}

bool Engine::advance(const Budget& budget) {
  const RealClock::time_point begin = RealClock::now();
  const bool timed = budget.real_us < std::numeric_limits<double>::infinity();
  const std::int64_t first_step = machine_.steps;
  std::int64_t executed = 0;
  while (running()) {
    if (executed >= budget.instruction_count || machine_.device.now() >= budget.until_cycle ||
        machine_.steps - first_step >= budget.step_count) {
      return false;
    }
    if (timed && executed > 0 &&
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

const Instruction* Engine::next_instruction() const {
  if (frames_.empty()) return nullptr;
  return &frames_.back().parent->children[frames_.back().next_child];
}

void Engine::push(const Instruction& instruction) {
  std::int64_t trip_count =
      instruction.kind == InstructionKind::sequence ? 1 : instruction.trip_count;
  if (instruction.trip_count_slot >= 0) {
    std::int32_t count = 0;
    std::memcpy(&count, buffers_[static_cast<std::size_t>(instruction.trip_count_slot)],
                sizeof count);
    trip_count = count;
  }
  frames_.push_back({&instruction, 0, 0, trip_count});
  const bool empty = instruction.children.empty() ||
                     (instruction.kind == InstructionKind::repeat && trip_count <= 0) ||
                     (instruction.kind == InstructionKind::while_loop && trip_count == 0);
  if (empty) {
    frames_.back().next_child = instruction.children.size();
    frames_.back().iteration = trip_count;
  }
}

bool Engine::is_training_loop(const Frame& frame) const {
  if (frame.parent->kind == InstructionKind::sequence) return false;
  for (const Frame& outer : frames_) {
    if (outer.parent == frame.parent) return true;
    if (outer.parent->kind != InstructionKind::sequence) return false;
  }
  return false;
}

// Frames always stand before an instruction that does something: sequences and loops are entered,
// and left, as soon as they are reached.
void Engine::settle() {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    const Instruction& parent = *frame.parent;
    bool leave = false;
    if (parent.kind == InstructionKind::while_loop && frame.next_child == 1) {
      const bool go_on =
          *reinterpret_cast<const bool*>(buffers_[static_cast<std::size_t>(parent.condition)]);
      leave = !go_on;
    }
    if (!leave && frame.next_child < parent.children.size()) {
      const Instruction& child = parent.children[frame.next_child];
      if (child.kind == InstructionKind::compute || child.kind == InstructionKind::stream_in ||
          child.kind == InstructionKind::stream_out) {
        return;
      }
      push(child);
      continue;
    }
    if (!leave && parent.kind != InstructionKind::sequence && frame.iteration != frame.trip_count) {
      ++frame.iteration;
      if (is_training_loop(frame)) {
        ++machine_.steps;
        stepped_ = true;
      }
      frame.next_child = 0;
      if (frame.iteration != frame.trip_count) continue;
    }
    frames_.pop_back();
    if (!frames_.empty()) ++frames_.back().next_child;
  }
  finish_run();
}

void Engine::execute(const Instruction& instruction) {
  switch (instruction.kind) {
    case InstructionKind::compute:
      compute(instruction);
      break;
    case InstructionKind::stream_in:
      stream_in(instruction);
      break;
    case InstructionKind::stream_out:
      stream_out(instruction);
      break;
    default:
      PIPETTE_CHECK(false, instruction.name);
  }
  ++frames_.back().next_child;
  settle();
}

void Engine::compute(const Instruction& instruction) {
  instruction.kernel(buffers_.data());
  std::int64_t now = machine_.device.cycles(kIpu);
  const std::int64_t begin = now;
  const auto& names = names_[static_cast<std::size_t>(instruction.id)];
  Span s = span(SpanKind::compute, now, now, 0);
  s.instruction = instruction.id;
  for (std::size_t i = 0; i < instruction.supersteps.size(); ++i) {
    const auto& [name, phase, cost] = instruction.supersteps[i];
    s.begin = now;
    s.name = names[i];
    s.phase = phase;
    s.bytes = cost.bytes;
    machine_.trace.add_superstep(s, {narrow(cost.sync_cycles), narrow(cost.exchange_cycles),
                                     narrow(cost.layout_cycles), narrow(cost.compute_cycles)});
    now += cost.total_cycles();
  }
  machine_.device.spend(kIpu, now - begin);
}

void Engine::close_sinks() {
  for (HostSink* sink : executable_->sinks) sink->end_run();
}

void Engine::abandon() {
  if (!running()) return;
  frames_.clear();
  handshake_open_ = false;
  close_sinks();
}

}  // namespace pipette
