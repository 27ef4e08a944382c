// The part of App that changes what is run: parameters, experiments, data.
#include <algorithm>
#include <utility>

#include "app/app.h"
#include "app/experiment_panel.h"
#include "app/experiment_problem.h"
#include "app/model_edit.h"
#include "app/pipeline_panel.h"
#include "core/error.h"

namespace pipette::app {
namespace {

constexpr int kMostDataErrors = 3;

}  // namespace

void App::forget_refused() {
  draft_.reset();
  suggestions_.clear();
  field_errors_.clear();
  refused_values_.clear();
}

void App::accept(const Experiment& changed) {
  changed.validate();
  check_shown(changed);
  if (run_of(changed.name)) without_feeds(changed).validate();
  experiments_.change(changed);
}

// Filters take effect where training stands; everything else starts it again.
void App::go_on_or_rebuild() {
  Session& session = leader().session();
  if (!inspected() || finished() || !session.continue_as(experiments_.current())) {
    rebuild();
    return;
  }
  const SessionStatus status = session.status();
  filters_run_ = status.run + (status.in_run ? 1 : 0);
}

void App::change_parameter(const Intent& intent) {
  const bool may_draft = may_be_a_draft(experiments_.current());
  Experiment changed = draft_.value_or(experiments_.current());
  std::string blamed = blamed_field(intent.name);
  bool drafted = false;
  suggestions_.clear();
  try {
    set_parameter(&changed, intent.name, intent.number, intent.text);
    if (may_draft) {
      draft_ = changed;
      drafted = true;
      refused_values_.clear();
      if (const auto problem = problem_of(changed)) {
        blamed = problem->field;
        suggestions_ = problem->nearest;
        throw InvalidArgument(problem->text);
      }
    }
    accept(changed);
    field_errors_.erase(intent.name);
    refused_values_.erase(intent.name);
    if (may_draft) forget_refused();
    go_on_or_rebuild();
  } catch (const Error& error) {
    if (may_draft) field_errors_.clear();
    field_errors_[blamed] = error.what();
    if (!drafted) refused_values_[intent.name] = intent;
    if (!drafted && intent.name == "device_mapping") {
      const std::string before = mapping_text(changed);
      suggestions_ = {{"Back to " + before, intent.name, 0, before}};
    }
    host_.announce(error.what());
  }
}

// Between the programs side by side, the pipeline and those that stand alone; undo goes back.
void App::change_experiment(const std::string& name) {
  const Experiment& shown = experiments_.current();
  Experiment next = for_page(Experiment::defaults(name));
  if (next.name != shown.name) {
    if (const auto left = left_.find(next.name); left != left_.end()) next = left->second;
    next.data = shown.data;
    left_.insert_or_assign(shown.name, shown);
    forget_refused();
    accept(next);
    rebuild();
  }
  if (const auto run = run_of(name)) select(*run);
}

void App::use_data(ImageData data) {
  Experiment changed = experiments_.current();
  changed.data = data.name();
  experiments_ = UndoHistory<Experiment>(changed);  // other data is another experiment
  data_ = std::move(data);
  rebuild();
}

void App::receive_file(const std::string& name, std::span<const std::byte> bytes) {
  try {
    inbox_.add(name, bytes);
    if (inbox_.complete()) use_data(inbox_.take("files"));
  } catch (const Error& error) {
    add_data_error(error.what());
  }
}

// One of several files may be wrong and the others fine: every error of a load stays in sight.
void App::add_data_error(const std::string& text) {
  std::string& shown = model_.data.error;
  if (std::count(shown.begin(), shown.end(), '\n') >= kMostDataErrors - 1) return;
  shown += (shown.empty() ? "" : "\n") + text;
}

void App::download_progress(double fraction, const std::string& text, const std::string& error) {
  const bool begins = model_.data.progress < 0 && fraction >= 0;
  if (begins) model_.data.error.clear();
  model_.data.progress = static_cast<float>(fraction);
  model_.data.progress_text = text;
  if (!error.empty()) add_data_error(error);
}

}  // namespace pipette::app
