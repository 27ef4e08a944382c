// The problems of an experiment, as data: every rule that its fields break, and possible fixes.
// Nothing is constructed or compiled to find them.
//
//   for (const Problem& problem : problems_of(experiment)) {
//     print(problem.field, problem.text);
//     for (const Suggestion& way : problem.suggestions) print(way.label);   // "Use 8"
//   }
//
// Experiment::validate() throws the first problem; the page and JavaScript show all, with a button
// for each suggestion; the command line prints them.
#pragma once

#include <string>
#include <vector>

#include "core/error.h"
#include "core/json.h"
#include "experiment/experiment.h"

namespace pipette {

// A change that fixes a problem or helps to fix it: set_value(experiment, field, value) of
// experiment/edit.h. It may change a field other than the offending one.
struct Suggestion {
  std::string label;  // "Use 8"
  std::string field;
  Json value;
};

// The label of a suggestion that resets a field without meaning to its default.
inline constexpr char kLeaveItOut[] = "Leave it out";

struct Problem {
  // The offending field. "layers/2" is a layer; "layers/4", with four layers, is their result.
  std::string field;
  std::string text;                              // a sentence: the value, and the rule
  std::vector<Suggestion> suggestions = {};      // the nearest value first
  ErrorCode code = ErrorCode::invalid_argument;  // thrown by validate()
};

// Throws NotFound if the experiment's program is not in the catalogue, because then there are no
// rules. Each field has at most one problem. The most basic come first: values out of range, fields
// without meaning, then fields that do not fit together. A rule is applied only if the values it
// reads are in range.
std::vector<Problem> problems_of(const Experiment& experiment);

// Throws the error type of its code, with message_of() as the message.
[[noreturn]] void throw_problem(const Problem& problem);

// The message for users without buttons: "...; the nearest valid values are 8 and 16;
// steps_per_execution 12 would do".
std::string message_of(const Problem& problem);

// A count that is rounded up rather than rejected. Only `steps` is rounded: an engine run is never
// cut short.
struct Rounding {
  std::string field;
  std::int64_t asked = 0, done = 0;
};
std::vector<Rounding> roundings_of(const Experiment& experiment);

// The parts of problems_of(), in this order.
void find_range_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_meaning_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_layer_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_printing_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_pipeline_problems(const Experiment& experiment, std::vector<Problem>& problems);
void find_size_problems(const Experiment& experiment, std::vector<Problem>& problems);

// A suggestion labelled "Use 8".
Suggestion use_number(const std::string& field, std::int64_t value);

}  // namespace pipette
