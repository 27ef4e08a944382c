#include "page/transport_state.h"

#include <string>
#include <string_view>

#include "experiment/catalogue.h"
#include "runs/speed_scale.h"
#include "session/replay.h"
#include "ui/format.h"

namespace pipette::app {
namespace {

std::string status_of(const Runs& runs, const Pacing& pacing, bool testing) {
  const Run& lead = runs.leader();
  if (runs.failed()) return "Stopped";
  if (runs.finished()) return "Done";
  if (lead.finished()) {
    return runs.follower().title() + ": step " + format_count(runs.follower().steps_done());
  }
  if (testing) return "Testing";
  if (pacing.running()) {
    if (lead.session().batch_rates() != nullptr) return "Measuring";
    return catalogue_entry(lead.session().experiment().name).trains() ? "Training" : "Running";
  }
  if (lead.session().stopped()) return "Stopped at the target";
  return lead.steps_done() == 0 ? "Ready" : "Paused";
}

}  // namespace

StepWords words_of_step(const Experiment& experiment) {
  if (catalogue_entry(experiment.name).kind == ProgramKind::benchmark) {
    return {"mini-batch", "batch", "batches"};
  }
  return experiment.steps_are_updates() ? StepWords{"weight update", "update", "updates"}
                                        : StepWords();
}

std::vector<const char*> speed_labels() {
  std::vector<const char*> labels;
  for (const Speed& speed : kSpeeds) labels.push_back(speed.label);
  return labels;
}

std::string said_where(const Runs& runs, const Pacing& pacing, const std::string& caption) {
  const Session& session = runs.leader().session();
  const RunStatus status = session.status();
  const char* how = pacing.running()    ? "Running, "
                    : session.stopped() ? "Stopped at the target, "
                                        : "Paused at ";
  return how + std::string(words_of_step(session.experiment()).name) + " " +
         format_count(status.step) + " of " + format_count(status.num_steps) +
         (caption.empty() ? "" : ". " + caption);
}

void TransportState::follow(TransportModel* transport, Runs& runs, const Pacing& pacing,
                            bool testing) {
  Session& session = runs.leader().session();
  const RunStatus status = session.status();
  transport->running = pacing.running();
  transport->finished = runs.finished();
  transport->pipelined = session.pipeline() != nullptr;
  transport->words = words_of_step(session.experiment());
  transport->measures = session.batch_rates() != nullptr;
  transport->step = status.step;
  transport->total_steps = status.num_steps;
  transport->speed = pacing.speed();
  transport->real_steps_per_second = pacing.real_steps_per_second();
  transport->can_go_back =
      !runs.failed() && EarlierPlace::before(session, StepSize::training_step).has_value();
  const bool trains = catalogue_entry(session.experiment().name).trains();
  if (pacing.running() || status.step == 0 || !trains) {
    transport->fingerprint.clear();
    fingerprint_step_ = -1;
  } else if (fingerprint_step_ != status.step) {
    // A class can compare it: the same experiment gives the same weights on every machine.
    transport->fingerprint = session.summary(false).weight_hash.substr(0, 8);
    fingerprint_step_ = status.step;
  }
  transport->status = status_of(runs, pacing, testing);
}

}  // namespace pipette::app
