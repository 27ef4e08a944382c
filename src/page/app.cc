#include "page/app.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/format_quantity.h"
#include "experiment/catalogue.h"
#include "page/experiment_panel.h"
#include "page/run_tables.h"
#include "page/scenes.h"
#include "page/shown_programs.h"
#include "session/session_weights.h"
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
      control_([this](std::int64_t step) { on_other_runs(step); }) {
  try {
    require_scene(scenes_.all(), first.address.scene);
    begin();
    show(first.address);
    control_.wait_before(first.address.at);
  } catch (const Error& refused) {
    error_ = refusal_of_link(refused.what());
    edits_.begin_anew(first_shown(kFirstExperiment));
    begin();
  }
}

App::~App() = default;

const ImageData& App::data_of(const Experiment& experiment) {
  if (experiment.training.data == "digits") {
    data_.use(ImageData::generated(experiment.training.seed));
  }
  return data_.data();
}

void App::begin() { control_.begin(edits_.current(), data_of(edits_.current())); }

void App::go_on_or_replace() {
  if (control_.continue_as(edits_.current())) return;
  control_.replace(edits_.current(), data_of(edits_.current()));
}

void App::step_back(StepSize size) {
  control_.step_back(size, [this] { return runs_of(edits_.current(), data_.data()); });
}

// What pointed into the earlier runs lets go of them.
void App::on_other_runs(std::int64_t step) {
  scenes_.start(control_.runs());
  model_.loss.series.clear();
  task_.stand_at(step);
  transport_.forget();
}

void App::fail(const std::string& text) {
  error_ = text;
  host_.announce(text);
  control_.stop_after_error();
}

Pace App::pace() const {
  if (control_.at_full_speed()) return Pace::full_speed;
  return control_.busy() || scenes_.playing() || !asked_.empty() ? Pace::animated : Pace::idle;
}

void App::advance(double now_s, double budget_us) {
  guarded([&] {
    scenes_.advance(std::min(control_.pacing().elapsed(now_s), kLongestFrame));
    refuse(control_.advance(now_s, budget_us));
  });
}

std::string App::csv(const std::string& table) const {
  if (table == "losses") return losses_csv(control_.runs());
  if (table == "accuracy") return accuracy_csv(control_.evaluation().accuracy());
  return chosen_scene().csv(table);
}

std::vector<std::byte> App::weights() const { return weights_file(control_.session()); }

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
    end_.follow(host_, control_.runs(), control_.evaluation(), control_.pacing(), !card_,
                &say_where_);
    task_.follow(host_, control_.session(), control_.evaluation().accuracy(), control_.running());
    address_bar_.follow(host_, edits_.version(), address());
  });
  if (std::exchange(say_where_, false)) announce_where();
  model_.only = card_ ? card_->card.card : alone_.empty() ? nullptr : alone_.c_str();
  view_.draw(ui, model_, chosen_scene(), page);
  for (Intent& intent : std::exchange(ui.intents, {})) asked_.push_back(std::move(intent));
  if (!asked_.empty()) ui.animate(0.05);  // they take effect with the next frame
}

void App::update(double now_s) {
  // First: pointers in it may be invalid, and anything below may run out of memory.
  model_.loss = {};
  control_.predict(now_s);
  update_transport();
  model_.parameters = edits_.panel();
  task_.mark(&model_.parameters);
  const CatalogueEntry& entry = catalogue_entry(control_.session().experiment().name);
  model_.loss.possible = entry.trains();
  model_.parameters.title = entry.title;
  model_.parameters.description = entry.description;
  update_scenes(now_s, take_filters(&model_.parameters));

  const Runs& runs = control_.runs();
  const Experiment& running = control_.session().experiment();
  model_.loss.updates = running.steps_are_updates();
  if (!runs.side_by_side()) model_.loss.empty = note_on_losses(running);
  for (const auto& run : runs.all()) {
    model_.loss.series.push_back(
        {run->kind(), run->title(), &run->session().losses(), &run->losses()});
  }
  if (const auto& before = control_.before()) {
    model_.loss.series.push_back(
        {control_.leader().kind(), "Before", &before->losses, &before->curve, true});
  }
  model_.accuracy = control_.evaluation().accuracy();
  model_.accuracy.possible = control_.session().evaluator().possible();
  model_.data = data_.model(edits_.current().training.data == "digits");
  model_.data.used = catalogue_entry(edits_.shown().name).kind != ProgramKind::arithmetic;
}

void App::update_scenes(double now_s, std::vector<ParameterField> filters) {
  const SceneInput input = {
      .runs = control_.runs(),
      .evaluation = control_.evaluation(),
      .sweep = &control_.sweep(),
      .experiment = edits_.shown(),
      .draft = edits_.is_draft(),
      .edit = edits_.version(),
      .problem_at = [this](const std::string& field) { return edits_.problem_at(field); },
      .filters = std::move(filters),
      .filters_from_run = control_.filters_from_run(),
      .running = control_.running(),
      .speed = control_.pacing().speed(),
      .now_s = now_s};
  model_.scenes.clear();
  const Scene& chosen = chosen_scene();
  for (const auto& scene : scenes_.all()) {
    if (!scene->shows(control_.runs())) continue;
    if (scene.get() == &chosen) model_.scene = static_cast<int>(model_.scenes.size());
    model_.scenes.push_back({scene->name(), scene->label()});
    scene->update(input, scene.get() == &chosen);
  }
}

// Tells a screen reader, after a request, where the run is and what happens there.
void App::announce_where() {
  host_.announce(said_where(control_.runs(), control_.pacing(), chosen_scene().caption()));
}

void App::update_transport() {
  TransportModel& transport = model_.transport;
  transport_.follow(&transport, control_.runs(), control_.pacing(), control_.evaluation().busy());
  if (control_.rewind().begun()) {
    transport.status = "Going back: " + format_percent(control_.rewind().fraction());
  }
  transport.until = control_.stop().text();
  transport.until_error = control_.stop().error();
  transport.refused = edits_.refused();
  transport.can_undo = edits_.can_undo();
  transport.can_redo = edits_.can_redo();
  transport.error = error_;
  const auto roundings = roundings_of(edits_.current());
  transport.asked_steps = roundings.empty() ? 0 : roundings[0].asked;
}

std::string App::state_json() {
  Run& lead = control_.leader();
  const Pacing& pacing = control_.pacing();
  const Evaluation& evaluation = control_.evaluation();
  const ParameterModel panel = edits_.panel();  // with the fields that the task hides
  JsonWriter errors;
  for (const auto& [field, text] : edits_.errors()) errors.add(field.c_str(), text);
  const std::vector<AccuracyCurve::Point>& points = evaluation.accuracy().points;
  // Also before the last test begins: what was measured until then is of an earlier step.
  const bool testing =
      evaluation.busy() || pacing.settling() || (control_.runs().finished() && pacing.running());
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
      .add("running", pacing.running())
      .add("finished", control_.runs().finished())
      .add("testing", testing)
      .add("going_back", control_.rewind().begun())
      .add("between_steps", between_steps(lead.session()))
      .add("stopped", lead.session().stopped())
      .raw("until", control_.stop().state())
      .raw("task", task_.state())
      .raw("controls", task_.controls_json(panel))
      .add("step", lead.steps_done())
      .add("follower_step", control_.runs().follower().steps_done())
      .add("steps", lead.session().status().num_steps)
      .add("step_name", words_of_step(lead.session().experiment()).name)
      .add("speed", pacing.speed())
      .raw("speeds", names_json(speed_labels()))
      .add("losses", static_cast<std::int64_t>(lead.session().losses().size()))
      .add("losses_before",
           control_.before() ? static_cast<std::int64_t>(control_.before()->losses.size()) : 0)
      .add("real_steps_per_second", pacing.real_steps_per_second())
      .add("accuracy", points.empty() ? -1.0 : static_cast<double>(points.back().accuracy))
      .add("classified", evaluation.drawing().classified)
      .add("data", edits_.current().training.data)
      .raw("address", address_json(address()))
      .raw("parameters", edits_.current().to_json())
      .raw("draft", edits_.is_draft() ? edits_.shown().to_json() : "null")
      .raw("summary", lead.session().summary(false).to_json())
      .add("error", error_)
      .raw("field_errors", errors.text())
      .add("data_error", data_.error());
  for (const auto& [name, text] : states_of(scenes_.all())) json.raw(name.c_str(), text);
  return json.text();
}

}  // namespace pipette::app
