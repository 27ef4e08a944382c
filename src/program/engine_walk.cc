// How the engine walks the instruction tree. Frames always stand before an instruction that does
// something: sequences, loops and pipelines are entered, and left, as soon as they are reached.
#include <algorithm>
#include <cstring>

#include "program/engine.h"

namespace pipette {

namespace {

bool is_loop(const Instruction& instruction) {
  return instruction.kind() == InstructionKind::repeat ||
         instruction.kind() == InstructionKind::while_loop;
}

}  // namespace

void Engine::settle() {
  while (!frames_.empty()) {
    if (const Instruction* child = child_of(frames_.back())) {
      if (child->is_leaf()) return;
      push(*child);
    } else {
      frames_.pop_back();
      if (!frames_.empty()) finish_child();
    }
  }
  finish_run();
}

// The child that comes next, or null at the end.
const Instruction* Engine::child_of(Frame& frame) {
  const Instruction& parent = *frame.parent;
  if (parent.kind() == InstructionKind::pipeline) return child_of_pipeline(frame);
  if (is_loop(parent)) return child_of_loop(frame);
  return frame.next_child < parent.children.size() ? &parent.children[frame.next_child] : nullptr;
}

const Instruction* Engine::child_of_loop(Frame& frame) {
  const Instruction& parent = *frame.parent;
  if (frame.next_child == parent.children.size()) {
    ++frame.iteration;
    frame.next_child = 0;
    if (is_training_loop(frame)) {
      ++machine_.steps;
      stepped_ = true;
    }
  }
  if (frame.iteration >= frame.trip_count && frame.trip_count >= 0 && frame.next_child == 0) {
    return nullptr;
  }
  if (parent.kind() == InstructionKind::while_loop && frame.next_child == 1) {
    const std::byte* verdict =
        replicas_[0].buffers[static_cast<std::size_t>(std::get<WhileLoop>(parent.what).condition)];
    if (!*reinterpret_cast<const bool*>(verdict)) return nullptr;
  }
  return &parent.children[frame.next_child];
}

std::int64_t Engine::value_of(const Count& count) const {
  if (count.is_fixed()) return count.fixed;
  std::int32_t value = 0;
  std::memcpy(&value, replicas_[0].buffers[static_cast<std::size_t>(count.buffer)], sizeof value);
  return std::max(value, 0);
}

void Engine::push(const Instruction& instruction) {
  const Frame* outer = frames_.empty() ? nullptr : &frames_.back();
  if (outer != nullptr && !instruction.counters().empty() && is_loop(*outer->parent)) {
    set_counters(instruction, outer->iteration);
  }
  Frame frame{&instruction, 0, 0, 0};
  if (const auto* repeat = std::get_if<Repeat>(&instruction.what)) {
    frame.trip_count = value_of(repeat->count);
  } else if (const auto* loop = std::get_if<WhileLoop>(&instruction.what)) {
    frame.trip_count = loop->maximum_iterations;
  } else if (const auto* pipeline = std::get_if<pipette::Pipeline>(&instruction.what)) {
    frame.trip_count = value_of(pipeline->mini_batches);
  }
  if (instruction.kind() == InstructionKind::every && !is_due(instruction)) {
    frame.next_child = instruction.children.size();
  }
  frames_.push_back(frame);
  if (instruction.kind() == InstructionKind::pipeline) begin_pipeline(instruction);
}

// The innermost loop around is in the last iteration of the period.
bool Engine::is_due(const Instruction& every) const {
  for (auto outer = frames_.rbegin(); outer != frames_.rend(); ++outer) {
    if (is_loop(*outer->parent))
      return (outer->iteration + 1) % std::get<Every>(every.what).period == 0;
  }
  return true;
}

void Engine::set_counters(const Instruction& body, std::int64_t iteration) {
  for (const MiniBatchCounter& counter : body.counters()) {
    for (const Replica& replica : replicas_) counter.set(iteration, replica.buffers.data());
  }
}

// A frame above has been left, or its instruction executed.
void Engine::finish_child() {
  Frame& frame = frames_.back();
  if (frame.parent->kind() == InstructionKind::pipeline) end_stage_program(frame);
  ++frame.next_child;
}

bool Engine::is_training_loop(const Frame& frame) const {
  for (const Frame& outer : frames_) {
    if (&outer == &frame) return true;
    if (outer.parent->kind() != InstructionKind::sequence) return false;
  }
  return false;
}

const Instruction* Engine::next_instruction() const {
  if (frames_.empty()) return nullptr;
  return &frames_.back().parent->children[frames_.back().next_child];
}

void Engine::execute(const Instruction& instruction) {
  if (owed_ == 0) look_ahead(instruction);
  const bool done = done_ahead(instruction);
  switch (instruction.kind()) {
    case InstructionKind::compute:
      compute(instruction, done);
      break;
    case InstructionKind::stream_in:
      stream_in(instruction, done);
      break;
    case InstructionKind::stream_out:
      stream_out(instruction);
      break;
    case InstructionKind::inter_ipu_copy:
      inter_ipu_copy(instruction);
      break;
    case InstructionKind::all_reduce:
      all_reduce(instruction);
      break;
    case InstructionKind::remote_load:
    case InstructionKind::remote_store:
      remote_transfer(instruction);
      break;
    case InstructionKind::gather_shares:
      gather_shares(instruction);
      break;
    default:
      PIPETTE_CHECK(false, instruction.name);
  }
  finish_child();
  settle();
}

}  // namespace pipette
