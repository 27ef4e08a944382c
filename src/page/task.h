// A teacher's task, given by a link: a text, a goal that checks itself, and controls that students
// cannot change or do not see.
//
//   Task task = take_task(&address_json);        // "task", "goal", "lock" and "hide" of a link
//   task.why_locked("layers/2/units");           // "" if it can be changed
//
// Plain value.
#pragma once

#include <string>
#include <vector>

#include "core/json_fwd.h"
#include "experiment/experiment.h"

namespace pipette::app {

struct Task {
  static constexpr std::size_t kMostLetters = 2000;  // limit of `text`

  std::string text = {};  // for the reader; line breaks are kept
  std::string goal = {};  // a condition (session/condition.h); "" for none
  // Names of controls of the panel: fields, "stages", "hidden_layers". "layers" stands for the
  // model builder, "experiment" for the choice of a program.
  std::vector<std::string> locked = {}, hidden = {};

  bool empty() const { return text.empty() && goal.empty() && locked.empty() && hidden.empty(); }
  bool hides(const std::string& control) const;
  bool locks(const std::string& control) const;  // or hides it
  // Why a change of that name (experiment/edit.h) is refused; "" if it is allowed.
  std::string why_locked(const std::string& change) const;
  // The same for all the differences between two experiments.
  std::string why_locked(const Experiment& from, const Experiment& to) const;
  friend bool operator==(const Task&, const Task&) = default;
};

// Takes the task's members out of a flat object and checks them. Throws InvalidArgument for a
// member of the wrong type, an invalid condition, and an unknown control.
Task take_task(Json* address);
void put_task(const Task& task, Json* address);

}  // namespace pipette::app
