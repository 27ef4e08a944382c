#include "page/app.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "experiment/catalogue.h"
#include "page/experiment_panel.h"
#include "page/run_tables.h"
#include "page/scenes.h"
#include "page/shown_programs.h"
#include "ui/format.h"
#include "ui/json_writer.h"

namespace pipette::app {
namespace {

constexpr double kLongestFrame = 0.1;  // seconds; an animation does not jump after a pause

}  // namespace

App::FirstLink App::first_link(const std::string& shared, const std::string& embedded) {
  const std::optional<EmbeddedCard> card = embedded_card(make_scenes(), embedded);
  const char* name = card ? card->card.experiment : kFirstExperiment;
  FirstLink first = {.address = {first_shown(name)}, .card = card};
  try {
    if (!shared.empty()) first.address = parse_address(shared);
  } catch (const Error& refused) {
    first.error = refusal_of_link(refused.what());
  }
  return first;
}

App::App(Host& host, const FirstLink& first)
    : host_(host),
      error_(first.error),
      card_(first.card),
      edits_(first.address.experiment),
      data_(ImageData::generated(edits_.current().training.seed)),
      scenes_(make_scenes()) {
  try {
    require_scene(scenes_, first.address.scene);
    rebuild();
    show(first.address);
    first_place_.begin(first.address.at);
  } catch (const Error& refused) {
    error_ = refusal_of_link(refused.what());
    edits_.begin_anew(first_shown(kFirstExperiment));
    rebuild();
  }
}

App::~App() = default;

void App::rebuild() {
  const Experiment& experiment = edits_.current();
  if (experiment.training.data == "digits")
    data_.use(ImageData::generated(experiment.training.seed));
  runs_ = runs_of(experiment, data_.data());
  way_back_.cancel();
  trials_.forget();
  for (const auto& scene : scenes_) scene->start(*runs_);
  model_.loss.series.clear();
  evaluation_.attach(data_.data());
  pacing_.reset();
  stop_.look_again(*runs_);
  task_.stand_at(0);
  transport_.forget();
  filters_from_run_ = -1;
  first_place_.begin(0);
}

void App::go_on_or_rebuild() {
  Session& session = runs_->leader().session();
  if (!is_inspection(edits_.current()) || runs_->finished() ||
      !session.continue_as(edits_.current())) {
    const bool running = pacing_.running() && !runs_->failed();
    const Run& lead = runs_->leader();
    std::optional<Before> before;
    if (lead.losses().points().size() > 1) before = {lead.session().losses(), lead.losses()};
    rebuild();
    if (before) before_ = std::move(before);
    if (running) pacing_.run(*runs_);
    return;
  }
  const RunStatus status = session.status();
  filters_from_run_ = status.run + (status.in_run ? 1 : 0);
}

void App::step_back(StepSize size) {
  if (pacing_.running() || runs_->failed()) return;
  way_back_.begin(*runs_, size, [this] { return runs_of(edits_.current(), data_.data()); });
}

void App::take_rewound() {
  runs_ = way_back_.take();
  trials_.forget();
  for (const auto& scene : scenes_) scene->start(*runs_);
  model_.loss.series.clear();
  evaluation_.go_back(runs_->leader().steps_done());
  stop_.look_again(*runs_);
  task_.stand_at(runs_->leader().steps_done());
  pacing_.settle();
  transport_.forget();
  filters_from_run_ = -1;
  say_where_ = true;
}

void App::fail(const std::string& text) {
  way_back_.cancel();
  error_ = text;
  host_.announce(text);
  if (runs_->failed()) {
    pacing_.reset();
  } else {
    pacing_.pause();
  }
}

Pace App::pace() const {
  if (pacing_.at_full_speed() || (way_back_.begun() && !way_back_.done())) return Pace::full_speed;
  const bool playing = std::any_of(scenes_.begin(), scenes_.end(),
                                   [](const auto& scene) { return scene->playing(); });
  return pacing_.running() || playing || trials_.busy() || way_back_.begun() || !asked_.empty()
             ? Pace::animated
             : Pace::idle;
}

void App::advance(double now_s, double budget_us) {
  guarded([&] {
    const double elapsed = std::min(pacing_.elapsed(now_s), kLongestFrame);
    for (const auto& scene : scenes_) {
      if (scene->playing()) scene->advance(elapsed);
    }
    if (const std::string why = first_place_.wait(&pacing_, now_s); !why.empty()) refuse(why);
    // Trials of advice get half of the time.
    const double share = trials_.busy() ? budget_us / 2 : 0;
    if (share > 0) trials_.advance(share);
    if (way_back_.begun()) {
      way_back_.advance(budget_us - share);
    } else {
      pacing_.advance(*runs_, evaluation_, now_s, budget_us - share);
    }
  });
}

std::string App::csv(const std::string& table) const {
  if (table == "losses") return losses_csv(*runs_);
  if (table == "accuracy") return accuracy_csv(evaluation_.accuracy());
  return chosen_scene().csv(table);
}

std::vector<std::byte> App::weights() const { return weights_file(runs_->leader().session()); }

void App::receive_file(const std::string& name, std::span<const std::byte> bytes) {
  guarded([&] {
    if (auto data = data_.receive(name, bytes)) use_data(std::move(*data));
  });
}

void App::download_progress(double fraction, const std::string& text, const std::string& error) {
  data_.set_progress(fraction, text, error);
  if (fraction >= 0 || refuse(data_.problem())) return;
  host_.announce(data_.model(edits_.current().training.data == "digits").summary);
}

void App::draw(Ui& ui, const Rect& page) {
  act_on_what_was_asked(ui);
  guarded([&] {
    update(ui.now_s);
    end_.follow(host_, *runs_, evaluation_, pacing_, !card_, &say_where_);
    task_.follow(host_, runs_->leader().session(), evaluation_.accuracy(), pacing_.running());
    address_bar_.follow(host_, edits_.version(), address());
  });
  if (std::exchange(say_where_, false)) announce_where();
  model_.only = card_ ? card_->card.card : alone_.empty() ? nullptr : alone_.c_str();
  view_.draw(ui, model_, chosen_scene(), page);
  for (Intent& intent : std::exchange(ui.intents, {})) asked_.push_back(std::move(intent));
  if (!asked_.empty()) ui.animate(0.05);  // they take effect with the next frame
}

Scene& App::scene_called(const std::string& name) const {
  Scene* first = nullptr;
  for (const auto& scene : scenes_) {
    if (!scene->shows(*runs_)) continue;
    if (scene->name() == name) return *scene;
    if (first == nullptr) first = scene.get();
  }
  return *first;
}

void App::update(double now_s) {
  // First: pointers in it may be invalid, and anything below may run out of memory.
  model_.loss = {};
  if (!evaluation_.busy() && runs_->leader().steps_done() > 0) {
    evaluation_.predict_grid(runs_->leader(), now_s, !pacing_.running());
  }
  update_transport();
  if (panel_edit_ != edits_.version()) {  // panel_of() reads all fields
    panel_ = panel_of(edits_.shown());
    panel_edit_ = edits_.version();
  }
  model_.parameters = panel_;
  edits_.mark(&model_.parameters);
  task_.mark(&model_.parameters);
  const CatalogueEntry& entry = catalogue_entry(runs_->leader().session().experiment().name);
  model_.loss.possible = entry.trains();
  model_.parameters.title = entry.title;
  model_.parameters.description = entry.description;
  update_scenes(now_s, take_filters(&model_.parameters));

  const Experiment& running = runs_->leader().session().experiment();
  model_.loss.updates = running.steps_are_updates();
  if (!runs_->side_by_side()) model_.loss.empty = note_on_losses(running);
  for (const auto& run : runs_->all()) {
    model_.loss.series.push_back(
        {run->kind(), run->title(), &run->session().losses(), &run->losses()});
  }
  if (before_) {
    model_.loss.series.push_back(
        {runs_->leader().kind(), "Before", &before_->losses, &before_->curve, true});
  }
  model_.accuracy = evaluation_.accuracy();
  model_.accuracy.possible = runs_->leader().session().evaluator().possible();
  model_.data = data_.model(edits_.current().training.data == "digits");
  model_.data.used = catalogue_entry(edits_.shown().name).kind != ProgramKind::arithmetic;
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

// Tells a screen reader, after a request, where the run is and what happens there.
void App::announce_where() {
  host_.announce(said_where(*runs_, pacing_, chosen_scene().caption()));
}

void App::update_transport() {
  TransportModel& transport = model_.transport;
  transport_.follow(&transport, *runs_, pacing_, evaluation_.busy());
  if (way_back_.begun()) transport.status = "Going back: " + format_percent(way_back_.fraction());
  transport.until = stop_.text();
  transport.until_error = stop_.error();
  transport.refused = edits_.refused();
  transport.can_undo = edits_.can_undo();
  transport.can_redo = edits_.can_redo();
  transport.error = error_;
  const auto roundings = roundings_of(edits_.current());
  transport.asked_steps = roundings.empty() ? 0 : roundings[0].asked;
}

std::string App::state_json() {
  Run& lead = runs_->leader();
  ParameterModel panel = panel_of(edits_.shown());
  edits_.mark(&panel);  // including fields that the task hides
  JsonWriter errors;
  for (const auto& [field, text] : edits_.errors()) errors.add(field.c_str(), text);
  const std::vector<AccuracyCurve::Point>& points = evaluation_.accuracy().points;
  JsonWriter json;
  json.add("experiment", lead.session().experiment().name)
      .add("scene", chosen_scene().name())
      .add("wanted_height", static_cast<double>(view_.wanted_height()))
      .raw("alone", view_.alone_json())
      .raw("cards", names_json(view_.cards()))
      .raw("tables", names_json(tables_of(chosen_scene(), view_.cards())))
      .raw("scenes", titles_json(model_.scenes))
      .raw("experiments", titles_json(catalogue()))
      .add("moment", chosen_scene().caption())
      .add("running", pacing_.running())
      .add("finished", runs_->finished())
      .add("testing", evaluation_.busy())
      .add("going_back", way_back_.begun())
      .add("between_steps", between_steps(lead.session()))
      .add("stopped", lead.session().stopped())
      .raw("until", stop_.state())
      .raw("task", task_.state())
      .raw("controls", task_.controls_json(panel))
      .add("step", lead.steps_done())
      .add("follower_step", runs_->follower().steps_done())
      .add("steps", lead.session().status().num_steps)
      .add("step_name", words_of_step(lead.session().experiment()).name)
      .add("speed", pacing_.speed())
      .raw("speeds", names_json(speed_labels()))
      .add("losses", static_cast<std::int64_t>(lead.session().losses().size()))
      .add("losses_before", before_ ? static_cast<std::int64_t>(before_->losses.size()) : 0)
      .add("real_steps_per_second", pacing_.real_steps_per_second())
      .add("accuracy", points.empty() ? -1.0 : static_cast<double>(points.back().accuracy))
      .add("classified", evaluation_.drawing().classified)
      .add("data", edits_.current().training.data)
      .raw("address", address_json(address()))
      .raw("parameters", edits_.current().to_json())
      .raw("draft", edits_.is_draft() ? edits_.shown().to_json() : "null")
      .raw("summary", lead.session().summary(false).to_json())
      .add("error", error_)
      .raw("field_errors", errors.text())
      .add("data_error", data_.error());
  for (const auto& [name, text] : states_of(scenes_)) json.raw(name.c_str(), text);
  return json.text();
}

}  // namespace pipette::app
