#include "page/edits.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "experiment/field.h"
#include "page/experiment_panel.h"
#include "page/shown_programs.h"

namespace pipette::app {
namespace {

const ParameterField* field_in(const ParameterModel& parameters, const std::string& name) {
  for (const ParameterGroup& group : parameters.groups) {
    for (const ParameterField& field : group.fields) {
      if (field.name == name) return &field;
    }
  }
  return nullptr;
}

// Whether a change that does not fit is kept as a draft, because its parameters depend on each
// other. Otherwise it is refused, as is a value that is out of range by itself.
bool may_be_a_draft(const Experiment& e) {
  if (!is_pipelined(e) && e.model.layers.empty() &&
      catalogue_entry(e.name).kind != ProgramKind::keras) {
    return false;
  }
  std::vector<Problem> out_of_range;
  find_range_problems(e, out_of_range);
  return out_of_range.empty();
}

// Changes that give layers other numbers, so that earlier refusals no longer apply.
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

void Edits::refuse(Problem problem, const Intent& value) {
  newest_ = problem;
  refused_.push_back({std::move(problem), value});
}

// Refuses a change for one reason: the problem of its own field if there is one.
void Edits::refuse(std::vector<Problem> problems, const Intent& value) {
  auto own = std::find_if(problems.begin(), problems.end(), [&](const Problem& problem) {
    return problem.field == blamed_field(value.name);
  });
  if (own == problems.end()) own = problems.begin();
  own->field = blamed_field(value.name);
  refuse(std::move(*own), value);
}

FieldProblem Edits::problem_at(const std::string& field) const {
  FieldProblem all;
  for (const auto& [problem, _] : refused_) {
    if (problem.field != field) continue;
    all.text += (all.text.empty() ? "" : "\n") + with_labels(problem.text, field);
    for (const pipette::Suggestion& way : problem.suggestions) {
      all.suggestions.push_back(button_of(way));
    }
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

ParameterModel Edits::panel() {
  if (panel_of_ != version_) {
    panel_ = panel_of(shown());
    panel_of_ = version_;
  }
  ParameterModel marked = panel_;
  mark(&marked);
  return marked;
}

void Edits::mark(ParameterModel* parameters) const {
  const ParameterModel kept = refused_.empty() ? ParameterModel{} : panel_of(current());
  for (ParameterGroup& group : parameters->groups) {
    for (ParameterField& field : group.fields) {
      FieldProblem problem = problem_at(field.name);
      field.error = std::move(problem.text);
      field.suggestions = std::move(problem.suggestions);
      for (const auto& [_, value] : refused_) {
        if (!value || value->name != field.name) continue;
        field.value = value->number;
        field.text = value->text;
      }
      const ParameterField* run = field.error.empty() ? nullptr : field_in(kept, field.name);
      if (run == nullptr || (run->value == field.value && run->text == field.text)) continue;
      field.error += "; the run keeps " + value_text(*run);
    }
  }
}

std::optional<Problem> Edits::take_newest_problem() { return std::exchange(newest_, std::nullopt); }

bool Edits::take_problems(std::vector<Problem> problems) {
  const std::vector<Refused> before = refused_;
  drop_refused([](const Refused& each) { return !each.value; });
  if (problems.empty()) return false;
  newest_ = problems.back();
  for (Problem& problem : problems) {
    const bool known = std::any_of(before.begin(), before.end(), [&](const Refused& each) {
      return !each.value && each.problem.field == problem.field &&
             each.problem.text == problem.text;
    });
    if (!known) newest_ = problem;
    refused_.push_back({std::move(problem), {}});
  }
  return true;
}

bool Edits::set(const Intent& change) {
  const bool moves = moves_layers(change.name);
  drop_refused([&](const Refused& each) {
    return each.value && (each.value->name == change.name ||
                          (moves && each.value->name.rfind("layers/", 0) == 0));
  });
  Experiment changed = shown();
  try {
    set_parameter(&changed, change.name, change.number, change.text);
  } catch (const Error& error) {
    Problem problem{blamed_field(change.name), error.what()};
    if (change.text.empty() && !is_whole(change.number)) {
      const auto nearest = static_cast<std::int64_t>(nearest_whole(change.name, change.number));
      problem.suggestions.push_back(use_number(change.name, nearest));
    }
    refuse(std::move(problem), change);
    return false;
  }
  ++version_;
  changed = with_meaning_kept(std::move(changed), shown());
  std::vector<Problem> problems = problems_on_page(changed);
  if (may_be_a_draft(changed)) {
    draft_ = changed;
    if (take_problems(std::move(problems))) return false;
    draft_.reset();
  } else if (!problems.empty()) {
    refuse(std::move(problems), change);
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
  refuse(Problem{blamed_field(change.name), why}, change);
}

bool Edits::undo() {
  const bool only_refused = refused();  // back to the last valid version
  forget_refused();
  return !only_refused && history_.undo();
}

bool Edits::redo() {
  forget_refused();
  return history_.redo();
}

void Edits::change_to(const Experiment& other) {
  const std::vector<Problem> problems = problems_on_page(other);
  if (!problems.empty()) throw_problem(problems[0]);
  forget_refused();
  left_.insert_or_assign(current().name, current());
  history_.change(other);
}

Experiment Edits::as_version(const std::string& program, Version version) const {
  if (version == Version::left && program == current().name) return current();
  const auto left = left_.find(program);
  Experiment e =
      version == Version::left && left != left_.end() ? left->second : version_of(program, version);
  e.training.data = current().training.data;
  return e;
}

void Edits::begin_anew(const Experiment& experiment) {
  forget_refused();
  history_ = UndoHistory<Experiment>(experiment);
}

}  // namespace pipette::app
