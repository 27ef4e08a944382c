// The engine's walk of the instruction tree, with an explicit stack, so that it can stop after any
// instruction.
//
//   walk.start(executable.root);
//   while (!walk.ended()) {
//     execute(walk.at().next());           // a leaf: compute, stream_in, ...
//     walk.advance();
//   }
//
// Its position is always before a leaf: sequences, loops and pipelines are entered, and left, as
// soon as they are reached. It maintains the counters and counts the machine's training steps:
// iterations of the outermost loop.
//
// Errors: start() and advance() throw what PipelineRun::begin and Replicas::agree throw. Part of
// the engine (engine.h).
#pragma once

#include <vector>

#include "program/machine.h"
#include "program/pipeline_run.h"
#include "program/replicas.h"
#include "program/run_ahead.h"

namespace pipette {

class TreeWalk {
 public:
  TreeWalk(Machine& machine, Replicas& replicas, PipelineRun& pipeline, const RunAhead& ahead);
  TreeWalk(const TreeWalk&) = delete;
  TreeWalk& operator=(const TreeWalk&) = delete;

  void start(const Instruction& root);
  void advance();  // past the current leaf
  void abandon();

  bool ended() const { return frames_.empty(); }
  TreePosition at() const { return {frames_.back().parent, frames_.back().next_child}; }
  // True if a training loop has finished at least one iteration since start().
  bool stepped() const { return stepped_; }

 private:
  struct Frame {
    const Instruction* parent;
    std::size_t next_child = 0;
    std::int64_t iteration = 0;   // loops
    std::int64_t trip_count = 0;  // loops; negative: no limit
  };

  void push(const Instruction& instruction);
  void settle();
  void finish_child();                        // after leaving a frame, or executing the leaf
  const Instruction* child_of(Frame& frame);  // the next child; null at the end
  const Instruction* child_of_loop(Frame& frame);
  const Instruction* child_of_pipeline();
  bool is_due(const Every& every) const;
  bool is_training_loop(const Frame& frame) const;

  Machine& machine_;
  Replicas& replicas_;
  PipelineRun& pipeline_;
  const RunAhead& ahead_;
  std::vector<Frame> frames_;
  bool stepped_ = false;
};

}  // namespace pipette
