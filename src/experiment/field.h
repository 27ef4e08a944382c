// The fields of an experiment: a single table from which everything else is derived. JSON in both
// directions, the flags of the command line and their help, the page's panels, links and undo,
// `pipette schema`, the types of the JavaScript API and docs/experiments.md all come from here and
// nowhere else.
//
//   for (const Field& field : fields()) print(field.name, field.help);
//   const Field& batch = field_named("batch_size");
//   batch.set(experiment, Json(64));            // InvalidArgument for another type
//   batch.get(experiment);                      // 64
//   why_meaningless(batch, experiment);         // "": it has a meaning for this experiment
//
// The limits here are for single values; rules about combinations are in problems.h.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/json.h"
#include "experiment/catalogue.h"

namespace pipette {

enum class FieldType { integer, real, boolean, choice, text, integers, texts, layers, options };

// The step of the button beside a number.
enum class Growth { ones, doubles, one_two_five };

// A set of the catalogue's programs.
class Programs {
 public:
  constexpr Programs() = default;
  constexpr Programs(std::initializer_list<ProgramKind> kinds) {
    for (const ProgramKind kind : kinds) bits_ |= 1u << static_cast<unsigned>(kind);
  }
  static constexpr Programs all_but(std::initializer_list<ProgramKind> kinds) {
    Programs programs;
    programs.bits_ = ~Programs(kinds).bits_;
    return programs;
  }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool contains(ProgramKind kind) const {
    return (bits_ >> static_cast<unsigned>(kind) & 1u) != 0;
  }

 private:
  unsigned bits_ = 0;
};

struct Word {
  std::string word;   // in JSON and on the command line: "rmsprop"
  std::string label;  // for people: "RMSprop"
};

struct Field {
  std::string name;   // in JSON: "batch_size"; "host.call_us" is call_us of the object host
  std::string label;  // "Batch size"
  std::string help;   // whole sentences
  std::string unit = {};
  bool has_flag = true;             // --name-with-dashes on the command line
  std::string flags = {};           // additional flags; one that turns it off begins with "!"
  std::string environment = {};     // the variable that is read if the flag is absent
  double minimum = 0, maximum = 0;  // of a number, or of each number in a list
  std::size_t min_items = 0, max_items = 0;  // of a list
  Growth growth = Growth::ones;
  std::vector<Word> choices = {};  // of a choice, or of a boolean with words in the panel

  Programs programs = {};  // those for which it can have a meaning
  // What such a program lacks for the field to have a meaning: "it needs at least 2 stages".
  std::function<const char*(const Experiment&)> lacks = nullptr;
  // The field's part of the panel, the help and the docs, and the programs whose panels show it.
  std::string group = {};
  Programs panel = {};
  Programs everyday = {};  // of those, where it is visible without asking for more
  bool captioned = false;  // its choices need an explanation: the label is shown above them
  // The label and the help, if they depend on the experiment, for example on the unit of a step.
  std::function<std::pair<std::string, std::string>(const Experiment&)> words = nullptr;

  FieldType type = FieldType::text;
  std::function<Json(const Experiment&)> get = nullptr;
  // Setting is strict about the type, but does not check limits.
  std::function<void(Experiment&, const Json&)> set = nullptr;

  bool is_list() const { return type == FieldType::integers || type == FieldType::texts; }
};

// All fields in the order of JSON; the first is "experiment", the name of the program.
const std::vector<Field>& fields();
const Field& field_named(const std::string& name);  // NotFound lists the names
// Splits a name into the object of JSON and the key in it: "host.call_us" is {"host", "call_us"},
// "steps" is {"", "steps"}.
std::pair<std::string, std::string> split_name(const std::string& name);

// Returns why the field has no meaning for this experiment, as a sentence without its subject: "has
// no meaning for \"loops\"", or "" if the field has a meaning.
std::string why_meaningless(const Field& field, const Experiment& experiment);

// The experiment with the program's default in every field without a meaning: the part of it that
// another program can take over.
Experiment with_meaning(Experiment experiment);
// Resets only the fields that had a meaning for `before`: if the number of stages becomes one, for
// example, a schedule has no meaning any more. A field that had no meaning for `before` either
// stays as it is, and problems_of() reports it.
Experiment with_meaning_kept(Experiment experiment, const Experiment& before);

}  // namespace pipette
