// The half of App that looks: sessions to view models (app.cc is the half that acts).
#include <algorithm>
#include <set>
#include <utility>

#include "page/app.h"
#include "page/experiment_panel.h"
#include "page/inspector_panel.h"
#include "runs/speed_scale.h"
#include "scenes/feeds/flow_model.h"
#include "scenes/model_edit.h"
#include "session/catalogue.h"
#include "ui/format.h"
#include "ui/json_writer.h"

namespace pipette::app {
namespace {

constexpr double kTraceSeconds = 0.06;  // between two drawings of a trace that grows
constexpr int kLiveSpeed = 3;           // up to this notch the block being recorded is shown

using Runs = std::array<std::unique_ptr<Run>, kNumRuns>;

// The newest block that every run has; finished ones first unless `live`.
std::int64_t common_block(const Runs& runs, bool live) {
  const auto all_have = [&](std::int64_t index, bool finished) {
    return std::all_of(runs.begin(), runs.end(), [&](const auto& run) {
      const TraceBlock* block = run->recorder().block(index);
      return block != nullptr && (!finished || block->finished);
    });
  };
  std::int64_t newest = runs.front()->recorder().recording();
  for (const auto& run : runs) newest = std::min(newest, run->recorder().recording());
  if (live && all_have(newest, false)) return newest;
  for (std::int64_t index = newest; index >= std::max<std::int64_t>(0, newest - 1); --index) {
    if (all_have(index, true)) return index;
  }
  if (all_have(0, true)) return 0;
  return all_have(newest, false) ? newest : all_have(0, false) ? 0 : -1;
}

// "Steps 1–10: 3.04 ms vs 12.4 ms, 4.1×"
std::string comparison(const TraceDrawing& one, const TraceDrawing& other,
                       std::int64_t first_step) {
  const std::int64_t count = one.steps();
  const double us = one.model().duration_us;
  const double other_us = other.model().duration_us;
  return (count == 1
              ? "Step " + format_count(first_step)
              : "Steps " + format_count(first_step) + "–" + format_count(first_step + count - 1)) +
         ": " + format_time_us(us) + " vs " + format_time_us(other_us) + ", " +
         format_ratio(other_us / us);
}

}  // namespace

void App::fill_model(double now_s) {
  if (!tests_.busy() && leader().steps_done() > 0) {
    tests_.predict_grid(leader(), now_s, !running_);
  }
  fill_transport();
  fill_parameters();
  model_.loss.total_steps = leader().session().experiment().num_mini_batches();
  model_.loss.series.clear();
  model_.loss.empty = LossModel().empty;
  fill_scenes();
  if (pipelined()) {
    fill_pipeline();
  } else {
    model_.pipeline = {};
  }
  if (inspected()) fill_inspector();
  if (model_.scene == Scene::kModel) fill_builder();
  if (alone()) {
    model_.loss.series.push_back(
        {leader().kind(), &leader().session().losses(), &leader().loss_seconds()});
  } else {
    model_.flow = flow_of(leader(), running_);
    fill_traces(now_s);
    for (const auto& run : runs_) {
      model_.loss.series.push_back({run->kind(), &run->session().losses(), &run->loss_seconds()});
    }
  }
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

void App::fill_scenes() {
  const Experiment& shown = leader().session().experiment();
  model_.scenes = {Scene::kFeeds};
  if (pipelined()) model_.scenes = {Scene::kSchedule};
  if (inspected()) {
    model_.scenes = {outfeeds(shown) ? Scene::kTensors : Scene::kPrinted};
    if (pipelined()) model_.scenes.push_back(Scene::kSchedule);
  }
  if (has_layers(shown)) model_.scenes.push_back(Scene::kModel);
  const bool has =
      std::find(model_.scenes.begin(), model_.scenes.end(), wanted_scene_) != model_.scenes.end();
  model_.scene = has ? wanted_scene_ : model_.scenes.front();
}

void App::fill_pipeline() {
  const Run& run = leader();
  const std::int64_t now = run.session().status().cycles;
  desk_.follow(*run.session().pipeline(), run.session().pipeline_position(), now);
  desk_.fill(&model_.pipeline, page_ != nullptr && page_->pipeline_view().compare);
  model_.pipeline.losses = &run.session().losses();
  model_.loss.empty = model_.pipeline.losses_note;
}

void App::fill_inspector() {
  const Session& session = leader().session();
  model_.inspector.filters = take_filters(&model_.parameters);
  model_.inspector.running = running_;
  const SessionStatus status = session.status();
  model_.inspector.filters_wait = status.run + (status.in_run ? 1 : 0) <= filters_run_;
  model_.inspector.printed = &session.printed();
  model_.loss.empty = note_on_losses(session.experiment().dequeue);
  inspector_.fill(session.outfed(), session.losses(), status.run, &model_.inspector);
}

// Worked out again when something has changed: it makes the layers to see whether they fit.
void App::fill_builder() {
  BuilderModel& model = model_.builder;
  if (std::exchange(builder_stale_, false)) model = builder_of(shown());
  model.draft = draft_.has_value();
  for (std::size_t i = 0; i <= model.rows.size(); ++i) {
    const bool end = i == model.rows.size();
    ExperimentProblem problem = problem_at("layers/" + std::to_string(i));
    (end ? model.end_error : model.rows[i].error) = std::move(problem.text);
    (end ? model.end_suggestions : model.rows[i].suggestions) = std::move(problem.nearest);
  }
}

std::string App::pipeline_json() const {
  if (!pipelined()) return "null";
  JsonWriter json;
  desk_.write(&json);
  if (page_ != nullptr) {
    const PipelineViewState& view = page_->pipeline_view();
    json.add("comparing", view.compare)
        .add("chosen", view.chosen)
        .add("pointed", view.pointed)
        .add("columns", view.columns == Columns::kSlots ? "slots" : "cycles")
        .add("start", view.view.start_us)
        .add("end", view.view.end_us);
  }
  return json.text();
}

void App::fill_transport() {
  TransportModel& transport = model_.transport;
  const Run& lead = leader();
  const bool lead_done = lead.finished();
  const bool all_done = finished();
  transport.running = running_;
  transport.finished = all_done;
  transport.pipelined = pipelined();
  transport.step = lead.steps_done();
  transport.total_steps = lead.session().status().num_steps;
  transport.speed = speed_;
  transport.real_steps_per_second = real_steps_per_second_;
  transport.refused = !refused_.empty();
  transport.can_undo = transport.refused || experiments_.can_undo();
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
    transport.status = std::string(run_title(follower().kind())) + ": step " +
                       format_count(follower().steps_done());
  } else if (tests_.busy()) {
    transport.status = "Testing";
  } else if (running_) {
    transport.status = "Training";
  } else {
    transport.status = transport.step == 0 ? "Ready" : "Paused";
  }
}

void App::fill_parameters() {
  model_.parameters = panel_of(shown());
  for (ParameterGroup& group : model_.parameters.groups) {
    for (ParameterField& field : group.fields) {
      ExperimentProblem problem = problem_at(field.name);
      field.error = std::move(problem.text);
      field.suggestions = std::move(problem.nearest);
      for (const auto& [_, value] : refused_) {
        if (!value || value->name != field.name) continue;
        field.value = value->number;
        field.text = value->text;
      }
    }
  }
  for (const CatalogueEntry& entry : catalogue()) {
    if (page_shows(entry.name)) model_.parameters.experiments.push_back({entry.name, entry.title});
  }
  model_.parameters.experiment = leader().session().experiment().name;
}

void App::fill_traces(double now_s) {
  const bool live = !running_ || speed_ <= kLiveSpeed;
  const std::int64_t index = common_block(runs_, live);
  model_.traces = {};
  if (index < 0) {
    drawn_block_ = -1;
    return;
  }
  std::uint64_t version = 0;
  for (const auto& run : runs_) version += run->recorder().version();
  const bool stale = index != drawn_block_ || version != drawn_version_;
  const bool rested = !running_ || now_s - drawn_at_s_ > kTraceSeconds;
  if (stale && (rested || drawn_block_ < 0)) {
    for (std::size_t i = 0; i < kNumRuns; ++i) {
      const Run& run = *runs_[i];
      drawings_[i].build(*run.recorder().block(index), run.session(), run.kind());
    }
    drawn_block_ = index;
    drawn_version_ = version;
    drawn_at_s_ = now_s;
  }
  for (const TraceDrawing& drawing : drawings_) model_.traces.tracks.push_back(drawing.model());
  const TraceDrawing& with = drawings_.front();
  const TraceDrawing& without = drawings_.back();
  const bool same_steps = with.steps() == without.steps();
  model_.traces.same_steps = same_steps && with.model().duration_us > 0;
  if (!model_.traces.same_steps) return;
  const std::int64_t first_step = drawn_block_ * experiments_.current().steps_per_execution + 1;
  model_.traces.caption = comparison(with, without, first_step);
}

void App::announce_changes() {
  const TransportModel& transport = model_.transport;
  host_.announce((running_ ? "Running, step " : "Paused at step ") + format_count(transport.step) +
                 " of " + format_count(transport.total_steps));
}

std::string App::state_json() {
  const Run& lead = leader();
  JsonWriter errors;
  std::set<std::string> wrong;
  for (const Refused& each : refused_) wrong.insert(each.problem.field);
  for (const std::string& field : wrong) errors.add(field.c_str(), problem_at(field).text);
  const bool known = !model_.accuracy.points.empty();
  JsonWriter view;
  if (page_) {
    view.add("start_us", page_->trace_view().start_us).add("end_us", page_->trace_view().end_us);
  }
  JsonWriter inspector;
  if (inspected()) inspector_.write(model_.inspector, lead.session().printed(), &inspector);
  JsonWriter json;
  json.add("experiment", lead.session().experiment().name)
      .add("scene", scene_name(model_.scene))
      .add("running", running_)
      .add("finished", finished())
      .add("testing", tests_.busy())
      .add("step", lead.steps_done())
      .add("follower_step", follower().steps_done())
      .add("steps", lead.session().status().num_steps)
      .add("speed", speed_)
      .add("losses", static_cast<std::int64_t>(lead.session().losses().size()))
      .add("real_steps_per_second", real_steps_per_second_)
      .add("accuracy", known ? static_cast<double>(model_.accuracy.points.back().accuracy) : -1.0)
      .add("classified", model_.drawing.classified)
      .add("data", experiments_.current().data)
      .raw("parameters", experiments_.current().to_json())
      .raw("draft", draft_ ? draft_->to_json() : "null")
      .raw("summary", leader().session().summary(false).to_json())
      .add("error", error_)
      .raw("field_errors", errors.text())
      .add("data_error", model_.data.error)
      .add("caption", model_.traces.caption)
      .raw("trace_view", view.text())
      .raw("pipeline", pipeline_json())
      .raw("inspector", inspected() ? inspector.text() : "null");
  return json.text();
}

}  // namespace pipette::app
