// Records the activity of an engine run in the machine's trace, and advances the clocks of its
// IPUs.
//
//   recorder.begin_run(machine.runs++);
//   recorder.spend(instruction, supersteps, ipu);
//   machine.trace.add(recorder.span(SpanKind::sync, begin, end, recorder.name_of(instruction), 0));
//
// Part of the engine (engine.h), for its other parts. Keeps a reference to the machine.
#pragma once

#include <span>
#include <vector>

#include "core/item.h"
#include "program/executable.h"
#include "program/machine.h"

namespace pipette {

class Recorder {
 public:
  Recorder(const Executable& executable, Machine& machine);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void begin_run(std::int64_t run) { run_ = run; }
  // The mini-batch of the current stage program; -1: none.
  std::int64_t mini_batch() const { return mini_batch_; }
  void set_mini_batch(std::int64_t mini_batch) { mini_batch_ = mini_batch; }

  // A span of this run, step and mini-batch; `name` is its name in the trace.
  Span span(SpanKind kind, std::int64_t begin, std::int64_t end, std::int32_t name,
            int lane = 0) const;
  // The trace name of an instruction, or of its first superstep if it has any.
  std::int32_t name_of(const Instruction& instruction) const {
    return item(names_, instruction.id)[0];
  }
  // Spends supersteps of `instruction`, one after the other on one IPU of the device.
  void spend(const Instruction& instruction, std::span<const Superstep> supersteps, int ipu);
  // Adds the parts of one superstep that begins with the span.
  void add_superstep(const Span& span, const Cost& cost);

 private:
  Machine& machine_;
  std::vector<std::vector<std::int32_t>> names_;  // by instruction id: trace names of supersteps
  std::int64_t run_ = 0;
  std::int64_t mini_batch_ = -1;
};

}  // namespace pipette
