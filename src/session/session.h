// A session: one experiment being run. The page, JavaScript and the command line all hold sessions.
//
//   Session session(Experiment::defaults("mnist-with-feeds"));
//   while (!session.advance(Budget::microseconds(6000))) draw_frame();
//   session.losses().back();  session.summary().test_accuracy;
//
// advance() runs the host program of the experiment: engine runs one after the other, dequeuing
// when the experiment says so. step() goes on by one instruction, training step or engine run.
// However the work is cut into slices, numbers and cycles are the same. reset() starts again from
// the beginning.
//
// Errors: the constructor throws what Experiment::validate() throws, and InvalidArgument when the
// experiment names data that was not given. An error while running ends the run and is passed on;
// what had been computed stays readable, and reset() starts again.
//
// One thread. The inaccuracies of modelled time are those of device/host_model.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "observe/observed_run.h"
#include "session/batch_rates.h"
#include "session/condition.h"
#include "session/evaluator.h"
#include "session/image_data.h"
#include "session/layer_probe.h"
#include "session/summary.h"

namespace pipette {

// What changes no result.
struct SessionOptions {
  std::size_t profiled_spans = profile::RecordingLimits().spans;  // that profiles keep
};

class Session {
 public:
  explicit Session(const Experiment& experiment, const SessionOptions& options = {});
  // `data` is used when the experiment's data is not "digits".
  Session(const Experiment& experiment, const ImageData& data, const SessionOptions& options = {});
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  const Experiment& experiment() const;
  bool advance(const Budget& budget);  // true when the experiment has finished
  bool step(StepSize size);            // likewise
  void reset();
  // Goes back by a training step or an engine run, by running again from the beginning up to there
  // (session/replay.h); what follows has the same bits. False, and nothing happens, at the
  // beginning and for programs that measure real time.
  bool step_back(StepSize size = StepSize::training_step);
  bool finished() const;
  // Stops where the condition first holds: advance() and step() then return true, though the
  // experiment has not finished, and going on leads past it. It is checked after each training
  // step, and where it compares the accuracy after each hundredth of the experiment, however the
  // work is cut. Without a value nothing stops it. After reset() it is checked anew. Throws
  // FailedPrecondition where the accuracy can never be measured.
  void stop_when(std::optional<Condition> condition);
  const std::optional<Condition>& stop_condition() const;
  bool stopped() const;  // there, and has not gone on since
  // Of the last 500 losses, or all if fewer; none before the first.
  std::optional<double> mean_loss() const;
  // Goes on as `changed` from the next engine run on, when that differs from experiment() only in
  // the tensors that come to the host (Experiment::same_apart_from_outfeeds); experiment() gives it
  // at once. Nothing else changes: weights, state, clocks and what has come so far stay, and what
  // follows has the bits that it would have had. Returns false and does nothing for other
  // differences and for programs whose outfeeds cannot be chosen. Throws what
  // Experiment::validate() throws. Inaccuracy: the program is compiled again, which the modelled
  // compile time leaves out.
  bool continue_as(const Experiment& changed);
  // Keeps at least so many of the latest losses (training/loss_record.h), until reset().
  void keep_losses(std::size_t latest);

  // What is run, as its watchers see it. The reference is valid until reset().
  ObservedRun& observed();
  const ObservedRun& observed() const;
  // Shortcuts to its most used parts. Steps of the status are in Experiment::step_unit().
  RunStatus status() const;
  const LatestList<float>& losses() const;  // dequeued so far, one per mini-batch
  const std::string& printed() const;
  const Trace& trace() const;
  const Device& device() const;
  const PipelineInfo* pipeline() const;
  std::string explain(const Span& span) const;
  // Of each program that has been started: memory, operations and traces (profile/profile.h).
  std::vector<profile::Profile> profiles() const;

  Evaluator& evaluator();
  // The variables that are trained, and what the layers make of images. Looking changes nothing.
  std::vector<Variable> variables() const;
  Variable variable(const std::string& name) const;  // NotFound lists the names
  const LayerProbe& layers() const;
  // What a program has measured that trains nothing; null for all others.
  const BatchRates* batch_rates() const;
  const ImageData& data() const;
  // Figures of what has run so far. Test accuracy is measured here if `with_accuracy` is true.
  Summary summary(bool with_accuracy = true);

 private:
  std::int64_t next_look() const;
  bool look();

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pipette
