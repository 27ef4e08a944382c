#include "cli/unknown_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/nearest_name.h"
#include "experiment/catalogue.h"

namespace pipette::cli {

namespace {

std::vector<std::string_view> views(const std::vector<std::string>& words) {
  return {words.begin(), words.end()};
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return flags;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> names_of(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return names;
}

const CLI::App& command_named(const std::string& name,
                              const std::vector<const CLI::App*>& commands) {
  for (const CLI::App* command : commands) {
    if (command->check_name(name)) return *command;
  }
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.name != name) continue;
    throw NotUnderstood(fmt::format("\"{0}\" is an experiment: pipette run {0}", name));
  }
  const std::vector<std::string> names = names_of(commands);
  const std::string nearest = did_you_mean(name, views(names));
  throw NotUnderstood(fmt::format(
      "there is no command \"{}\"{}", name,
      nearest.empty() ? fmt::format("; there are {}", fmt::join(names, ", ")) : nearest));
}

// The one that was parsed.
const CLI::App& innermost(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().back();
  return *command;
}

}  // namespace

void require_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App* command = &app;
  for (const std::string& word : arguments) {
    const std::vector<const CLI::App*> commands = commands_of(*command);
    if (commands.empty() || word.starts_with('-')) return;
    command = &command_named(word, commands);
  }
}

std::string misread(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = innermost(app);
  const std::string text = error.what();
  const auto begins = [&](const std::string& with) { return text.rfind(with, 0) == 0; };
  if (begins("A subcommand is required")) {
    return fmt::format("\"{}\" needs a command: {}", command.get_name(),
                       fmt::join(names_of(commands_of(command)), ", "));
  }
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    const std::string converted = fmt::format("Could not convert: {} = ", name);
    if (begins(converted)) {
      const bool whole = option->get_type_name().find("INT") != std::string::npos;
      return fmt::format("{} must be {}, but it is {}", name, whole ? "a whole number" : "a number",
                         text.substr(converted.size()));
    }
    if (begins(name + ": 1 required ")) return name + " needs a value";
  }
  return text;
}

std::string unexpected(const CLI::App& app) {
  const CLI::App& command = innermost(app);
  const std::vector<std::string> left = command.remaining();
  const std::string word = left.empty() ? "" : left.front();
  if (!word.starts_with('-')) {
    return fmt::format("\"{}\" takes no more words, but there is \"{}\"", command.get_name(), word);
  }
  const std::string flag = word.substr(0, word.find('='));
  return fmt::format("\"{}\" has no flag {}{}", command.get_name(), flag,
                     did_you_mean(flag, views(flags_of(command))));
}

}  // namespace pipette::cli
