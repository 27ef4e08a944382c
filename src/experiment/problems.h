// What is wrong with an experiment, as data: every rule that its fields break, and what would mend
// it. Nothing is made or compiled to find out.
//
//   for (const Problem& problem : problems_of(experiment)) {
//     print(problem.field, problem.text);
//     for (const Suggestion& way : problem.suggestions) print(way.label);   // "Use 8"
//   }
//
// Experiment::validate() throws the first; the page and JavaScript show all, with a button for each
// suggestion; the command line prints them.
#pragma once

#include <string>
#include <vector>

#include "core/error.h"
#include "core/json.h"
#include "experiment/experiment.h"

namespace pipette {

// A change that mends a problem or helps to mend it: set_value(experiment, field, value) of
// experiment/edit.h. It may change another field than the one that is to blame.
struct Suggestion {
  std::string label;  // "Use 8"
  std::string field;
  Json value;
};

// The label of a suggestion that puts a field without meaning back to its default.
inline constexpr char kLeaveItOut[] = "Leave it out";

struct Problem {
  // The field to blame. "layers/2" is a layer; "layers/4", with four layers, is what they give.
  std::string field;
  std::string text;                              // a sentence: what the value is, and the rule
  std::vector<Suggestion> suggestions = {};      // the nearest first
  ErrorCode code = ErrorCode::invalid_argument;  // that validate() throws
};

// Throws NotFound when the catalogue does not have the experiment's program, for then there are no
// rules. Each field has at most one problem. The most basic come first: values out of range, fields
// without meaning, then what does not fit together. A rule is only applied when what it reads is in
// range.
std::vector<Problem> problems_of(const Experiment& experiment);

// Throws the error type of its code, with message_of() as its text.
[[noreturn]] void throw_problem(const Problem& problem);

// The text for people without buttons: "...; the nearest valid values are 8 and 16;
// steps_per_execution 12 would do".
std::string message_of(const Problem& problem);

// A count that is rounded up rather than refused. Only `steps` is one: an engine run is never cut
// short.
struct Rounding {
  std::string field;
  std::int64_t asked = 0, done = 0;
};
std::vector<Rounding> roundings_of(const Experiment& experiment);

// The parts of problems_of(), in its order.
void find_range_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_meaning_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_layer_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_printing_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_pipeline_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_size_problems(const Experiment& experiment, std::vector<Problem>& problems);

// A suggestion labelled "Use 8".
Suggestion use_number(const std::string& field, std::int64_t value);

}  // namespace pipette
