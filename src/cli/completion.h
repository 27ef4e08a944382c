// What the command line has, written for other programs: completions for shells, and a manual page.
//
//   out << completion(app, Shell::bash);     // source <(pipette completion bash)
//   out << manual(app, "0.1.0");             // pipette manual | man -l -
//
// Both read the commands and options of the parser itself (help_text.h says how an option names its
// values), so they cannot fall behind it.
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>

#include "core/choices.h"

namespace pipette::cli {

enum class Shell { bash, zsh, fish };

constexpr auto choices_of(Shell) {
  return std::to_array<Choice<Shell>>(
      {{Shell::bash, "bash"}, {Shell::zsh, "zsh"}, {Shell::fish, "fish"}});
}

std::string completion(const CLI::App& app, Shell shell);

// In the macros of man(7).
std::string manual(const CLI::App& app, const std::string& version);

// `pipette completion SHELL` and `pipette manual`.
void add_shell_commands(CLI::App& app, std::ostream& out);

}  // namespace pipette::cli
