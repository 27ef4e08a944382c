// Edits of layers, models and all other fields: lines "name=value", as somebody typed them in the
// page, after a first line with the name of an experiment. "!N" follows suggestion N of the first
// problem.
#include <charconv>

#include "code/model_code.h"
#include "experiment/catalogue.h"
#include "experiment/edit.h"
#include "experiment/problems.h"
#include "fuzz/fuzz_target.h"

namespace pipette::fuzz {
namespace {

constexpr std::size_t kMaxEdits = 16;

void follow(Experiment& e, const std::string& number) {
  const std::vector<Problem> problems = problems_of(e);
  std::size_t which = 0;
  std::from_chars(number.data(), number.data() + number.size(), which);
  if (problems.empty() || which >= problems[0].suggestions.size()) return;
  const Suggestion& way = problems[0].suggestions[which];
  try {
    set_value(e, way.field, way.value);
  } catch (const Error& error) {
    throw Broken("the suggestion \"" + way.label + "\" cannot be followed: " + error.what());
  }
}

void edit(Experiment& e, const std::string& line) {
  if (line.rfind('!', 0) == 0) {
    return follow(e, line.substr(1));
  }
  std::string text = line;
  const std::string name = take_part(text, '=');
  refuses([&] { set_value(e, name, parse_typed(name, text)); });
}

void check_layers(const Experiment& e) {
  const LayerCheck check = try_layers(e.model.layers, Shape{28, 28});
  require(!check.problem.has_value(), "layers without a problem fit together");
  for (const auto& language : kChoices<code::CodeLanguage>) {
    require(!code::model_code(e, language.value).empty(), "a model has a program");
  }
}

void feed(Bytes input) {
  const std::vector<std::string> lines = lines_of(input, kMaxEdits);
  if (lines.empty()) return;
  Experiment e = Experiment::defaults(lines[0]);
  for (std::size_t i = 1; i < lines.size(); ++i) edit(e, lines[i]);
  const std::string json = e.to_json();
  require(Experiment::parse(json).to_json() == json, "what is written is read again");
  const std::vector<Problem> problems = problems_of(e);
  require(refuses([&] { e.validate(); }) != problems.empty(), "validate() throws a problem");
  if (problems.empty() && !e.model.layers.empty()) check_layers(e);
}

const bool kAdded = add_target("layer_edits", feed);

}  // namespace
}  // namespace pipette::fuzz
