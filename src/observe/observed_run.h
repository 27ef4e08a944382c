// A host program on a machine of its own, as people watch it: what a session and a model of one's
// own have in common.
//
//   ObservedRun run(config, [](Strategy& strategy, Record& record) {
//     return std::make_unique<Example>(strategy, record);
//   });
//   while (!run.advance(Budget::microseconds(6000))) draw(run.status(), run.trace());
//   run.record().losses.values.back();
//
// However the work is cut into slices, numbers and cycles are the same.
//
// Errors: what the program throws is passed on and noted among the events; what had been computed
// stays readable. One thread. A run never moves, because its program refers to what it owns.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/choices.h"
#include "observe/host_program.h"
#include "observe/pipeline_info.h"
#include "observe/queue_status.h"
#include "observe/record.h"
#include "profile/profile.h"
#include "program/strategy.h"

namespace pipette {

// A phase ends where the program goes on to another of loading, the forward pass, the backward
// pass and the weight update, or where its step, slot or run ends; instructions that are none of
// these belong to the phase before, as results that leave do. An instruction that makes a gradient
// and applies it in one kernel is a weight update; a program has these after the rest of the
// backward pass. A slot is one of a pipeline: its stages are executed one after the other, so a
// phase there is what follows each other of the same kind within one slot.
enum class StepSize { instruction, slot, training_step, engine_run, phase };
constexpr auto choices_of(StepSize) {
  return std::to_array<Choice<StepSize>>({{StepSize::instruction, "instruction"},
                                          {StepSize::slot, "slot"},
                                          {StepSize::training_step, "training_step"},
                                          {StepSize::engine_run, "engine_run"},
                                          {StepSize::phase, "phase"}});
}

struct RunStatus {
  bool finished = false;
  bool in_run = false;  // an engine run is going on
  std::int64_t run = 0, num_runs = 0;
  std::int64_t step = 0, num_steps = 0;  // finished and in all, in the program's unit
  std::string instruction;               // what comes next, "" between runs
  InstructionKind instruction_kind = InstructionKind::sequence;
  Phase phase = Phase::none;
  std::int64_t cycles = 0;  // modelled clock
  double seconds = 0;       // the same, without compile time
  double compile_seconds = 0;
  QueueStatus infeed, outfeed;
  // What all outfeed queues of the program hold in the host's memory until it dequeues them, by the
  // number of their elements; and the most so far.
  std::int64_t held_bytes = 0, most_held_bytes = 0;
};

class ObservedRun {
 public:
  // Called once, by the constructor. The program may keep both references.
  using MakeProgram = std::function<std::unique_ptr<HostProgram>(Strategy&, Record&)>;

  ObservedRun(const DeviceConfig& device, const MakeProgram& make_program,
              std::size_t profiled_spans = profile::RecordingLimits().spans);
  ~ObservedRun();  // a run that is going on is abandoned
  ObservedRun(const ObservedRun&) = delete;
  ObservedRun& operator=(const ObservedRun&) = delete;

  bool advance(const Budget& budget);  // true when the program has ended
  bool step(StepSize size);            // likewise
  bool finished() const { return program_->finished(); }
  // Must be called when the program has changed other than by advance().
  void update();

  RunStatus status() const;
  const Record& record() const { return record_; }
  Record& record() { return record_; }
  const Trace& trace() const { return machine_.trace; }
  const Device& device() const { return machine_.device; }
  const Machine& machine() const { return machine_; }
  // What the first engine runs of each program took, for profiles.
  const profile::RunRecorder& recorder() const { return recorder_; }
  // Of each program that has been started, in that order.
  std::vector<profile::Profile> profiles() const;
  // Says what a profile's advice means to whoever made the program: sets its changes, or returns
  // false, and it is left out. Without this, changes stay empty.
  using ExpressAdvice = std::function<bool(profile::Advice&)>;
  void express_advice(ExpressAdvice express) { express_advice_ = std::move(express); }
  Strategy& strategy() { return strategy_; }
  // The schedule, stages and memory of a pipelined program, else null; and where the run stands.
  const PipelineInfo* pipeline() const { return pipeline_ ? &*pipeline_ : nullptr; }
  PipelinePosition pipeline_position() const;
  const Instruction* instructions() const;  // the tree, null before the first run
  // Says why a span of the trace waited, or what it did, in one sentence with numbers, and whether
  // it ran because a predicate was true or false.
  std::string explain(const Span& span) const;
  double real_seconds() const { return real_seconds_; }  // what advance() has taken so far

 private:
  bool step_phase();

  Record record_;
  profile::RunRecorder recorder_;
  Machine machine_;
  Strategy strategy_;
  std::unique_ptr<HostProgram> program_;
  std::optional<PipelineInfo> pipeline_;
  ExpressAdvice express_advice_;
  double real_seconds_ = 0;
};

}  // namespace pipette
