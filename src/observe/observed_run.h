// A host program on a machine of its own, with everything that observers need: the common part of a
// session and of a user's own model.
//
//   ObservedRun run(config, [](Strategy& strategy, Record& record) {
//     return std::make_unique<Example>(strategy, record);
//   });
//   while (!run.advance(Budget::microseconds(6000))) draw(run.status(), run.trace());
//   run.record().losses.values.back();
//
// Numbers and cycles do not depend on how the work is divided into slices.
//
// Errors: exceptions of the program are passed on and recorded among the events; results computed
// so far stay readable. One thread. A run never moves, because its program refers to its members.
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

// A phase ends where the program switches between loading, the forward pass, the backward pass and
// the weight update, or where its step, slot or run ends; instructions that are none of these, such
// as results that leave, belong to the phase before. An instruction that makes a gradient and
// applies it in one kernel is a weight update; a program executes these after the rest of the
// backward pass. A slot is one of a pipeline: its stages are executed one after the other, so a
// phase there is a sequence of instructions of the same kind within one slot.
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
  bool in_run = false;  // an engine run is under way
  std::int64_t run = 0, num_runs = 0;
  std::int64_t step = 0, num_steps = 0;  // finished and in total, in the program's unit
  std::string instruction;               // the next one, "" between runs
  InstructionKind instruction_kind = InstructionKind::sequence;
  Phase phase = Phase::none;
  std::int64_t cycles = 0;  // modelled clock
  double seconds = 0;       // the same, without compile time
  double compile_seconds = 0;
  QueueStatus infeed, outfeed;
  // The bytes that all outfeed queues of the program hold in the host's memory until they are
  // dequeued, by the number of their elements; and the maximum so far.
  std::int64_t held_bytes = 0, most_held_bytes = 0;
};

class ObservedRun {
 public:
  // Called once, by the constructor. The program may keep both references.
  using MakeProgram = std::function<std::unique_ptr<HostProgram>(Strategy&, Record&)>;

  ObservedRun(const DeviceConfig& device, const MakeProgram& make_program,
              std::size_t profiled_spans = profile::RecordingLimits().spans,
              const Strategy::Options& options = {});
  ~ObservedRun();  // abandons a run that is under way
  ObservedRun(const ObservedRun&) = delete;
  ObservedRun& operator=(const ObservedRun&) = delete;

  bool advance(const Budget& budget);  // true when the program has ended
  bool step(StepSize size);            // true when the program has ended
  bool finished() const { return program_->finished(); }
  // Must be called after the program has changed by anything other than advance().
  void update();

  RunStatus status() const;
  const Record& record() const { return record_; }
  Record& record() { return record_; }
  const Trace& trace() const { return machine_.trace; }
  const Device& device() const { return machine_.device; }
  const Machine& machine() const { return machine_; }
  // Records of the first engine runs of each program, for profiles.
  const profile::RunRecorder& recorder() const { return recorder_; }
  // A profile of each program started so far, in that order.
  std::vector<profile::Profile> profiles() const;
  // A function of the program's author that sets the changes of a profile's advice, or returns
  // false to leave the advice out. Without it, changes stay empty.
  using ExpressAdvice = std::function<bool(profile::Advice&)>;
  void express_advice(ExpressAdvice express) { express_advice_ = std::move(express); }
  Strategy& strategy() { return strategy_; }
  // The schedule, stages and memory of a pipelined program, otherwise null; and the run's position.
  const PipelineInfo* pipeline() const { return pipeline_ ? &*pipeline_ : nullptr; }
  PipelinePosition pipeline_position() const;
  const Instruction* instructions() const;  // the tree, null before the first run
  // Explains a span of the trace in one sentence with numbers: why it waited or what it did, and
  // whether it ran because a predicate was true or false.
  std::string explain(const Span& span) const;
  double real_seconds() const { return real_seconds_; }  // total time of advance() so far
  // The machine, the record and the real time; the program archives itself.
  void archive(Archive& a);

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
