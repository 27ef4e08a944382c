// The fields of an experiment: one table that everything else reads. JSON in both directions, the
// flags of the command line and their help, the page's panels, links and undo, `pipette schema`,
// the types of the JavaScript API and docs/experiments.md all come from here and nowhere else.
//
//   for (const Field& field : fields()) print(field.name, field.help);
//   const Field& batch = field_named("batch_size");
//   batch.set(experiment, Json(64));            // InvalidArgument for another type
//   batch.get(experiment);                      // 64
//   why_meaningless(batch, experiment);         // "": it means something to this experiment
//
// The limits here are those of a single value; what must fit together is in problems.h.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/json.h"
#include "experiment/catalogue.h"

namespace pipette {

enum class FieldType { integer, real, boolean, choice, text, integers, texts, layers, options };

// Where the button beside a number goes next.
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
  std::string flags = {};           // other flags beside it; one that turns it off begins with "!"
  std::string environment = {};     // the variable that is read where the flag is not given
  double minimum = 0, maximum = 0;  // of a number, or of each in a list
  std::size_t min_items = 0, max_items = 0;  // of a list
  Growth growth = Growth::ones;
  std::vector<Word> choices = {};  // of a choice, or of a boolean that the panel has words for

  Programs programs = {};  // those to which it can mean something
  // What such a program lacks for the field to mean something, as "it needs at least 2 stages".
  std::function<const char*(const Experiment&)> lacks = nullptr;
  // The part of the panel, the help and the docs in which it stands, and whose panels show it.
  std::string group = {};
  Programs panel = {};
  Programs everyday = {};  // of those, where it is in sight before somebody asks for more
  bool captioned = false;  // its choices do not explain themselves: the label stands above them
  // Gives the label and the help where they depend on the experiment, say on what a step is.
  std::function<std::pair<std::string, std::string>(const Experiment&)> words = nullptr;

  FieldType type = FieldType::text;
  std::function<Json(const Experiment&)> get = nullptr;
  // Setting is strict about the type, not about limits.
  std::function<void(Experiment&, const Json&)> set = nullptr;

  bool is_list() const { return type == FieldType::integers || type == FieldType::texts; }
};

// All fields in the order of JSON; the first is "experiment", the name of the program.
const std::vector<Field>& fields();
const Field& field_named(const std::string& name);  // NotFound lists the names
// "host.call_us" is {"host", "call_us"}, the object of JSON and the key in it; "steps" is
// {"", "steps"}.
std::pair<std::string, std::string> split_name(const std::string& name);

// Says why the field means nothing to this experiment, as a sentence without its subject: "has no
// meaning for \"loops\"". The result is empty when the field means something.
std::string why_meaningless(const Field& field, const Experiment& experiment);

// The experiment with the program's default in every field that means nothing: what remains of it
// under another program.
Experiment with_meaning(Experiment experiment);
// Resets only the fields that meant something to `before`: the number of stages has changed, say,
// and with one stage a schedule means nothing. A field that meant nothing to `before` either stays
// as it is, for problems_of() to name.
Experiment with_meaning_kept(Experiment experiment, const Experiment& before);

}  // namespace pipette
