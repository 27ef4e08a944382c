#include "cli/help_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/progress.h"

namespace pipette::cli {

namespace {

// Rare options are marked by a group that begins so: CLI11 has no other place for a mark of ours.
constexpr std::string_view kRare = "\x01";

constexpr std::size_t kNameColumns = 30, kNarrowIndent = 6, kNarrow = 64;

// "  --steps N   Steps in all." in two columns, or below each other where the terminal is narrow.
std::string entry(const std::string& name, const std::string& help) {
  const std::size_t width = text_columns();
  const std::size_t indent = width < kNarrow ? kNarrowIndent : kNameColumns;
  std::string text = "  " + wrapped(name, width - 4, 4);
  if (help.empty()) return text + "\n";
  const std::size_t last = text.rfind('\n');
  const std::size_t used = last == std::string::npos ? text.size() : text.size() - last - 1;
  if (used + 2 > indent) {
    text += "\n" + std::string(indent, ' ');
  } else {
    text += std::string(indent - used, ' ');
  }
  return text + wrapped(help, width - indent, indent) + "\n";
}

std::string group_name(const CLI::Option& option) {
  const std::string& group = option.get_group();
  return group.starts_with(kRare) ? group.substr(kRare.size()) : group;
}

// In the order in which they were first named.
std::vector<std::string> group_names(const std::vector<const CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) {
    const std::string name = group_name(*option);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace

std::size_t text_columns() {
  constexpr std::size_t kLeast = 40, kMost = 100;
  return std::clamp(static_cast<std::size_t>(terminal_columns()), kLeast, kMost);
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  const std::size_t room = std::max<std::size_t>(width, 20);
  std::string out;
  std::size_t used = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t spaces = text.find_first_not_of(' ', at);
    const std::size_t begin = spaces == std::string::npos ? text.size() : spaces;
    std::size_t end = std::min(text.find(' ', begin), text.size());
    if (end - begin > room) {  // a long list of words may be broken at its commas
      const std::size_t comma = text.rfind(',', begin + room - 1);
      if (comma != std::string::npos && comma > begin) end = comma + 1;
    }
    const std::size_t gap = begin - at;
    if (used > 0 && used + gap + (end - begin) > room) {
      out += "\n" + std::string(indent, ' ');
      used = 0;
    } else {
      out += std::string(gap, ' ');
      used += gap;
    }
    out += text.substr(begin, end - begin);
    used += end - begin;
    at = end;
  }
  return out;
}

void leave_to_help_all(CLI::Option& option) {
  option.group(std::string(kRare) + option.get_group());
}

bool is_left_to_help_all(const CLI::Option& option) {
  return option.get_group().starts_with(kRare);
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string value_of(const CLI::Option& option) {
  if (option.get_type_size() == 0) return "";
  std::string type = option.get_type_name();
  // "TEXT:{json,typescript}": the type, and what its check says.
  if (const std::size_t words = type.find('{'); words != std::string::npos)
    type = type.substr(words);
  while (type.ends_with(':')) type.pop_back();
  if (type.starts_with("INT")) type = "N";
  if (type.starts_with("FLOAT")) type = "X";
  return type;
}

std::vector<std::string> words_of(const CLI::Option& option) {
  const std::string value = value_of(option);
  if (!value.starts_with('{') || !value.ends_with('}')) return {};
  return CLI::detail::split(value.substr(1, value.size() - 2), ',');
}

std::string HelpText::make_help(const CLI::App* app, std::string name,
                                CLI::AppFormatMode mode) const {
  if (mode == CLI::AppFormatMode::Sub) return expanded(*app);
  std::string text =
      wrapped(make_description(app), text_columns()) + "\n" + make_usage(app, std::move(name));
  text += make_positionals(app) + option_groups(app, mode) + make_subcommands(app, mode);
  return text + "\n" + wrapped(make_footer(app), text_columns());
}

std::string HelpText::option_groups(const CLI::App* app, CLI::AppFormatMode mode) const {
  const std::vector<const CLI::Option*> options = app->get_options([&](const CLI::Option* option) {
    const bool help = option == app->get_help_ptr() || option == app->get_help_all_ptr();
    return option->nonpositional() && !group_name(*option).empty() &&
           (mode != CLI::AppFormatMode::Sub || !help);
  });
  std::string text;
  std::size_t left_out = 0;
  for (const std::string& group : group_names(options)) {
    std::string lines;
    for (const CLI::Option* option : options) {
      if (group_name(*option) != group) continue;
      if (mode == CLI::AppFormatMode::Normal && is_left_to_help_all(*option)) {
        ++left_out;
      } else {
        lines += make_option(option, false);
      }
    }
    if (!lines.empty()) text += fmt::format("\n{}:\n{}", group, lines);
  }
  if (left_out > 0) text += fmt::format("\n--help-all shows {} more options.\n", left_out);
  return text;
}

std::string HelpText::make_option(const CLI::Option* option, bool is_positional) const {
  std::string name =
      is_positional ? option->get_name(true) : fmt::to_string(fmt::join(names_of(*option), ", "));
  const std::string value = value_of(*option);
  if (!value.empty() && !is_positional) name += " " + value;
  std::string help = option->get_description();
  const auto add = [&](const std::string& sentence) {
    if (!help.empty() && !help.ends_with('.')) help += '.';
    help += (help.empty() ? "" : " ") + sentence;
  };
  if (option->get_required()) add("Required.");
  if (!option->get_default_str().empty() && option->get_type_size() != 0) {
    add(fmt::format("Default: {}.", option->get_default_str()));
  }
  if (!option->get_envname().empty()) add(fmt::format("Else {} is read.", option->get_envname()));
  return entry(name, help);
}

std::string HelpText::make_subcommand(const CLI::App* command) const {
  return entry(command->get_name(), command->get_description());
}

std::string HelpText::expanded(const CLI::App& command) const {
  return fmt::format("\n{}: {}\n{}{}", command.get_name(), command.get_description(),
                     option_groups(&command, CLI::AppFormatMode::Sub),
                     make_subcommands(&command, CLI::AppFormatMode::Sub));
}

}  // namespace pipette::cli
