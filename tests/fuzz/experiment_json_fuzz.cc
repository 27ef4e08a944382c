// An experiment as JSON: what a link, a file or JavaScript says.
#include "code/model_code.h"
#include "experiment/edit.h"
#include "experiment/problems.h"
#include "fuzz/fuzz_target.h"

namespace pipette::fuzz {
namespace {

void check_problem(const Problem& problem) {
  require(!problem.field.empty(), "a problem names a field");
  require(!problem.text.empty(), "a problem has a text");
  require(!message_of(problem).empty(), "a problem has a message");
  for (const Suggestion& way : problem.suggestions) {
    require(!way.label.empty(), "a suggestion has a label");
  }
}

// What an experiment is asked before it runs.
void ask(const Experiment& e) {
  require(e.num_runs() >= 1 && e.num_steps() >= e.training.steps, "all steps are done");
  require(e.num_ipus() >= e.ipus_per_replica(), "replicas have IPUs");
  require(!e.fingerprint().empty(), "there is a fingerprint");
  roundings_of(e);
  if (e.model.layers.empty()) return;
  for (const auto& language : kChoices<code::CodeLanguage>) {
    require(!code::model_code(e, language.value).empty(), "a model has a program");
  }
}

void feed(Bytes input) {
  const std::string text(text_of(input));
  const Experiment e = Experiment::parse(text);
  const std::string json = e.to_json();
  require(Experiment::parse(json).to_json() == json, "what is written is read again");
  const std::vector<Problem> problems = problems_of(e);
  for (const Problem& problem : problems) check_problem(problem);
  require(refuses([&] { e.validate(); }) != problems.empty(), "validate() throws a problem");
  if (problems.empty()) ask(e);
}

const bool kAdded = add_target("experiment_json", feed);

}  // namespace
}  // namespace pipette::fuzz
