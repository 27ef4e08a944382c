#include "cli/field_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "cli/help_text.h"
#include "experiment/edit.h"
#include "experiment/problems.h"

namespace pipette::cli {

namespace {

std::string flag_of(const std::string& name) {
  std::string flag = "--" + name;
  std::replace_if(
      flag.begin(), flag.end(), [](char c) { return c == '_' || c == '.'; }, '-');
  return flag;
}

// "gradients" of --offload, and the field that it stands for.
struct Offload {
  const char* word;
  const char* field;
};
constexpr Offload kOffloads[] = {{"activations", "offload_activations"},
                                 {"gradients", "offload_gradient_accumulation_buffers"},
                                 {"weights", "offload_weights"}};

std::string help_of(const Field& field) {
  std::string help = field.help;
  if (!field.unit.empty()) help += fmt::format(" In {}.", field.unit);
  if (!field.environment.empty()) help += fmt::format(" Else {} is read.", field.environment);
  return help;
}

// What its flag takes.
std::string value_name(const Field& field) {
  switch (field.type) {
    case FieldType::integer:
      return "N";
    case FieldType::real:
      return "X";
    case FieldType::integers:
      return "N,...";
    case FieldType::choice: {
      std::vector<std::string> words;
      for (const auto& choice : field.choices) words.push_back(choice.word);
      return fmt::format("{{{}}}", fmt::join(words, ","));
    }
    case FieldType::texts:
      return "TEXT,...";
    case FieldType::layers:
    case FieldType::options:
      return "JSON";
    default:
      return "TEXT";
  }
}

// A variable is there for whatever is run: unlike a flag it is not refused where it means nothing.
std::optional<std::string> from_environment(const Field& field, const Experiment& e,
                                            std::ostream& err) {
  const char* text = field.environment.empty() ? nullptr : std::getenv(field.environment.c_str());
  if (text == nullptr || *text == '\0') return {};
  const std::string why = why_meaningless(field, e);
  if (why.empty()) return text;
  err << fmt::format("pipette: {} {}\n", field.environment, why);
  return {};
}

std::string text_of(const Json& value) {
  if (value.is_object()) return fmt::format("'{}'", shown_json(value));  // as a shell wants it
  return value.is_string() ? value.get<std::string>() : shown_json(value);
}

// "--stages 3"
std::string as_flag(const Field& field, const Json& value) {
  const std::string flag = flag_of(field.name);
  if (value.is_boolean()) return value.get<bool>() ? flag : "--no-" + flag.substr(2);
  if (!value.is_array()) return flag + " " + text_of(value);
  std::vector<std::string> items;
  for (const Json& item : value) items.push_back(text_of(item));
  return fmt::format("{} {}", flag, fmt::join(items, ","));
}

// Empty for what no flag can do.
std::string as_flag(const Suggestion& way) {
  if (way.label == kLeaveItOut) return "";
  for (const Field& field : fields()) {
    if (field.name != way.field || !field.has_flag || field.type == FieldType::layers) continue;
    return as_flag(field, way.value);
  }
  return "";
}

// Adds the flags that cut the layers of `from` as those of `to` are, and does so.
void add_cut(const Experiment& to, Experiment& from, std::string& command) {
  const auto add = [&](const std::string& name, const Json& value) {
    set_value(from, name, value);
    command += fmt::format(" --set {}={}", name, text_of(value));
  };
  if (from.num_stages() != to.num_stages()) add("stages", to.num_stages());
  const std::vector<std::size_t> starts = stage_starts(to.model.layers);
  // Those that move on, the last one first, then those that move back: no stage passes another.
  for (const bool on : {true, false}) {
    for (std::size_t i = 1; i < starts.size(); ++i) {
      const std::size_t stage = on ? starts.size() - i : i;
      const std::size_t now = stage_starts(from.model.layers).at(stage);
      if (now == starts[stage] || (starts[stage] > now) != on) continue;
      add(fmt::format("stages/{}/first", stage), starts[stage]);
    }
  }
}

}  // namespace

FieldFlags::FieldFlags(CLI::App& command, Which which) : command_(command) {
  for (const Field& field : fields()) {
    if (field.has_flag && (which == Which::all || !field.environment.empty())) add(field);
  }
  if (which != Which::all) return;
  std::vector<std::string> words;
  for (const Offload& offload : kOffloads) words.emplace_back(offload.word);
  CLI::Option* offload =
      command.add_option("--offload", offload_, "A list of what else lies in remote buffers.")
          ->delimiter(',')
          ->check(CLI::IsMember(words))
          ->group("Memory");
  leave_to_help_all(*offload);
  command
      .add_option("--set", edits_,
                  "Changes the experiment by name, as the page does: stages/1/first=2 begins a "
                  "stage with another layer, layers/1/units=64 changes one")
      ->take_all()
      ->type_name("NAME=VALUE");
}

void FieldFlags::add(const Field& field) {
  Given& given = given_.emplace_back(Given{field});
  const std::string flag = flag_of(field.name);
  std::string names = flag;
  if (field.type == FieldType::boolean) {
    names += ",!--no-" + flag.substr(2);
    if (!field.flags.empty()) names += "," + field.flags;
    given.option = command_.add_flag(names, given.on, help_of(field));
  } else {
    if (!field.flags.empty()) names += "," + field.flags;
    given.option = command_.add_option(names, given.words, help_of(field));
    if (field.is_list()) {
      given.option->delimiter(',');
    } else {
      // One text, which may be JSON: a list of it is not several of the command line's.
      given.option->expected(1)->allow_extra_args(false);
    }
  }
  if (field.type != FieldType::boolean) given.option->type_name(value_name(field));
  given.option->group(field.group);
  if (field.everyday.empty()) leave_to_help_all(*given.option);
}

void FieldFlags::apply(Experiment& e, std::ostream& err) const {
  if (!command_.parsed()) return;
  // The batch size first, as an edit: an epoch of "loops" follows from it, unless a flag says more.
  for (const bool batch_size : {true, false}) {
    for (const Given& given : given_) {
      const std::string& name = given.field.name;
      if (batch_size != (name == "batch_size")) continue;
      std::optional<std::string> text;
      if (given.option->count() > 0) {
        text = fmt::to_string(fmt::join(given.words, ", "));
      } else {
        text = from_environment(given.field, e, err);
      }
      if (!text) continue;
      const bool on_off = given.field.type == FieldType::boolean;
      const Json value = on_off ? Json(given.on) : parse_typed(name, *text);
      batch_size ? set_value(e, name, value) : given.field.set(e, value);
    }
  }
  for (const std::string& word : offload_) {
    for (const Offload& offload : kOffloads) {
      if (word == offload.word) field_named(offload.field).set(e, true);
    }
  }
  for (const std::string& edit : edits_) {
    const std::size_t equals = edit.find('=');
    if (equals == std::string::npos) {
      throw InvalidArgument(fmt::format(
          "--set takes NAME=VALUE, as in stages/1/first=2, but it is \"{}\"", edit.substr(0, 80)));
    }
    const std::string name = edit.substr(0, equals);
    for (const Given& given : given_) {
      if (given.field.name != name || given.option->count() == 0) continue;
      throw InvalidArgument(fmt::format("{} and --set {} say the same twice; give one of them",
                                        flag_of(name), edit.substr(0, 80)));
    }
    set_value(e, name, parse_typed(name, edit.substr(equals + 1)));
  }
}

std::string command_of(const Experiment& e, const std::string& command) {
  Experiment from = Experiment::defaults(e.name);
  std::string text = fmt::format("pipette {} {}", command, e.name);
  for (const Field& field : fields()) {
    const Json value = field.get(e);
    if (!field.has_flag || field.type == FieldType::layers || value == field.get(from)) continue;
    if (value.is_array() && value.empty()) return "";
    field.set(from, value);
    text += " " + as_flag(field, value);
  }
  if (from.model.layers.size() != e.model.layers.size()) return "";
  if (!e.model.layers.empty()) add_cut(e, from, text);
  return from.to_json() == e.to_json() ? text : "";
}

void check(const Experiment& e) {
  const std::vector<Problem> problems = problems_of(e);
  if (problems.empty()) return;
  const Problem& first = problems.front();
  std::vector<std::string> flags;
  for (const Suggestion& way : first.suggestions) {
    if (std::string flag = as_flag(way); !flag.empty()) flags.push_back(std::move(flag));
  }
  const std::string ways = flags.empty() ? "" : fmt::format("; try {}", fmt::join(flags, " or "));
  throw_problem({first.field, first.text + ways, {}, first.code});
}

}  // namespace pipette::cli
