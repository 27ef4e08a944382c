#include "cli/list_command.h"

#include <fmt/format.h>

#include "cli/console.h"
#include "cli/help_text.h"
#include "cli/progress.h"
#include "core/json.h"
#include "experiment/catalogue.h"

namespace pipette::cli {

ListCommand::ListCommand(CLI::App& app, std::ostream& out) : out_(out) {
  CLI::App* command = app.add_subcommand("list", "List the experiments that can be run");
  command->group("Experiments");
  command->add_flag("--json", json_, "Print one JSON object");
  command->callback([this] { print(); });
}

void ListCommand::print() const {
  if (json_) {
    Json experiments = Json::array();
    for (const CatalogueEntry& entry : catalogue()) {
      experiments.push_back({{"name", entry.name},
                             {"group", entry.group},
                             {"title", entry.title},
                             {"description", entry.description}});
    }
    out_ << shown_json(document("catalogue", {{"experiments", std::move(experiments)}}), 2) << "\n";
    return;
  }
  constexpr std::size_t kIndent = 24;
  const std::size_t width = text_columns() - kIndent;
  std::string group;
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.group != group) out_ << fmt::format("{}{}\n", group.empty() ? "" : "\n", entry.group);
    group = entry.group;
    out_ << fmt::format("  {:<22}{}\n  {:<22}{}\n", entry.name,
                        wrapped(entry.title, width, kIndent), "",
                        wrapped(entry.description, width, kIndent));
  }
}

}  // namespace pipette::cli
