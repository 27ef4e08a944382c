#include "program/tree_walk.h"

namespace pipette {

namespace {

bool is_loop(const Instruction& instruction) {
  return instruction.kind() == InstructionKind::repeat ||
         instruction.kind() == InstructionKind::while_loop;
}

}  // namespace

TreeWalk::TreeWalk(Machine& machine, Replicas& replicas, PipelineRun& pipeline,
                   const RunAhead& ahead)
    : machine_(machine), replicas_(replicas), pipeline_(pipeline), ahead_(ahead) {}

void TreeWalk::start(const Instruction& root) {
  stepped_ = false;
  push(root);
  settle();
}

void TreeWalk::advance() {
  finish_child();
  settle();
}

void TreeWalk::abandon() { frames_.clear(); }

void TreeWalk::settle() {
  while (!frames_.empty()) {
    if (const Instruction* child = child_of(frames_.back())) {
      if (child->is_leaf()) return;
      push(*child);
    } else {
      frames_.pop_back();
      if (!frames_.empty()) finish_child();
    }
  }
}

const Instruction* TreeWalk::child_of(Frame& frame) {
  switch (frame.parent->kind()) {
    case InstructionKind::pipeline:
      return child_of_pipeline();
    case InstructionKind::repeat:
    case InstructionKind::while_loop:
      return child_of_loop(frame);
    case InstructionKind::if_else:
      return frame.iteration++ == 0 ? &frame.parent->children[frame.next_child] : nullptr;
    default: {
      const std::vector<Instruction>& children = frame.parent->children;
      return frame.next_child < children.size() ? &children[frame.next_child] : nullptr;
    }
  }
}

const Instruction* TreeWalk::child_of_loop(Frame& frame) {
  const Instruction& parent = *frame.parent;
  if (frame.next_child == parent.children.size()) {
    ++frame.iteration;
    frame.next_child = 0;
    if (is_training_loop(frame)) {
      machine_.end_step();
      stepped_ = true;
    }
  }
  if (frame.iteration >= frame.trip_count && frame.trip_count >= 0 && frame.next_child == 0) {
    return nullptr;
  }
  if (const auto* loop = std::get_if<WhileLoop>(&parent.what); loop && frame.next_child == 1) {
    if (!replicas_.is_true(loop->condition)) return nullptr;
  }
  return &parent.children[frame.next_child];
}

const Instruction* TreeWalk::child_of_pipeline() {
  const Instruction* child = pipeline_.enter_next();
  if (child != nullptr && !ahead_.is_ahead_in(*child)) {
    if (const auto* program = std::get_if<StageProgram>(&child->what)) {
      replicas_.set(program->counters, pipeline_.mini_batch());
    }
  }
  return child;
}

void TreeWalk::push(const Instruction& instruction) {
  Frame frame{&instruction};
  switch (instruction.kind()) {
    case InstructionKind::sequence: {
      const auto& counters = std::get<Sequence>(instruction.what).counters;
      if (!counters.empty()) replicas_.set(counters, frames_.back().iteration);
      break;
    }
    case InstructionKind::repeat:
      frame.trip_count = replicas_.value_of(std::get<Repeat>(instruction.what).count);
      break;
    case InstructionKind::while_loop:
      frame.trip_count = std::get<WhileLoop>(instruction.what).maximum_iterations;
      break;
    case InstructionKind::if_else:
      frame.next_child = replicas_.agree(instruction) ? 0 : 1;
      break;
    case InstructionKind::every:
      if (!is_due(std::get<Every>(instruction.what))) {
        frame.next_child = instruction.children.size();
      }
      break;
    case InstructionKind::pipeline:
      pipeline_.begin(instruction);
      break;
    default:
      break;
  }
  frames_.push_back(frame);
}

// The innermost loop around is in the last iteration of the period.
bool TreeWalk::is_due(const Every& every) const {
  for (auto outer = frames_.rbegin(); outer != frames_.rend(); ++outer) {
    if (is_loop(*outer->parent)) return (outer->iteration + 1) % every.period == 0;
  }
  return true;
}

void TreeWalk::finish_child() {
  Frame& frame = frames_.back();
  if (frame.parent->kind() == InstructionKind::pipeline) pipeline_.leave();
  ++frame.next_child;
}

bool TreeWalk::is_training_loop(const Frame& frame) const {
  for (const Frame& outer : frames_) {
    if (&outer == &frame) return true;
    const InstructionKind kind = outer.parent->kind();
    if (kind != InstructionKind::sequence && kind != InstructionKind::if_else) return false;
  }
  return false;
}

}  // namespace pipette
