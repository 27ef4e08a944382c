#include "cli/field_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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
  if (field.type == FieldType::choice) {
    std::vector<std::string> words;
    for (const auto& choice : field.choices) words.push_back(choice.word);
    help += fmt::format(" One of {}.", fmt::join(words, ", "));
  }
  if (!field.unit.empty()) help += fmt::format(" In {}.", field.unit);
  return help;
}

// "--stages 3"; empty for what no flag can do.
std::string as_flag(const Suggestion& way) {
  if (way.label == kLeaveItOut) return "";
  for (const Field& field : fields()) {
    if (field.name != way.field || !field.has_flag || field.type == FieldType::layers) continue;
    const std::string flag = flag_of(field.name);
    if (way.value.is_boolean()) {
      return way.value.get<bool>() ? flag : "--no-" + flag.substr(2);
    }
    if (way.value.is_array()) {
      std::string list;
      for (const Json& item : way.value) list += (list.empty() ? "" : ",") + item.dump();
      return flag + " " + list;
    }
    return flag + " " + (way.value.is_string() ? way.value.get<std::string>() : way.value.dump());
  }
  return "";
}

}  // namespace

FieldFlags::FieldFlags(CLI::App& command) {
  for (const Field& field : fields()) {
    if (field.has_flag) add(command, field);
  }
  std::vector<std::string> words;
  for (const Offload& offload : kOffloads) words.emplace_back(offload.word);
  command
      .add_option(
          "--offload", offload_,
          fmt::format("A list of what else lies in remote buffers: {}.", fmt::join(words, ", ")))
      ->delimiter(',')
      ->check(CLI::IsMember(words))
      ->group("Memory");
}

void FieldFlags::add(CLI::App& command, const Field& field) {
  Given& given = given_.emplace_back(Given{field});
  const std::string flag = flag_of(field.name);
  std::string names = flag;
  if (field.type == FieldType::boolean) {
    names += ",!--no-" + flag.substr(2);
    if (!field.flags.empty()) names += "," + field.flags;
    given.option = command.add_flag(names, given.on, help_of(field));
  } else {
    if (!field.flags.empty()) names += "," + field.flags;
    given.option = command.add_option(names, given.words, help_of(field));
    if (field.is_list()) {
      given.option->delimiter(',');
    } else {
      given.option->expected(1);
    }
  }
  given.option->group(field.group);
}

void FieldFlags::apply(Experiment& e) const {
  // The batch size first, as an edit: an epoch of "loops" follows from it, unless a flag says more.
  for (const bool batch_size : {true, false}) {
    for (const Given& given : given_) {
      const std::string& name = given.field.name;
      if (given.option->count() == 0 || batch_size != (name == "batch_size")) continue;
      const std::string text = fmt::to_string(fmt::join(given.words, ", "));
      const bool on_off = given.field.type == FieldType::boolean;
      const Json value = on_off ? Json(given.on) : parse_typed(name, text);
      batch_size ? set_value(e, name, value) : given.field.set(e, value);
    }
  }
  for (const std::string& word : offload_) {
    for (const Offload& offload : kOffloads) {
      if (word == offload.word) field_named(offload.field).set(e, true);
    }
  }
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
