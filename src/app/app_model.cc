// The half of App that looks: sessions to view models (app.cc is the half that acts).
#include <algorithm>

#include "app/app.h"
#include "app/experiment_panel.h"
#include "app/flow_model.h"
#include "app/format.h"
#include "app/json_writer.h"
#include "app/speed_scale.h"
#include "session/catalogue.h"

namespace pipette::app {
namespace {

constexpr double kTraceSeconds = 0.06;  // between two drawings of a trace that grows
constexpr int kLiveSpeed = 3;           // up to this notch the block being recorded is shown

std::string run_name(RunKind run) {
  return run == RunKind::kWithFeeds ? "with feeds" : "without feeds";
}

// The newest block that both runs have; finished ones first unless `live`.
std::int64_t common_block(const TraceRecorder& a, const TraceRecorder& b, bool live) {
  const auto both = [&](std::int64_t index, bool finished) {
    const TraceBlock* x = a.block(index);
    const TraceBlock* y = b.block(index);
    return x != nullptr && y != nullptr && (!finished || (x->finished && y->finished));
  };
  const std::int64_t newest = std::min(a.recording(), b.recording());
  if (live && both(newest, false)) return newest;
  for (std::int64_t index = newest; index >= std::max<std::int64_t>(0, newest - 1); --index) {
    if (both(index, true)) return index;
  }
  if (both(0, true)) return 0;
  return both(newest, false) ? newest : both(0, false) ? 0 : -1;
}

}  // namespace

void App::fill_model(double now_s) {
  if (!tests_.busy() && leader().steps_done() > 0) {
    tests_.predict_grid(leader(), now_s, !running_);
  }
  fill_transport();
  fill_parameters();
  model_.flow = flow_of(leader(), running_);
  fill_traces(now_s);
  model_.loss.total_steps = leader().session().experiment().num_steps();
  model_.loss.series = {
      {RunKind::kWithFeeds, &with_->session().losses(), &with_->loss_seconds()},
      {RunKind::kWithoutFeeds, &without_->session().losses(), &without_->loss_seconds()}};
  tests_.fill(&model_);
  const bool generated = experiments_.current().data == "digits";
  model_.data.kind = generated ? DataKind::kGenerated : DataKind::kFiles;
  model_.data.summary = format_count(data_.train_count()) + " training and " +
                        format_count(data_.test_count()) + " test digits" +
                        (generated ? ", drawn here from the seed" : ", from files");
  const std::string missing = inbox_.missing();
  if (missing.size() < std::string("train-images, train-labels, t10k-images, t10k-labels").size()) {
    model_.data.summary += ". Still missing for the new ones: " + missing;
  }
}

void App::fill_transport() {
  TransportModel& transport = model_.transport;
  const Run& lead = leader();
  const bool lead_done = lead.finished();
  const bool all_done = lead_done && follower().finished();
  transport.running = running_;
  transport.finished = all_done;
  transport.step = lead.steps_done();
  transport.total_steps = lead.session().experiment().num_steps();
  transport.speed = speed_;
  transport.real_steps_per_second = real_steps_per_second_;
  transport.can_undo = experiments_.can_undo();
  transport.can_redo = experiments_.can_redo();
  transport.error = error_;
  if (running_ || transport.step == 0) {
    transport.fingerprint.clear();
    fingerprint_step_ = -1;
  } else if (fingerprint_step_ != transport.step) {
    // A class can compare it: the same experiment gives the same weights on every machine.
    transport.fingerprint = leader().session().summary(false).weight_hash.substr(0, 8);
    fingerprint_step_ = transport.step;
  }
  if (all_done) {
    transport.status = "Done";
  } else if (lead_done) {
    transport.status =
        "Now " + run_name(follower().kind()) + ": " + format_count(follower().steps_done());
  } else if (tests_.busy()) {
    transport.status = "Testing";
  } else if (running_) {
    transport.status = "Training";
  } else {
    transport.status = transport.step == 0 ? "Ready" : "Paused";
  }
}

void App::fill_parameters() {
  model_.parameters = panel_of(experiments_.current());
  for (ParameterGroup& group : model_.parameters.groups) {
    for (ParameterField& field : group.fields) {
      const auto error = field_errors_.find(field.name);
      if (error == field_errors_.end()) continue;
      field.error = error->second;
      field.value = refused_values_.at(field.name);
    }
  }
  for (const CatalogueEntry& entry : catalogue()) {
    model_.parameters.experiments.push_back(entry.title);
  }
  model_.parameters.experiment = static_cast<int>(selected_);
}

void App::fill_traces(double now_s) {
  const bool live = !running_ || speed_ <= kLiveSpeed;
  const std::int64_t index = common_block(with_->recorder(), without_->recorder(), live);
  const std::uint64_t version = with_->recorder().version() + without_->recorder().version();
  model_.traces.tracks.clear();
  model_.traces.caption.clear();
  if (index < 0) {
    drawn_block_ = -1;
    return;
  }
  const bool stale = index != drawn_block_ || version != drawn_version_;
  const bool rested = !running_ || now_s - drawn_at_s_ > kTraceSeconds;
  if (stale && (rested || drawn_block_ < 0)) {
    with_drawing_.build(*with_->recorder().block(index), with_->session(), RunKind::kWithFeeds);
    without_drawing_.build(*without_->recorder().block(index), without_->session(),
                           RunKind::kWithoutFeeds);
    drawn_block_ = index;
    drawn_version_ = version;
    drawn_at_s_ = now_s;
  }
  model_.traces.tracks = {with_drawing_.model(), without_drawing_.model()};
  const std::int64_t block = experiments_.current().steps_per_execution;
  const double with_us = with_drawing_.model().duration_us;
  const double without_us = without_drawing_.model().duration_us;
  const std::int64_t first = drawn_block_ * block + 1;
  const bool whole = with_drawing_.steps() == without_drawing_.steps();
  if (!whole || with_us <= 0) return;
  const std::int64_t count = with_drawing_.steps();
  model_.traces.caption =
      (count == 1 ? "Step " + format_count(first)
                  : "Steps " + format_count(first) + "–" + format_count(first + count - 1)) +
      ": " + format_time_us(with_us) + " vs " + format_time_us(without_us) + ", " +
      format_ratio(without_us / with_us);
}

void App::announce_changes() {
  const TransportModel& transport = model_.transport;
  host_.announce((running_ ? "Running, step " : "Paused at step ") + format_count(transport.step) +
                 " of " + format_count(transport.total_steps));
}

std::string App::state_json() {
  const Run& lead = leader();
  JsonWriter errors;
  for (const auto& [field, error] : field_errors_) errors.add(field.c_str(), error);
  const bool known = !model_.accuracy.points.empty();
  JsonWriter json;
  json.add("experiment", lead.session().experiment().name)
      .add("running", running_)
      .add("finished", lead.finished() && follower().finished())
      .add("testing", tests_.busy())
      .add("step", lead.steps_done())
      .add("follower_step", follower().steps_done())
      .add("steps", lead.session().experiment().num_steps())
      .add("speed", speed_)
      .add("losses", static_cast<std::int64_t>(lead.session().losses().size()))
      .add("real_steps_per_second", real_steps_per_second_)
      .add("accuracy", known ? static_cast<double>(model_.accuracy.points.back().accuracy) : -1.0)
      .add("classified", model_.drawing.classified)
      .add("data", experiments_.current().data)
      .raw("parameters", experiments_.current().to_json())
      .raw("summary", leader().session().summary(false).to_json())
      .add("error", error_)
      .raw("field_errors", errors.text())
      .add("data_error", model_.data.error)
      .add("caption", model_.traces.caption);
  return json.text();
}

}  // namespace pipette::app
