#include "cli/theme_command.h"

#include <fmt/format.h>

#include <vector>

#include "program/span_words.h"
#include "theme/glossary.h"
#include "theme/theme.h"

namespace pipette::cli {

namespace {

using theme::Activity;
using theme::Shades;

std::string hex(std::uint32_t rgb) { return fmt::format("#{:06x}", rgb); }
std::string pair(Shades shades) {
  return fmt::format("['{}', '{}']", hex(shades.light), hex(shades.dark));
}

std::string value_colors(std::uint32_t Shades::*shade) {
  std::string list;
  for (const Shades& stop : theme::kValues) {
    list += fmt::format("{}'{}'", list.empty() ? "" : ", ", hex(stop.*shade));
  }
  return "  [" + list + "],\n";
}

std::string phase_activities() {
  std::string lines;
  for (int i = 0; i <= static_cast<int>(kLastPhase); ++i) {
    const auto phase = static_cast<Phase>(i);
    const Activity activity = activity_of(phase);
    if (activity == Activity::compute) continue;
    lines += fmt::format("  {}: '{}',\n", to_key(phase), theme::entry_of(activity).key);
  }
  return lines;
}

std::string kind_activities() {
  std::string lines;
  for (int i = 0; i <= static_cast<int>(kLastSpanKind); ++i) {
    const auto kind = static_cast<SpanKind>(i);
    const Activity activity = activity_of(kind, Phase::forward);
    if (activity != activity_of(kind, Phase::backward)) continue;  // that of its phase
    lines += fmt::format("  {}: '{}',\n", to_key(kind), theme::entry_of(activity).key);
  }
  return lines;
}

// cardBorder to --card-border
std::string property(std::string_view key) {
  std::string name = "--";
  for (const char c : key) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper) name += '-';
    name += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return name;
}

std::string properties(const char* selector, const char* scheme, std::uint32_t Shades::*shade,
                       const char* indent) {
  std::string text = fmt::format("{0}{1} {{\n{0}  color-scheme: {2};\n", indent, selector, scheme);
  for (const theme::SurfaceEntry& entry : theme::kSurfaces) {
    text += fmt::format("{}  {}: {};\n", indent, property(entry.key), hex(entry.shades.*shade));
  }
  return text + indent + "}\n";
}

std::string theme_javascript() {
  std::string text =
      R"(// Written by `pipette theme --format javascript` from src/theme/theme.h: do not edit.
//
// The colours and names that all drawings of the project share, as data.

/** [light, dark]. */
export const SURFACES = {
)";
  for (const theme::SurfaceEntry& entry : theme::kSurfaces) {
    text += fmt::format("  {}: {},\n", entry.key, pair(entry.shades));
  }
  text += R"(};

/** Of a tensor's values, light and dark: most negative, negative, zero, positive, most positive. */
export const VALUES = [
)";
  text += value_colors(&Shades::light) + value_colors(&Shades::dark);
  text += fmt::format(R"(];

/**
 * Of a heat map: values from -limit to limit have `levels` colours, zero the one in the middle. The limit is
 * the value farthest from zero, but no more than so many times the root mean square.
 */
export const HEAT = {{levels: {}, strongestSigmas: {}}};

/** What the host or an IPU is doing. */
export const ACTIVITIES = {{
)",
                      theme::kHeatLevels, theme::kStrongestSigmas);
  for (const theme::ActivityEntry& entry : theme::kActivities) {
    text += fmt::format("  {}: {{label: '{}', colors: {}}},\n", entry.key, entry.label,
                        pair(entry.shades));
  }
  text += R"(};

/** The activity of a phase; of all others it is 'compute'. */
export const PHASES = {
)";
  text += phase_activities();
  text += R"(};

/** The activity of a kind of span; those that are not here have that of their phase. */
export const SPAN_KINDS = {
)";
  text += kind_activities();
  text += fmt::format(R"(}};

/** The host's calls and handshakes, which <pipette-queues> tells from the work on elements. */
export const HANDSHAKE = {};
)",
                      pair(theme::kHandshake));
  return text;
}

std::string in_quotes(std::string_view text) {
  std::string string = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') string += '\\';
    string += c;
  }
  return string + "'";
}

std::string glossary_javascript() {
  std::string text =
      "// Written by `pipette theme --format glossary` from docs/glossary.md: do not edit.\n"
      "//\n"
      "// The field's words, and what the page says of them.\n\n"
      "export const GLOSSARY = [\n";
  for (const theme::GlossaryEntry& entry : theme::glossary()) {
    std::string words;
    for (const std::string& word : entry.words)
      words += (words.empty() ? "" : ", ") + in_quotes(word);
    text += fmt::format("  {{words: [{}], text: {}}},\n", words, in_quotes(entry.text));
  }
  return text + "];\n";
}

std::string theme_css() {
  return "/* Written by `pipette theme --format css` from src/theme/theme.h: do not edit. The\n"
         "   root's data-theme chooses, else the system does. */\n" +
         properties(":root", "light", &Shades::light, "") +
         properties(":root[data-theme='dark']", "dark", &Shades::dark, "") +
         "@media (prefers-color-scheme: dark) {\n" +
         properties(":root:not([data-theme])", "dark", &Shades::dark, "  ") + "}\n";
}

}  // namespace

ThemeCommand::ThemeCommand(CLI::App& app, std::ostream& out) : out_(out) {
  CLI::App* command =
      app.add_subcommand("theme", "Print the colours and names that all drawings share");
  command->group("Questions");
  command
      ->add_option(
          "--format", format_,
          "javascript for the table of <pipette-queues>, css for the pages around it, glossary for "
          "the words of lessons")
      ->check(CLI::IsMember({"javascript", "css", "glossary"}))
      ->capture_default_str();
  command->callback([this] { print(); });
}

void ThemeCommand::print() const {
  out_ << (format_ == "css"        ? theme_css()
           : format_ == "glossary" ? glossary_javascript()
                                   : theme_javascript());
}

}  // namespace pipette::cli
