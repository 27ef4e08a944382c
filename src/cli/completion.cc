#include "cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "cli/help_text.h"

namespace pipette::cli {

namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// The options of a command, and of those inside it ("model matmul").
std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  std::vector<const CLI::Option*> options =
      command.get_options([](const CLI::Option* option) { return option->nonpositional(); });
  for (const CLI::App* inner : commands_of(command)) {
    for (const CLI::Option* option : options_of(*inner)) options.push_back(option);
  }
  return options;
}

// What may stand after a command without a dash: commands of its own, or names.
std::vector<std::string> arguments_of(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::App* inner : commands_of(command)) words.push_back(inner->get_name());
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    for (const std::string& word : words_of(*option)) words.push_back(word);
  }
  return words;
}

std::string first_sentence(const std::string& text) {
  const std::size_t end = std::min(text.find(". "), text.find("; "));
  std::string sentence = text.substr(0, end);
  while (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

bool takes_a_file(const CLI::Option& option) {
  const std::string value = value_of(option);
  return value == "FILE" || value == "FOLDER";
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  return CLI::detail::find_and_replace(std::move(text), what, with);
}

std::string joined(const std::vector<std::string>& words, const char* between = " ") {
  return fmt::to_string(fmt::join(words, between));
}

std::vector<std::string> all_names(const std::vector<const CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) {
    for (const std::string& name : names_of(*option)) names.push_back(name);
  }
  return names;
}

std::string bash(const CLI::App& app) {
  std::vector<std::string> names;
  std::string values, flags, words;
  for (const CLI::App* command : commands_of(app)) {
    const std::string& name = command->get_name();
    names.push_back(name);
    for (const CLI::Option* option : options_of(*command)) {
      if (option->get_type_size() == 0) continue;
      std::vector<std::string> patterns;
      for (const std::string& flag : names_of(*option)) patterns.push_back(name + ":" + flag);
      const std::string what =
          takes_a_file(*option) ? "-f" : fmt::format("-W '{}'", joined(words_of(*option)));
      values += fmt::format("    {}) COMPREPLY=($(compgen {} -- \"$word\")); return ;;\n",
                            joined(patterns, " | "), what);
    }
    flags +=
        fmt::format("    {}:-*) words='{}' ;;\n", name, joined(all_names(options_of(*command))));
    words += fmt::format("    {}:*) words='{}' ;;\n", name, joined(arguments_of(*command)));
  }
  return fmt::format(
      "# Completion for bash: source <(pipette completion bash)\n"
      "_pipette() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command= words= i\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    case ${{COMP_WORDS[i]}} in {}) command=${{COMP_WORDS[i]}} && break ;; esac\n"
      "  done\n"
      "  case $command:$before in\n{}  esac\n"
      "  case $command:$word in\n"
      "    :-*) words='{}' ;;\n"
      "    :*) words='{}' ;;\n{}{}  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "}}\n"
      "complete -o default -F _pipette pipette\n",
      joined(names, " | "), values,
      joined(all_names(app.get_options([](const CLI::Option*) { return true; }))), joined(names),
      flags, words);
}

// Text between single quotes in zsh, and inside brackets of _arguments.
std::string zsh_text(const std::string& text) {
  std::string safe = replaced(text, "'", "'\\''");
  for (const char* special : {"[", "]", ":"})
    safe = replaced(safe, special, std::string("\\") + special);
  return safe;
}

std::string zsh(const CLI::App& app) {
  std::string commands, cases;
  for (const CLI::App* command : commands_of(app)) {
    commands += fmt::format("    '{}:{}'\n", command->get_name(),
                            zsh_text(first_sentence(command->get_description())));
    cases += fmt::format("    {})\n      _arguments", command->get_name());
    for (const CLI::Option* option : options_of(*command)) {
      std::string value;
      if (option->get_type_size() != 0) {
        const std::vector<std::string> words = words_of(*option);
        const std::string values = takes_a_file(*option) ? "_files"
                                   : words.empty()       ? " "
                                                         : "(" + joined(words) + ")";
        value =
            fmt::format(":{}:{}", words.empty() ? zsh_text(value_of(*option)) : "value", values);
      }
      for (const std::string& name : names_of(*option)) {
        cases += fmt::format(" \\\n        '{}[{}]{}'", name,
                             zsh_text(first_sentence(option->get_description())), value);
      }
    }
    const std::vector<std::string> arguments = arguments_of(*command);
    cases += fmt::format(" \\\n        '*:argument:{}'\n      ;;\n",
                         arguments.empty() ? "_files" : "(" + joined(arguments) + ")");
  }
  return fmt::format(
      "#compdef pipette\n"
      "# Completion for zsh: a file _pipette in a folder of $fpath, or source <(pipette completion zsh)\n"
      "_pipette() {{\n"
      "  local -a commands=(\n{}  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $command in\n{}  esac\n"
      "}}\n"
      "if [[ $funcstack[1] == _pipette ]]; then _pipette \"$@\"; else compdef _pipette pipette; fi\n",
      commands, cases);
}

std::string fish_text(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish(const CLI::App& app) {
  std::string text = "# Completion for fish: pipette completion fish | source\n";
  for (const CLI::App* command : commands_of(app)) {
    const std::string& name = command->get_name();
    text += fmt::format("complete -c pipette -f -n __fish_use_subcommand -a {} -d {}\n", name,
                        fish_text(first_sentence(command->get_description())));
    const std::string there =
        fmt::format("complete -c pipette -n '__fish_seen_subcommand_from {}'", name);
    if (const std::vector<std::string> words = arguments_of(*command); !words.empty()) {
      text += fmt::format("{} -f -a '{}'\n", there, joined(words));
    }
    for (const CLI::Option* option : options_of(*command)) {
      std::string flag;
      for (const std::string& letter : option->get_snames()) flag += " -s " + letter;
      for (const std::string& word : option->get_lnames()) flag += " -l " + word;
      const std::vector<std::string> words = words_of(*option);
      if (takes_a_file(*option)) {
        flag += " -r -F";
      } else if (!words.empty()) {
        flag += fmt::format(" -x -a '{}'", joined(words));
      } else if (option->get_type_size() != 0) {
        flag += " -x";
      }
      text += fmt::format("{}{} -d {}\n", there, flag,
                          fish_text(first_sentence(option->get_description())));
    }
  }
  return text;
}

// Text for troff: no line of it is a command, and its dashes can be copied.
std::string troff(const std::string& text) {
  std::string safe = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  for (const char* line : {".", "'"}) {
    if (safe.starts_with(line)) safe.insert(0, "\\&");
    safe = replaced(safe, std::string("\n") + line, std::string("\n\\&") + line);
  }
  return safe;
}

std::string manual_option(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : names_of(option)) names.push_back("\\fB" + troff(name) + "\\fR");
  const std::string value = value_of(option);
  std::string text = ".TP\n" + joined(names, ", ");
  if (!value.empty()) text += " \\fI" + troff(value) + "\\fR";
  text += "\n" + troff(option.get_description()) + "\n";
  if (!option.get_default_str().empty() && option.get_type_size() != 0) {
    text += "Default: " + troff(option.get_default_str()) + ".\n";
  }
  return text;
}

// The options of a command, but those that `others` has too.
std::string manual_options(const CLI::App& command, const CLI::App* others) {
  std::string text;
  bool shared = false;
  for (const CLI::Option* option : options_of(command)) {
    const CLI::Option* same =
        others == nullptr ? nullptr : others->get_option_no_throw(option->get_name());
    if (same != nullptr && same->get_description() == option->get_description()) {
      shared = shared || option != command.get_help_ptr();
    } else {
      text += manual_option(*option);
    }
  }
  if (shared) text += fmt::format(".PP\nThe other options are those of \\fBrun\\fR.\n");
  return text;
}

}  // namespace

std::string completion(const CLI::App& app, Shell shell) {
  switch (shell) {
    case Shell::bash:
      return bash(app);
    case Shell::zsh:
      return zsh(app);
    default:
      return fish(app);
  }
}

std::string manual(const CLI::App& app, const std::string& version) {
  const CLI::App* run = app.get_subcommand("run");
  std::string text = fmt::format(
      ".TH PIPETTE 1 \"\" \"pipette {}\" \"User Commands\"\n"
      ".SH NAME\npipette \\- {}\n"
      ".SH SYNOPSIS\n.B pipette\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
      ".SH DESCRIPTION\n{}\n"
      ".SH COMMANDS\n",
      troff(version), "an emulated IPU system that trains real networks",
      troff(
          "Runs the programs of Graphcore's tutorials, and experiments with them, on emulated IPUs. The arithmetic "
          "is real and gives the same bits on every computer; time is modelled."));
  for (const CLI::App* command : commands_of(app)) {
    std::string name = "\\fB" + troff(command->get_name()) + "\\fR";
    for (const CLI::App* inner : commands_of(*command)) {
      name += " \\fB" + troff(inner->get_name()) + "\\fR";
    }
    text += fmt::format(".SS {}\n{}.\n", name, troff(command->get_description()));
    text += manual_options(*command, command == run ? nullptr : run);
  }
  return text + ".SH EXIT STATUS\n" + troff(app.get_footer()) + "\n";
}

void add_shell_commands(CLI::App& app, std::ostream& out) {
  CLI::App* write = app.add_subcommand("completion", "Print what lets a shell complete commands");
  write->group("For the shell");
  std::vector<std::string> shells;
  for (const Choice<Shell>& choice : kChoices<Shell>) shells.emplace_back(choice.word);
  for (const std::string& shell : shells) {
    write->add_subcommand(shell, fmt::format("For {}", shell))->callback([&app, &out, shell] {
      out << completion(app, from_word<Shell>("shell", shell));
    });
  }
  write->require_subcommand(1);
  app.add_subcommand("manual", "Print the manual page: pipette manual | man -l -")
      ->group("For the shell")
      ->callback([&app, &out] { out << manual(app, PIPETTE_VERSION); });
}

}  // namespace pipette::cli
