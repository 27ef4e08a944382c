#include "cli/experiment_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/flag_words.h"
#include "cli/lockstep.h"
#include "cli/run_outputs.h"
#include "experiment/catalogue.h"

namespace pipette::cli {

namespace {

constexpr std::size_t kMaxExperimentBytes = std::size_t{1} << 20;

std::string read_text(const std::string& path) {
  const std::vector<std::byte> bytes = read_together(path, kMaxExperimentBytes);
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.size() > kMaxExperimentBytes) {
    throw InvalidArgument(fmt::format("\"{}\" has more than {} bytes: it is no experiment", path,
                                      kMaxExperimentBytes));
  }
  return text;
}

Experiment experiment_in(const std::string& file) {
  const bool is_input = file == kStandardStream;
  const std::string text = read_text(is_input ? "/dev/stdin" : file);
  try {
    return Experiment::from_json(text);
  } catch (const Error& cause) {
    throw_again(cause, (is_input ? "the standard input" : file) + ": ");
  }
}

}  // namespace

void ExperimentChoice::add_options(CLI::App& command) {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : catalogue()) names.push_back(entry.name);
  command.add_option("name", name_, "Its name; `pipette list` shows them")
      ->type_name(fmt::format("{{{}}}", fmt::join(names, ",")));
  command
      .add_option("--experiment", file_,
                  "A file with an experiment as JSON instead; - is the standard input")
      ->type_name("FILE");
  add_fields(command);
}

void ExperimentChoice::add_fields(CLI::App& command) {
  flags_.push_back(std::make_unique<FieldFlags>(command));
}

Experiment ExperimentChoice::experiment(const CLI::App& command) const {
  if (name_.empty() == file_.empty()) {
    throw InvalidArgument("give either the name of an experiment or --experiment FILE");
  }
  return file_.empty() ? experiment(command, name_) : with_flags(command, experiment_in(file_));
}

Experiment ExperimentChoice::experiment(const CLI::App& command, const std::string& name) const {
  return with_flags(command, Experiment::defaults(name));
}

Experiment ExperimentChoice::experiment(const CLI::App& command, const Experiment& saved) const {
  if (!file_.empty()) throw InvalidArgument("give either --experiment FILE or --resume FILE");
  if (!name_.empty() && name_ != saved.name) {
    throw InvalidArgument(
        fmt::format("the checkpoint is of \"{}\", not of \"{}\"", saved.name, name_));
  }
  return with_flags(command, saved);
}

Experiment ExperimentChoice::with_flags(const CLI::App& command, Experiment e) const {
  speaking_flags(command, {}, [&] {
    for (const auto& flags : flags_) flags->apply(e, err_);
  });
  return e;
}

}  // namespace pipette::cli
