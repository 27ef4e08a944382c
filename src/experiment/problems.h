// What is wrong with an experiment, as data: every rule that its fields must keep, and what would
// mend it. Nothing is made or compiled to find out.
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

// A change that mends a problem, or brings it nearer: set_value(experiment, field, value) of
// experiment/edit.h. It may be of another field than the one that is to blame.
struct Suggestion {
  std::string label;  // "Use 8"
  std::string field;
  Json value;
};

// The label of a suggestion that puts a field without meaning back to its default.
inline constexpr char kLeaveItOut[] = "Leave it out";

struct Problem {
  // To blame; "layers/2" is a layer, "layers/4" of four what comes out at the end.
  std::string field;
  std::string text;                              // a sentence: what the value is, and the rule
  std::vector<Suggestion> suggestions = {};      // the nearest first
  ErrorCode code = ErrorCode::invalid_argument;  // that validate() throws
};

// Throws NotFound when the catalogue does not have the experiment's program, for then there are no
// rules. At most one for each field, the most basic first: values out of range, fields without
// meaning, then what does not fit together. A rule is only asked when what it reads is in range.
std::vector<Problem> problems_of(const Experiment& experiment);

// Throws the error type of its code, with message_of() as its text.
[[noreturn]] void throw_problem(const Problem& problem);

// For people without buttons: "...; the nearest valid values are 8 and 16; steps_per_execution 12
// would do".
std::string message_of(const Problem& problem);

// A count that the machine rounds up rather than refuse it. Only `steps` is one: an engine run is
// never cut short.
struct Rounding {
  std::string field;
  std::int64_t asked = 0, done = 0;
};
std::vector<Rounding> roundings_of(const Experiment& experiment);

// The parts of problems_of(), in its order.
void find_range_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_meaning_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_layer_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_pipeline_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_size_problems(const Experiment& experiment, std::vector<Problem>& problems);

// "Use 8"
Suggestion use_number(const std::string& field, std::int64_t value);

}  // namespace pipette
