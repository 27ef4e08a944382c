// A session: one experiment being run. The page, JavaScript and the command line all hold sessions.
//
//   Session session(Experiment::defaults("mnist-with-feeds"));
//   while (!session.advance(Budget::microseconds(6000))) draw_frame();
//   session.losses().back();  session.summary().test_accuracy;
//
// advance() runs the host program of the experiment: engine runs one after the other, dequeuing
// when the experiment says so. step() advances by one instruction, training step or engine run.
// Numbers and cycles do not depend on how the work is divided into slices. reset() starts again
// from the beginning.
//
// Errors: the constructor throws what Experiment::validate() throws, and InvalidArgument if the
// experiment names data that was not given. An error while running ends the run and is passed on;
// results computed so far stay readable, and reset() starts again.
//
// One thread. The inaccuracies of modelled time are those of device/host_model.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/archive_fwd.h"
#include "experiment/experiment.h"
#include "observe/observed_run.h"
#include "session/batch_rates.h"
#include "session/condition.h"
#include "session/evaluator.h"
#include "session/image_data.h"
#include "session/layer_probe.h"
#include "session/summary.h"

namespace pipette {

// Options that change no result.
struct SessionOptions {
  std::size_t profiled_spans = profile::RecordingLimits().spans;  // that profiles keep
};

// Of an experiment with generated digits. Throws InvalidArgument for other data, which must be
// loaded.
ImageData data_for(const Experiment& experiment);

class Session {
 public:
  explicit Session(const Experiment& experiment, const SessionOptions& options = {});
  // `data` is used if the experiment's data is not "digits".
  Session(const Experiment& experiment, const ImageData& data, const SessionOptions& options = {});
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  const Experiment& experiment() const;
  bool advance(const Budget& budget);  // true when the experiment has finished
  bool step(StepSize size);            // true when the experiment has finished
  void reset();
  // Goes back by a training step or an engine run, by running again from the beginning up to that
  // point (session/replay.h); later results have the same bits. Returns false, and does nothing, at
  // the beginning and for programs that measure real time.
  bool step_back(StepSize size = StepSize::training_step);
  bool finished() const;
  // Stops where the condition is first true: advance() and step() then return true, though the
  // experiment has not finished, and further calls continue past it. It is checked after each
  // training step, or, if it compares the accuracy, after each hundredth of the experiment, however
  // the work is divided. Without a value nothing stops the session. After reset() it is checked
  // anew. Throws FailedPrecondition if the accuracy can never be measured.
  void stop_when(std::optional<Condition> condition);
  const std::optional<Condition>& stop_condition() const;
  bool stopped() const;  // there, and has not continued since
  // The mean of the last 500 losses, or of all if there are fewer; none before the first.
  std::optional<double> mean_loss() const;
  // Continues as `changed` from the next engine run on, if that differs from experiment() only in
  // the tensors sent to the host (Experiment::same_apart_from_outfeeds); experiment() returns it at
  // once. Nothing else changes: weights, state, clocks and results so far stay, and later results
  // have the same bits as without the change. Returns false and does nothing for other differences
  // and for programs whose outfeeds cannot be chosen. Throws what Experiment::validate() throws.
  // Inaccuracy: the program is compiled again, which the modelled compile time leaves out.
  bool continue_as(const Experiment& changed);
  // Keeps at least this many of the latest losses (training/loss_record.h), until reset().
  void keep_losses(std::size_t latest);

  // The run, as its observers see it. The reference is valid until reset().
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
  // A profile of each program started so far: memory, operations and traces (profile/profile.h).
  std::vector<profile::Profile> profiles() const;

  Evaluator& evaluator();
  // The trained variables, and a probe for the outputs of layers. Reading them changes nothing.
  std::vector<Variable> variables() const;
  Variable variable(const std::string& name) const;  // NotFound lists the names
  const LayerProbe& layers() const;
  // Measurements of a program that trains nothing; null for all others.
  const BatchRates* batch_rates() const;
  const ImageData& data() const;
  // For session/checkpoint.h.
  void archive(Archive& a);
  // Figures of the run so far. Measures the test accuracy if `with_accuracy` is true.
  Summary summary(bool with_accuracy = true);

 private:
  std::int64_t next_check() const;
  bool check();

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pipette
