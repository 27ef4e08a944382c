// A session: one experiment being run. What the page, JavaScript and the command line hold.
//
//   Session session(Experiment::defaults("mnist-with-feeds"));
//   while (!session.advance(Budget::microseconds(6000))) draw_frame();
//   session.losses().back();  session.summary().test_accuracy;
//
// advance() runs the host program of the experiment: engine runs one after the other, dequeuing when the
// experiment says so. step() goes on by one instruction, training step or engine run. However the
// work is cut into slices, numbers and cycles are the same. reset() starts again from the
// beginning.
//
// Errors: the constructor throws what Experiment::validate() throws, and InvalidArgument when the
// experiment names data that was not given. An error while running ends the run and is passed on;
// what had been computed stays readable, reset() starts again.
//
// Threads: one thread. Inaccuracies: see device/host_model.h for modelled time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "program/engine.h"
#include "session/evaluator.h"
#include "session/events.h"
#include "session/image_data.h"
#include "session/pipeline_info.h"
#include "session/queue_status.h"
#include "session/record.h"
#include "session/summary.h"

namespace pipette {

enum class StepSize { instruction, slot, training_step, engine_run };  // slot: of a pipeline

struct SessionStatus {
  bool finished = false;
  bool in_run = false;  // an engine run is going on
  std::int64_t run = 0, num_runs = 0;
  // Steps finished and in all, in the experiment's unit: Experiment::step_unit().
  std::int64_t step = 0, num_steps = 0;
  std::string instruction;               // what comes next, "" between runs
  InstructionKind instruction_kind = InstructionKind::sequence;
  Phase phase = Phase::none;
  std::int64_t cycles = 0;  // modelled clock
  double seconds = 0;       // the same, without compile time
  double compile_seconds = 0;
  QueueStatus infeed, outfeed;
};

class Session {
 public:
  explicit Session(const Experiment& experiment);
  // `data` is used when the experiment's data is not "digits".
  Session(const Experiment& experiment, const ImageData& data);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  const Experiment& experiment() const;
  bool advance(const Budget& budget);  // true when the experiment has finished
  bool step(StepSize size);            // likewise
  void reset();
  bool finished() const;
  // Goes on as `changed` when that differs from experiment() only in the tensors that come to the
  // host (Experiment::same_apart_from_outfeeds), from the next engine run on; experiment() says so
  // at once. Nothing else changes: weights, state, clocks and what has come so far stay, and what
  // follows has the bits that it would have had. False, and nothing is done, for other differences
  // and for programs whose outfeeds cannot be chosen. Throws what Experiment::validate() throws.
  // Inaccuracy: the program is compiled again, which the modelled compile time leaves out.
  bool continue_as(const Experiment& changed);

  SessionStatus status() const;
  const std::vector<float>& losses() const;  // dequeued so far, one per mini-batch
  const LossRecord& loss_record() const;  // the same, with the cycle at which each reached the host
  // Tensors that the program's outfeeds have shown, and what it has printed.
  const std::vector<OutfedTensor>& outfed() const;
  const std::string& printed() const;
  const Trace& trace() const;
  const Device& device() const;
  // The schedule, stages and memory of a pipelined experiment, else null; and where it stands.
  const PipelineInfo* pipeline() const;
  PipelinePosition pipeline_position() const;
  const Instruction* program() const;  // the instruction tree, null before the first run
  EventLog& events();
  // Why a span of the trace waited, or what it did: one sentence with numbers.
  std::string explain(const Span& span) const;

  Evaluator& evaluator();
  const ImageData& data() const;
  // Figures of what has run so far. Test accuracy is measured here when `with_accuracy`.
  Summary summary(bool with_accuracy = true);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pipette
