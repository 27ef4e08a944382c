#include "page/edits.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "page/experiment_panel.h"
#include "page/pipeline_panel.h"
#include "scenes/model_edit.h"

namespace pipette::app {
namespace {

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

template <class Which>
void Edits::drop_refused(Which which) {
  refused_.erase(std::remove_if(refused_.begin(), refused_.end(), which), refused_.end());
}

void Edits::forget_refused() {
  draft_.reset();
  refused_.clear();
  ++version_;
}

void Edits::refuse(ExperimentProblem problem, const Intent& value) {
  newest_ = problem;
  refused_.push_back({std::move(problem), value});
}

ExperimentProblem Edits::problem_at(const std::string& field) const {
  ExperimentProblem all = {field, {}, {}};
  for (const auto& [problem, _] : refused_) {
    if (problem.field != field) continue;
    all.text += (all.text.empty() ? "" : "\n") + problem.text;
    all.nearest.insert(all.nearest.end(), problem.nearest.begin(), problem.nearest.end());
  }
  return all;
}

std::map<std::string, std::string> Edits::errors() const {
  std::map<std::string, std::string> errors;
  for (const Refused& each : refused_) {
    errors[each.problem.field] = problem_at(each.problem.field).text;
  }
  return errors;
}

void Edits::mark(ParameterModel* parameters) const {
  for (ParameterGroup& group : parameters->groups) {
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
}

std::optional<ExperimentProblem> Edits::take_newest_problem() {
  return std::exchange(newest_, std::nullopt);
}

// What is wrong with the draft: one problem for each field, and what only validate() finds. The
// latter names no field: it stays where it was, else it is the field that was `blamed`.
bool Edits::find_problems(const std::string& blamed) {
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
  newest_ = newest->problem;
  return true;
}

bool Edits::set(const Intent& change) {
  Experiment changed = shown();
  const std::string blamed = blamed_field(change.name);
  const bool moves = moves_layers(change.name);
  drop_refused([&](const Refused& each) {
    return each.value && (each.value->name == change.name ||
                          (moves && each.value->name.rfind("layers/", 0) == 0));
  });
  try {
    set_parameter(&changed, change.name, change.number, change.text);
  } catch (const Error& error) {
    std::vector<Suggestion> back;
    if (change.name == "device_mapping") {
      const std::string before = mapping_text(changed);
      back = {{"Back to " + before, change.name, 0, before}};
    }
    refuse({blamed, error.what(), back}, change);
    return false;
  }
  ++version_;
  if (may_be_a_draft(changed)) {
    draft_ = changed;
    if (find_problems(blamed)) return false;
    draft_.reset();
  }
  try {
    check(changed);
  } catch (const Error& error) {
    refuse({blamed, error.what(), {}}, change);
    return false;
  }
  history_.change(changed);
  return true;
}

void Edits::take_back() {
  history_.take_back();
  ++version_;
}

void Edits::take_back(const Intent& change, const std::string& why) {
  take_back();
  refuse({blamed_field(change.name), why, {}}, change);
}

bool Edits::undo() {
  const bool only_refused = refused();  // back to what fitted
  forget_refused();
  return !only_refused && history_.undo();
}

bool Edits::redo() {
  forget_refused();
  return history_.redo();
}

void Edits::change_to(const Experiment& experiment) {
  check(experiment);
  forget_refused();
  history_.change(experiment);
}

void Edits::begin_anew(const Experiment& experiment) {
  forget_refused();
  history_ = UndoHistory<Experiment>(experiment);
}

}  // namespace pipette::app
