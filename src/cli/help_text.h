// How the command line explains itself: text for --help, as wide as the terminal, with what is used
// every day first.
//
//   auto help = std::make_shared<HelpText>();
//   app.formatter(help);                       // before subcommands are added: they inherit it
//   app.set_help_all_flag("--help-all", "...");
//   leave_to_help_all(*option);
//
// An option's type names the values it takes, "{sgd,adam}" or "FILE"; shell completions
// (completion.h) read that too.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace pipette::cli {

class HelpText : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;

 private:
  // One command in the help of all of them.
  std::string expanded(const CLI::App& command) const;
  std::string option_groups(const CLI::App* app, CLI::AppFormatMode mode) const;
};

// --help leaves it out, and says how many such options --help-all shows.
void leave_to_help_all(CLI::Option& option);
bool is_left_to_help_all(const CLI::Option& option);

// "--steps, --count": without help flags' own commas.
std::vector<std::string> names_of(const CLI::Option& option);
// What it takes, "FILE" or "{sgd,adam}"; "" for a flag.
std::string value_of(const CLI::Option& option);
// The words of "{sgd,adam}"; empty where any value will do.
std::vector<std::string> words_of(const CLI::Option& option);

// Of text to read: the terminal's, but 40 to 100.
std::size_t text_columns();

// Lines of at most `width` columns, broken at spaces, each but the first after `indent` spaces.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent = 0);

}  // namespace pipette::cli
