// The part of App that changes what is run: parameters, experiments, data.
#include <algorithm>
#include <utility>

#include "core/error.h"
#include "page/app.h"
#include "page/experiment_panel.h"
#include "page/pipeline_panel.h"
#include "scenes/model_edit.h"

namespace pipette::app {
namespace {

constexpr int kMostDataErrors = 3;

void check(const Experiment& e) {
  e.validate();
  check_shown(e);
  if (run_of(e.name)) without_feeds(e).validate();
}

// Which layer has which number is another matter afterwards.
bool moves_layers(const std::string& name) {
  const std::string what = name.substr(name.rfind('/') + 1);
  return what == "insert" || what == "move" || what == "remove";
}

}  // namespace

void App::forget_refused() {
  draft_.reset();
  refused_.clear();
  builder_stale_ = true;
}

void App::accept(const Experiment& changed) {
  check(changed);
  experiments_.change(changed);
  builder_stale_ = true;
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

ExperimentProblem App::problem_at(const std::string& field) const {
  ExperimentProblem all = {field, {}, {}};
  for (const auto& [problem, _] : refused_) {
    if (problem.field != field) continue;
    all.text += (all.text.empty() ? "" : "\n") + problem.text;
    all.nearest.insert(all.nearest.end(), problem.nearest.begin(), problem.nearest.end());
  }
  return all;
}

void App::point_out(const ExperimentProblem& problem) {
  host_.announce(problem.text);
  blamed_ = problem.field;
}

void App::refuse(ExperimentProblem problem, const Intent& value) {
  point_out(problem);
  refused_.push_back({std::move(problem), value});
}

template <class Which>
void App::drop_refused(Which which) {
  refused_.erase(std::remove_if(refused_.begin(), refused_.end(), which), refused_.end());
}

// What is wrong with the draft: one problem for each field, and what only validate() finds. The
// latter names no field: it stays where it was, else it is the field that was `blamed`.
bool App::find_problems(const std::string& blamed) {
  const std::vector<Refused> before = refused_;
  const auto known = [](const std::vector<Refused>& all, const std::string& text) {
    const auto at = std::find_if(all.begin(), all.end(), [&](const Refused& each) {
      return !each.value && each.problem.text == text;
    });
    return at == all.end() ? nullptr : &*at;
  };
  drop_refused([](const Refused& each) { return !each.value; });
  const std::size_t values = refused_.size();
  for (ExperimentProblem& problem : problems_of(*draft_)) {
    refused_.push_back({std::move(problem), {}});
  }
  try {
    check(*draft_);
  } catch (const Error& error) {
    const std::string text = error.what();
    const Refused* old = known(before, text);
    if (old != nullptr && known(refused_, text) == nullptr) refused_.push_back(*old);
    if (old == nullptr && refused_.size() == values) refused_.push_back({{blamed, text, {}}, {}});
  }
  if (refused_.size() == values) return false;
  const Refused* newest = &refused_.back();
  for (std::size_t i = values; i < refused_.size(); ++i) {
    if (known(before, refused_[i].problem.text) == nullptr) newest = &refused_[i];
  }
  point_out(newest->problem);
  return true;
}

void App::change_parameter(const Intent& intent) {
  Experiment changed = shown();
  const std::string blamed = blamed_field(intent.name);
  const bool moves = moves_layers(intent.name);
  drop_refused([&](const Refused& each) {
    return each.value && (each.value->name == intent.name ||
                          (moves && each.value->name.rfind("layers/", 0) == 0));
  });
  try {
    set_parameter(&changed, intent.name, intent.number, intent.text);
  } catch (const Error& error) {
    std::vector<Suggestion> back;
    if (intent.name == "device_mapping") {
      const std::string before = mapping_text(changed);
      back = {{"Back to " + before, intent.name, 0, before}};
    }
    return refuse({blamed, error.what(), back}, intent);
  }
  try {
    if (may_be_a_draft(changed)) {
      draft_ = changed;
      builder_stale_ = true;
      if (find_problems(blamed)) return;
      draft_.reset();
    }
    accept(changed);
    go_on_or_rebuild();
  } catch (const Error& error) {
    refuse({blamed, error.what(), {}}, intent);
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
  forget_refused();
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
