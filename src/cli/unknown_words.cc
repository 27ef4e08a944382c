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

}  // namespace

void require_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0].starts_with('-')) return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->check_name(arguments[0])) return;
    names.push_back(command->get_name());
  }
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.name != arguments[0]) continue;
    throw NotUnderstood(fmt::format("\"{0}\" is an experiment: pipette run {0}", entry.name));
  }
  const std::string nearest = did_you_mean(arguments[0], views(names));
  throw NotUnderstood(fmt::format(
      "there is no command \"{}\"{}", arguments[0],
      nearest.empty() ? fmt::format("; there are {}", fmt::join(names, ", ")) : nearest));
}

std::string unexpected(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().back();
  const std::vector<std::string> left = command->remaining();
  const std::string word = left.empty() ? "" : left.front();
  if (!word.starts_with('-')) {
    return fmt::format("\"{}\" takes no more words, but there is \"{}\"", command->get_name(),
                       word);
  }
  const std::string flag = word.substr(0, word.find('='));
  return fmt::format("\"{}\" has no flag {}{}", command->get_name(), flag,
                     did_you_mean(flag, views(flags_of(*command))));
}

}  // namespace pipette::cli
