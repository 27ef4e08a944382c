#include "page/app.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "experiment/catalogue.h"
#include "page/experiment_panel.h"
#include "page/scenes.h"
#include "page/shown_programs.h"
#include "ui/format.h"
#include "ui/json_writer.h"

namespace pipette::app {
namespace {

constexpr double kLongestFrame = 0.1;  // seconds; after a pause an animation does not jump
// Traces are compared over the training steps of one engine run, where that is not too long to look
// at.
constexpr std::int64_t kLongestTrace = 50, kTraceOfLongRun = 10;
constexpr const char* kFirstExperiment = "mnist-with-feeds";

std::string refusal_of_link(const std::string& why) {
  return "The link was refused: " + why + ". Open the whole link, or go on with this experiment.";
}

Experiment first_experiment(const std::string& shared, std::string* error) {
  Experiment experiment = Experiment::defaults(kFirstExperiment);
  try {
    if (!shared.empty()) {
      const Experiment wanted = for_page(Experiment::from_json(shared));
      const std::vector<Problem> problems = problems_on_page(wanted);
      if (!problems.empty()) throw_problem(problems[0]);
      experiment = wanted;
    }
    if (experiment.training.data != "digits")
      experiment.training.data = "digits";  // a link carries no data
  } catch (const Error& refused) {
    *error = refusal_of_link(refused.what());
  }
  return experiment;
}

std::unique_ptr<Runs> make_runs(const Experiment& experiment, const ImageData& data) {
  if (!run_of(experiment.name)) {
    const RunKind kind = is_pipelined(experiment) ? RunKind::pipelined : RunKind::training;
    return std::make_unique<Runs>(std::make_unique<Run>(kind, experiment, data));
  }
  const std::int64_t run = experiment.training.steps_per_execution;
  const std::int64_t steps = run <= kLongestTrace ? run : kTraceOfLongRun;
  return std::make_unique<Runs>(
      std::make_unique<Run>(RunKind::on_device, experiment, data, steps),
      std::make_unique<Run>(RunKind::by_calls, twin_of(experiment), data, steps));
}

}  // namespace

App::App(Host& host, const std::string& shared)
    : host_(host),
      edits_(first_experiment(shared, &error_)),
      data_(ImageData::generated(edits_.current().training.seed)),
      scenes_(make_scenes()) {
  try {
    rebuild();
  } catch (const Error& refused) {
    error_ = refusal_of_link(refused.what());
    edits_.begin_anew(Experiment::defaults(kFirstExperiment));
    rebuild();
  }
}

App::~App() = default;

void App::rebuild() {
  const Experiment& experiment = edits_.current();
  if (experiment.training.data == "digits")
    data_.use(ImageData::generated(experiment.training.seed));
  runs_ = make_runs(experiment, data_.data());
  for (const auto& scene : scenes_) scene->start(*runs_);
  model_.loss.series.clear();
  evaluation_.attach(data_.data());
  pacing_.reset();
  fingerprint_step_ = -1;
  filters_from_run_ = -1;
}

// Filters take effect where training stands; everything else starts it again.
void App::go_on_or_rebuild() {
  Session& session = runs_->leader().session();
  if (!is_inspection(edits_.current()) || runs_->finished() ||
      !session.continue_as(edits_.current())) {
    rebuild();
    return;
  }
  const RunStatus status = session.status();
  filters_from_run_ = status.run + (status.in_run ? 1 : 0);
}

void App::fail(const std::string& text) {
  error_ = text;
  host_.announce(text);
  if (runs_->failed()) {
    pacing_.reset();
  } else {
    pacing_.pause();
  }
}

Pace App::pace() const {
  if (pacing_.at_full_speed()) return Pace::full_speed;
  const bool playing = std::any_of(scenes_.begin(), scenes_.end(),
                                   [](const auto& scene) { return scene->playing(); });
  return pacing_.running() || playing || !asked_.empty() ? Pace::animated : Pace::idle;
}

void App::advance(double now_s, double budget_us) {
  guarded([&] {
    const double elapsed = std::min(pacing_.elapsed(now_s), kLongestFrame);
    for (const auto& scene : scenes_) {
      if (scene->playing()) scene->advance(elapsed);
    }
    pacing_.advance(*runs_, evaluation_, now_s, budget_us);
  });
}

void App::receive_file(const std::string& name, std::span<const std::byte> bytes) {
  guarded([&] {
    if (auto data = data_.receive(name, bytes)) use_data(std::move(*data));
  });
}

void App::download_progress(double fraction, const std::string& text, const std::string& error) {
  data_.set_progress(fraction, text, error);
}

void App::draw(Ui& ui, const Rect& page) {
  act_on_what_was_asked(ui);
  guarded([&] { update(ui.now_s); });
  view_.draw(ui, model_, chosen_scene(), page);
  for (Intent& intent : std::exchange(ui.intents, {})) asked_.push_back(std::move(intent));
  if (!asked_.empty()) ui.animate(0.05);  // they take effect with the next frame
}

Scene& App::chosen_scene() const {
  Scene* first = nullptr;
  for (const auto& scene : scenes_) {
    if (!scene->shows(*runs_)) continue;
    if (scene->name() == wanted_scene_) return *scene;
    if (first == nullptr) first = scene.get();
  }
  return *first;
}

void App::update(double now_s) {
  // First: what it borrowed may be gone, and anything below may run out of memory.
  model_.loss = {};
  if (!evaluation_.busy() && runs_->leader().steps_done() > 0) {
    evaluation_.predict_grid(runs_->leader(), now_s, !pacing_.running());
  }
  update_transport();
  model_.parameters = panel_of(edits_.shown());
  edits_.mark(&model_.parameters);
  for (const CatalogueEntry& entry : catalogue()) {
    model_.parameters.experiments.push_back({entry.name, entry.title});
  }
  model_.parameters.experiment = runs_->leader().session().experiment().name;
  update_scenes(now_s, take_filters(&model_.parameters));

  const Experiment& running = runs_->leader().session().experiment();
  model_.loss.total_steps = running.num_mini_batches();
  if (!runs_->side_by_side()) model_.loss.empty = note_on_losses(running);
  for (const auto& run : runs_->all()) {
    model_.loss.series.push_back(
        {run->kind(), run->title(), &run->session().losses(), &run->losses()});
  }
  model_.accuracy = evaluation_.accuracy();
  model_.data = data_.model(edits_.current().training.data == "digits");
}

void App::update_scenes(double now_s, std::vector<ParameterField> filters) {
  const SceneInput input = {
      .runs = *runs_,
      .evaluation = evaluation_,
      .experiment = edits_.shown(),
      .draft = edits_.is_draft(),
      .edit = edits_.version(),
      .problem_at = [this](const std::string& field) { return edits_.problem_at(field); },
      .filters = std::move(filters),
      .filters_from_run = filters_from_run_,
      .running = pacing_.running(),
      .speed = pacing_.speed(),
      .now_s = now_s};
  model_.scenes.clear();
  const Scene& chosen = chosen_scene();
  for (const auto& scene : scenes_) {
    if (!scene->shows(*runs_)) continue;
    if (scene.get() == &chosen) model_.scene = static_cast<int>(model_.scenes.size());
    model_.scenes.push_back({scene->name(), scene->label()});
    scene->update(input, scene.get() == &chosen);
  }
}

void App::update_transport() {
  TransportModel& transport = model_.transport;
  Run& lead = runs_->leader();
  transport.running = pacing_.running();
  transport.finished = runs_->finished();
  transport.pipelined = lead.session().pipeline() != nullptr;
  transport.counts_updates =
      std::string_view(lead.session().experiment().step_unit()) == "weight update";
  transport.step = lead.steps_done();
  transport.total_steps = lead.session().status().num_steps;
  transport.speed = pacing_.speed();
  transport.real_steps_per_second = pacing_.real_steps_per_second();
  transport.refused = edits_.refused();
  transport.can_undo = edits_.can_undo();
  transport.can_redo = edits_.can_redo();
  transport.error = error_;
  const ProgramKind kind = catalogue_entry(lead.session().experiment().name).kind;
  const bool trains = kind != ProgramKind::benchmark && kind != ProgramKind::arithmetic;
  if (pacing_.running() || transport.step == 0 || !trains) {
    transport.fingerprint.clear();
    fingerprint_step_ = -1;
  } else if (fingerprint_step_ != transport.step) {
    // A class can compare it: the same experiment gives the same weights on every machine.
    transport.fingerprint = lead.session().summary(false).weight_hash.substr(0, 8);
    fingerprint_step_ = transport.step;
  }
  if (runs_->failed()) {
    transport.status = "Stopped";
  } else if (transport.finished) {
    transport.status = "Done";
  } else if (lead.finished()) {
    transport.status =
        runs_->follower().title() + ": step " + format_count(runs_->follower().steps_done());
  } else if (evaluation_.busy()) {
    transport.status = "Testing";
  } else if (pacing_.running()) {
    transport.status = "Training";
  } else {
    transport.status = transport.step == 0 ? "Ready" : "Paused";
  }
  const auto roundings = roundings_of(edits_.current());
  transport.asked_steps = roundings.empty() ? 0 : roundings[0].asked;
}

std::string App::state_json() {
  Run& lead = runs_->leader();
  JsonWriter errors;
  for (const auto& [field, text] : edits_.errors()) errors.add(field.c_str(), text);
  const std::vector<AccuracyCurve::Point>& points = evaluation_.accuracy().points;
  JsonWriter json;
  json.add("experiment", lead.session().experiment().name)
      .add("scene", chosen_scene().name())
      .add("running", pacing_.running())
      .add("finished", runs_->finished())
      .add("testing", evaluation_.busy())
      .add("step", lead.steps_done())
      .add("follower_step", runs_->follower().steps_done())
      .add("steps", lead.session().status().num_steps)
      .add("speed", pacing_.speed())
      .add("losses", static_cast<std::int64_t>(lead.session().losses().size()))
      .add("real_steps_per_second", pacing_.real_steps_per_second())
      .add("accuracy", points.empty() ? -1.0 : static_cast<double>(points.back().accuracy))
      .add("classified", evaluation_.drawing().classified)
      .add("data", edits_.current().training.data)
      .raw("parameters", edits_.current().to_json())
      .raw("draft", edits_.is_draft() ? edits_.shown().to_json() : "null")
      .raw("summary", lead.session().summary(false).to_json())
      .add("error", error_)
      .raw("field_errors", errors.text())
      .add("data_error", data_.error());
  SceneState states;
  for (const auto& scene : scenes_) {
    for (const auto& [name, text] : scene->state()) {
      std::string& known = states[name];
      if (known.empty() || known == "null") known = text;
    }
  }
  for (const auto& [name, text] : states) json.raw(name.c_str(), text);
  return json.text();
}

}  // namespace pipette::app
