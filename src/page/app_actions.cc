// What the page can be asked, and how it acts on it.
#include <algorithm>
#include <utility>

#include "core/error.h"
#include "page/actions.h"
#include "page/app.h"
#include "page/shown_programs.h"
#include "runs/speed_scale.h"
#include "ui/format.h"

namespace pipette::app {
namespace {

constexpr int kRevealFrames = 4;  // lists and page scroll, and what they show is drawn

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
         app.pacing_.run(*app.runs_);
       }},
      {action::kPause, true, [](App& app, Ui&, const Intent&) { app.pacing_.pause(); }},
      {action::kTrainSlot, true,
       [](App& app, Ui&, const Intent&) {
         if (app.runs_->leader().session().pipeline() == nullptr) return;
         app.pacing_.step(*app.runs_, StepSize::slot);
       }},
      {action::kStepInstruction, true,
       [](App& app, Ui&, const Intent&) { app.pacing_.step(*app.runs_, StepSize::instruction); }},
      {action::kStepTraining, true,
       [](App& app, Ui&, const Intent&) { app.pacing_.step(*app.runs_, StepSize::training_step); }},
      {action::kStepEngineRun, true,
       [](App& app, Ui&, const Intent&) { app.pacing_.step_engine_run(*app.runs_); }},
      {action::kReset, true,
       [](App& app, Ui&, const Intent&) {
         app.error_.clear();
         app.rebuild();
       }},
      {action::kSetSpeed, true,
       [](App& app, Ui&, const Intent& intent) {
         app.pacing_.set_speed(static_cast<int>(whole_within(intent.number, 0, kFullSpeed)));
       }},
      {action::kSelectExperiment, true,
       [](App& app, Ui&, const Intent& intent) { app.change_experiment(intent.text); }},
      {action::kSelectRun, true,
       [](App& app, Ui&, const Intent& intent) {
         app.runs_->lead(intent.number != 0 ? RunKind::by_calls : RunKind::on_device);
       }},
      {action::kShowScene, true,
       [](App& app, Ui&, const Intent& intent) {
         const bool known =
             std::any_of(app.scenes_.begin(), app.scenes_.end(),
                         [&](const auto& scene) { return scene->name() == intent.text; });
         if (known) app.wanted_scene_ = intent.text;
       }},
      {action::kSetParameter, true,
       [](App& app, Ui&, const Intent& intent) { app.change_parameter(intent); }},
      {action::kUndo, true,
       [](App& app, Ui&, const Intent&) {
         if (app.edits_.undo()) app.go_on_or_rebuild();
       }},
      {action::kRedo, true,
       [](App& app, Ui&, const Intent&) {
         if (app.edits_.redo()) app.go_on_or_rebuild();
       }},
      {action::kSetTheme, true,
       [](App& app, Ui& ui, const Intent& intent) {
         const bool dark = intent.number != 0;
         ui.theme_kind = dark ? ThemeKind::dark : ThemeKind::light;
         app.host_.remember("theme", dark ? "dark" : "light");
       }},
      {action::kOpenLessons, true, [](App& app, Ui&, const Intent&) { app.host_.open_lessons(); }},
      {action::kUseGenerated, false,
       [](App& app, Ui&, const Intent&) {
         app.data_.forget_errors();
         app.use_data(ImageData::generated(app.edits_.current().training.seed));
       }},
      {action::kPickFiles, false, [](App& app, Ui&, const Intent&) { app.host_.pick_files(); }},
      {action::kLoadUrl, false,
       [](App& app, Ui&, const Intent& intent) { app.host_.fetch_data(intent.text); }},
      {action::kClassify, false,
       [](App& app, Ui&, const Intent& intent) {
         app.evaluation_.classify(app.runs_->leader(), intent.pixels);
       }},
      {action::kCopyText, false,
       [](App& app, Ui&, const Intent& intent) {
         app.host_.copy_text(intent.text);
         app.host_.announce("Copied");
       }},
      {action::kCopyLink, false,
       [](App& app, Ui&, const Intent&) {
         app.host_.copy_link(app.edits_.current().to_json());
         app.host_.announce("Link copied");
       }},
  };
  return all;
}

bool App::takes(const std::string& name) const {
  for (const Action& action : actions()) {
    if (name == action.name) return action.from_outside;
  }
  return std::any_of(scenes_.begin(), scenes_.end(), [&](const auto& scene) {
    const std::vector<std::string> names = scene->actions();
    return std::find(names.begin(), names.end(), name) != names.end();
  });
}

void App::act(Ui& ui, const Intent& intent) {
  for (const Action& action : actions()) {
    if (intent.action == action.name) return action.act(*this, ui, intent);
  }
  for (const auto& scene : scenes_) {
    if (!scene->shows(*runs_) || !scene->act(intent)) continue;
    pacing_.forget_time();
    return;
  }
}

void App::act_on_what_was_asked(Ui& ui) {
  const Intents asked = std::exchange(asked_, {});
  if (asked.empty()) return;
  guarded([&] {
    for (const Intent& intent : asked) act(ui, intent);
  });
  if (const auto problem = edits_.take_newest_problem()) {
    host_.announce(problem->text);
    ui.reveal = {problem->field, kRevealFrames, {}};
    return;
  }
  const Run& lead = runs_->leader();
  host_.announce((pacing_.running() ? "Running, step " : "Paused at step ") +
                 format_count(lead.steps_done()) + " of " +
                 format_count(lead.session().status().num_steps));
}

void App::change_parameter(const Intent& intent) {
  if (!edits_.set(intent)) return;
  try {
    go_on_or_rebuild();
  } catch (const Error& error) {
    edits_.take_back(intent, error.what());
  } catch (...) {
    edits_.take_back();
    throw;
  }
}

// Between the programs side by side, the pipeline and those that stand alone; undo goes back.
void App::change_experiment(const std::string& name) {
  const Experiment shown = edits_.current();
  Experiment next = for_page(Experiment::defaults(name));
  if (next.name != shown.name) {
    if (const auto left = left_.find(next.name); left != left_.end()) next = left->second;
    next.training.data = shown.training.data;
    left_.insert_or_assign(shown.name, shown);
    edits_.change_to(next);
    try {
      rebuild();
    } catch (...) {
      edits_.take_back();
      throw;
    }
  }
  if (const auto run = run_of(name)) runs_->lead(*run);
}

void App::use_data(ImageData data) {
  Experiment changed = edits_.current();
  changed.training.data = data.name();
  edits_.begin_anew(changed);  // other data is another experiment
  data_.use(std::move(data));
  rebuild();
}

}  // namespace pipette::app
