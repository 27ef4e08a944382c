#include "cli/run_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/api_tables.h"
#include "cli/flag_words.h"
#include "code/model_code.h"
#include "core/files.h"
#include "experiment/catalogue.h"
#include "experiment/schema.h"
#include "session/session.h"

namespace pipette::cli {

namespace {

constexpr const char* kTrain = "train";

}  // namespace

RunCommand::RunCommand(CLI::App& app, std::ostream& out, std::ostream& err, bool terminal)
    : out_(out), choice_(err), runner_(out, err, terminal) {
  CLI::App* run_any = app.add_subcommand("run", "Run an experiment of the catalogue");
  choice_.add_options(*run_any);
  CLI::Option* code = run_any->add_option(
      "--code", code_,
      "Print the program, of layers or of the tutorial's queues, instead of running it");
  code->type_name("{python,cpp,javascript}");
  runner_.add_options(*run_any);
  for (const char* flag : {"--data-dir", "--trace", "--losses", "--load-weights", "--save-weights",
                           "--outfed", "--checkpoint", "--resume", "--until", "--json"}) {
    code->excludes(run_any->get_option(flag));
  }
  run_any->callback([this, run_any] { run(*run_any, ExperimentRunner::Show::summary); });
  CLI::App* train = app.add_subcommand(kTrain, "Train MNIST over stages and replicas");
  runner_.add_options(*train);
  choice_.add_fields(*train);
  train->callback([this, train] { run(*train, ExperimentRunner::Show::summary); });
  CLI::App* description =
      app.add_subcommand("describe", "Print an experiment as JSON, with every field");
  choice_.add_options(*description);
  description->callback([this, description] { describe(*description); });
  CLI::App* profile = app.add_subcommand(
      "profile",
      "Run an experiment and say what it took of the machine: memory, operations, waits");
  choice_.add_options(*profile);
  runner_.add_options(*profile);
  runner_.add_profile_options(*profile);
  profile->callback([this, profile] { run(*profile, ExperimentRunner::Show::profile); });
  for (CLI::App* command : {run_any, train, description, profile}) command->group("Experiments");
  CLI::App* schema = app.add_subcommand("schema", "Print what the JSON of an experiment may hold");
  schema->group("Experiments");
  schema
      ->add_option(
          "--format", format_,
          "json for a JSON Schema, typescript for the types of the JavaScript API, "
          "markdown for the page of the documentation; choices, tables and layer-types for "
          "what the JavaScript API repeats of other tables")
      ->check(CLI::IsMember(
          {"json", "typescript", "markdown", "choices", "tables", "layer-types", "ipu-options"}))
      ->capture_default_str();
  schema->callback([this] { print_schema(); });
}

Experiment RunCommand::checked(const CLI::App& command) const {
  const bool train = command.get_name() == kTrain;
  const std::optional<Experiment> saved = runner_.resumed();
  const Experiment e = saved   ? choice_.experiment(command, *saved)
                       : train ? choice_.experiment(command, "mnist-pipelined")
                               : choice_.experiment(command);
  speaking_flags(command, {}, [&] { check(e); });
  return e;
}

void RunCommand::describe(const CLI::App& command) const {
  out_ << checked(command).to_json() << "\n";
}

void RunCommand::print_schema() const {
  if (format_ == "json") out_ << json_schema() << "\n";
  if (format_ == "typescript") out_ << typescript();
  if (format_ == "markdown") out_ << markdown();
  if (format_ == "choices") out_ << choices_typescript();
  if (format_ == "tables") out_ << tables_javascript();
  if (format_ == "layer-types") out_ << layers_typescript();
  if (format_ == "ipu-options") out_ << ipu_options_python();
}

void RunCommand::run(const CLI::App& command, ExperimentRunner::Show show) {
  Experiment e = checked(command);
  speaking_flags(command, {}, [&] {
    if (!code_.empty()) {
      out_ << code::model_code(e, from_word<code::CodeLanguage>("code", code_));
      return;
    }
    const ImageData data = runner_.data(e);
    runner_.run(e, data, show);
  });
}

}  // namespace pipette::cli
