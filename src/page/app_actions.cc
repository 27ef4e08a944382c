// The page's actions and their handlers.
#include <algorithm>
#include <utility>

#include "core/error.h"
#include "page/actions.h"
#include "page/app.h"
#include "page/asked_of_browser.h"
#include "page/commands.h"
#include "page/help.h"
#include "page/scenes.h"
#include "page/shown_programs.h"
#include "runs/speed_scale.h"
#include "scenes/sweep/sweep_view.h"
#include "session/advised_experiment.h"

namespace pipette::app {
namespace {

constexpr int kRevealFrames = 4;  // lists and page scroll, and the target is drawn
constexpr char kNotCopied[] =
    "The browser did not let this page copy, as it may in a frame, without https or by a setting";
constexpr float kMostZoom = 8;

}  // namespace

struct App::Action {
  const char* name;
  bool from_outside;  // JavaScript may ask for it too
  void (*act)(App& app, Ui& ui, const Intent& intent);
};

const std::vector<App::Action>& App::actions() {
  static const std::vector<Action> all = {
      {action::kRun, true,
       [](App& app, Ui&, const Intent&) {
         app.error_.clear();
         app.control_.run();
       }},
      {action::kPause, true, [](App& app, Ui&, const Intent&) { app.control_.pause(); }},
      {action::kTrainSlot, true, by<&App::step, StepSize::slot>},
      {action::kStepInstruction, true, by<&App::step, StepSize::instruction>},
      {action::kStepPhase, true, by<&App::step, StepSize::phase>},
      {action::kStepTraining, true, by<&App::step, StepSize::training_step>},
      {action::kStepEngineRun, true, by<&App::step, StepSize::engine_run>},
      {action::kStepBack, true, by<&App::step_back, StepSize::training_step>},
      {action::kStepEngineRunBack, true, by<&App::step_back, StepSize::engine_run>},
      {action::kReset, true,
       [](App& app, Ui&, const Intent&) {
         app.error_.clear();
         app.begin_again();
       }},
      {action::kSetSpeed, true,
       [](App& app, Ui&, const Intent& intent) {
         app.control_.set_speed(static_cast<int>(whole_within(intent.number, 0, kFullSpeed)));
       }},
      {action::kSelectExperiment, true,
       [](App& app, Ui& ui, const Intent& intent) {
         app.change_experiment(intent.text, Version(whole_within(intent.number, 0, 2)));
         ui.page_scroll = 0;  // where the pictures are
       }},
      {action::kSelectRun, true,
       [](App& app, Ui&, const Intent& intent) {
         app.control_.lead(intent.number != 0 ? RunKind::by_calls : RunKind::on_device);
       }},
      {action::kShowScene, true,
       [](App& app, Ui&, const Intent& intent) {
         if (has_scene(app.scenes_.all(), intent.text)) app.scenes_.choose(intent.text);
       }},
      {action::kSetParameter, true,
       [](App& app, Ui&, const Intent& intent) { app.change_parameter(intent); }},
      {action::kUndo, true,
       [](App& app, Ui&, const Intent&) { app.move_in_history(&Edits::undo, &Edits::redo); }},
      {action::kRedo, true,
       [](App& app, Ui&, const Intent&) { app.move_in_history(&Edits::redo, &Edits::undo); }},
      {action::kTryAdvice, true,
       [](App& app, Ui&, const Intent& intent) { app.control_.try_advice(intent.text); }},
      {action::kTakeAdvice, true,
       [](App& app, Ui&, const Intent& intent) { app.take_advice(parse_changes(intent.text)); }},
      {sweep_scene::kSweep, true,
       [](App& app, Ui&, const Intent& intent) { app.control_.sweep(intent.name, intent.text); }},
      {sweep_scene::kStopSweep, true,
       [](App& app, Ui&, const Intent&) { app.control_.stop_sweep(); }},
      {action::kSetTheme, true,
       [](App& app, Ui& ui, const Intent& intent) {
         const bool dark = intent.number != 0;
         ui.theme_kind = dark ? ThemeKind::dark : ThemeKind::light;
         app.host_.remember("theme", dark ? "dark" : "light");
       }},
      {action::kStopWhen, true,
       [](App& app, Ui&, const Intent& intent) {
         app.control_.stop_when(intent.text);
         app.host_.announce(app.control_.stop().said());
       }},
      {action::kSetTask, true,
       [](App& app, Ui&, const Intent& intent) { app.task_.set(intent.text); }},
      {action::kShowResult, true, [](App& app, Ui&, const Intent&) { app.end_.show_again(); }},
      {action::kShowCard, true,
       [](App& app, Ui& ui, const Intent& intent) {
         app.alone_ = intent.text;
         ui.display.zoom = intent.text.empty()
                               ? 1
                               : std::clamp(static_cast<float>(intent.number), 1.0f, kMostZoom);
       }},
      {action::kOpenHelp, true,
       [](App& app, Ui& ui, const Intent&) {
         app.host_.open("help", help_json(ui.thumbs(), app.model_.transport, app.scenes_.all(),
                                          app.edits_.shown()));
       }},
      {action::kOpenCommands, true,
       [](App& app, Ui& ui, const Intent&) {
         app.host_.open("commands", palette_json(ui, app.chosen_scene(), app.model_));
       }},
      {action::kShowControl, true,
       [](App& app, Ui& ui, const Intent& intent) { app.show_control(ui, intent); }},
      {action::kUseGenerated, true,
       [](App& app, Ui&, const Intent&) {
         app.data_.forget();
         const Training& training = app.edits_.current().training;
         if (training.data != "digits") app.use_data(ImageData::generated(training.seed));
       }},
      {action::kClassify, false,
       [](App& app, Ui&, const Intent& intent) { app.control_.classify(intent.pixels); }},
      {action::kForgetError, true, [](App& app, Ui&, const Intent&) { app.error_.clear(); }},
      {action::kCopyLink, true,
       [](App& app, Ui&, const Intent&) {
         const Address now = app.address();
         app.host_.copy_link(address_json(now), said_of_link(now));
       }},
      {action::kOpenLink, true,
       [](App& app, Ui&, const Intent& intent) { app.open_link(intent.text); }},
      {action::kCopied, true,
       [](App& app, Ui&, const Intent& intent) {
         if (app.error_ == kNotCopied) app.error_.clear();
         if (intent.number == 0) app.error_ = kNotCopied;
         app.host_.announce(intent.number == 0 ? kNotCopied : intent.text);
       }},
  };
  return all;
}

bool App::takes(const std::string& name) const {
  for (const Action& action : actions()) {
    if (name == action.name) return action.from_outside;
  }
  return browser_takes(name) || has_action(scenes_.all(), name);
}

void App::act(Ui& ui, const Intent& intent) {
  for (const Action& action : actions()) {
    if (intent.action == action.name) return action.act(*this, ui, intent);
  }
  if (ask_browser(host_, control_.session().experiment(), intent)) return;
  if (scenes_.act(intent, control_.runs())) control_.forget_time();
}

void App::act_on_what_was_asked(Ui& ui) {
  const Intents asked = std::exchange(asked_, {});
  if (control_.rewind().done()) {
    guarded([&] {
      control_.take_earlier_runs();
      say_where_ = true;
    });
  }
  if (asked.empty()) return;
  ui.reveal.frames = 0;  // ends an earlier request
  guarded([&] {
    for (const Intent& intent : asked) act(ui, intent);
  });
  if (const auto problem = edits_.take_newest_problem()) {
    host_.announce(problem->text);
    ui.reveal = {problem->field, kRevealFrames, {}};
    return;
  }
  const auto has_said = [](const Intent& i) {
    return i.action == action::kCopied || i.action == action::kStopWhen || i.action == kSayIntent;
  };
  say_where_ |= std::none_of(asked.begin(), asked.end(), has_said);
}

bool App::refuse(const std::string& why) {
  if (why.empty()) return false;
  error_ = why;
  host_.announce(why);
  return true;
}

void App::change_parameter(const Intent& intent) {
  if (refuse(task_.task().why_locked(intent.name))) return;
  if (!edits_.set(intent)) return;
  try {
    go_on_or_replace();
  } catch (const Error& error) {
    edits_.take_back(intent, error.what());
  } catch (...) {
    edits_.take_back();
    throw;
  }
}

void App::change_to(const Experiment& other, void (App::*make_runs)()) {
  edits_.change_to(other);
  try {
    (this->*make_runs)();
  } catch (...) {
    edits_.take_back();
    throw;
  }
}

// Does not go past the link whose task locks a control that was changed before it.
void App::move_in_history(bool (Edits::*move)(), bool (Edits::*back)()) {
  error_.clear();
  const Experiment before = edits_.current();
  if (!(edits_.*move)()) return;
  if (refuse(task_.task().why_locked(before, edits_.current()))) {
    (edits_.*back)();
  } else {
    go_on_or_replace();
  }
}

// Changes between the programs side by side, the pipeline and those that stand alone; undo goes
// back.
void App::change_experiment(const std::string& name, Version version) {
  const Experiment next = edits_.as_version(first_shown(name).name, version);
  if (next.to_json() != edits_.current().to_json()) {
    if (refuse(task_.task().why_locked(edits_.current(), next))) return;
    change_to(next, &App::begin_again);
  }
  if (const auto run = run_of(name)) control_.lead(*run);
}

// Scrolls to a control and puts the cursor into it.
void App::show_control(Ui& ui, const Intent& intent) {
  if (!intent.text.empty()) change_experiment(intent.text);
  if (intent.name.empty()) return;
  ui.reveal = {intent.name, kRevealFrames, {}};
  if (!ui.display.touch) ui.edit = {.field = "parameters/" + intent.name, .just_begun = true};
}

// Keeps the previous curve behind the new one; undo goes back.
void App::take_advice(const Json& changes) {
  const Experiment advised = with_changes(control_.session().experiment(), changes);
  const Experiment next = for_page(with_changes(edits_.current(), changes));
  if (refuse(task_.task().why_locked(edits_.current(), next))) return;
  if (next.to_json() != edits_.current().to_json()) change_to(next, &App::go_on_or_replace);
  if (const auto run = run_of(advised.name)) control_.lead(*run);
  control_.run();
}

Address App::address() const {
  Address now = {.experiment = edits_.current()};
  const Scene& chosen = chosen_scene();
  if (&chosen != &scenes_.called(kFirstScene, control_.runs())) now.scene = chosen.name();
  now.by_calls = control_.runs().side_by_side() && control_.leader().kind() == RunKind::by_calls;
  now.at = control_.running() ? address_bar_.at(edits_.version()) : control_.leader().steps_done();
  const bool moves = control_.running() || chosen.playing();
  now.place = moves ? address_bar_.place(edits_.version()) : chosen.place();
  now.task = task_.task();
  return now;
}

// Opens a link that was entered in the address bar of the open page, or that the user went back to.
void App::open_link(const std::string& json) {
  try {
    Address link = json.empty() ? Address{first_shown(kFirstExperiment)} : parse_address(json);
    require_scene(scenes_.all(), link.scene);
    link.experiment.training.data = edits_.current().training.data;
    if (link.experiment.to_json() != edits_.current().to_json()) {
      change_to(link.experiment, &App::begin_again);
    }
    error_.clear();
    show(link);
  } catch (const Error& refused) {
    refuse(refusal_of_link(refused.what()));
  }
}

// Goes to the scene and the place of the link, with the present runs.
void App::show(const Address& link) {
  task_.set(link.task);
  if (control_.runs().side_by_side()) {
    control_.lead(link.by_calls ? RunKind::by_calls : RunKind::on_device);
  }
  scenes_.choose(link.scene.empty() ? kFirstScene : link.scene);
  if (card_) show_card();
  chosen_scene().go_to(link.place);
  control_.go_to(link.at);
  address_bar_.opened(link, edits_.version());
}

// A framed card has no other scene to fall back to.
void App::show_card() {
  scenes_.choose(card_->scene);
  if (chosen_scene().name() == scenes_.wanted()) return;
  refuse(edits_.current().name + " has no card " + card_->card.name + ": " +
         card_->card.experiment + " has one");
}

void App::use_data(ImageData data) {
  Experiment changed = edits_.current();
  changed.training.data = data.name();
  edits_.begin_anew(changed);  // new data start a new history
  error_.clear();
  data_.use(std::move(data));
  begin_again();
}

}  // namespace pipette::app
