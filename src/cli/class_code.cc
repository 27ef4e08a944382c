#include "cli/class_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/json.h"
#include "experiment/catalogue.h"
#include "experiment/field.h"
#include "experiment/flat_fields.h"

namespace pipette::cli {

namespace {

constexpr std::string_view kBegins = "pipette-", kVersion = "pipette-1";
constexpr std::size_t kMostLetters = 20'000, kMostName = 80;

// FNV-1a, 32 bits: it finds slips of copying.
std::string checksum(std::string_view text) {
  std::uint32_t sum = 0x811c9dc5;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x01000193u;
  return fmt::format("{:08x}", sum);
}

int value_of_letter(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '-' ? 62 : c == '_' ? 63 : -1;
}

// From base64url without padding.
std::string decoded(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int value = value_of_letter(c);
    if (value < 0) throw InvalidArgument("the code cannot be read");
    bits = (bits << 6) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool is_hash(const Json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string percent_decoded(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      bytes += text[i];
      continue;
    }
    const std::string digits(text.substr(i + 1, 2));
    if (digits.size() < 2 ||
        digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
      throw InvalidArgument("the link cannot be read: copy all of it");
    }
    bytes += static_cast<char>(std::stoi(digits, nullptr, 16));
    i += 2;
  }
  return bytes;
}

std::string member_words(const Json& address, const char* name) {
  const auto found = address.find(name);
  return found != address.end() && found->is_string() ? found->get<std::string>() : "";
}

std::vector<std::string> member_names(const Json& address, const char* name) {
  const std::string words = member_words(address, name);
  return words.empty() ? std::vector<std::string>() : parts_of(words, ',');
}

// Of the address's members those that are fields.
Json fields_in(const Json& address) {
  Json flat = Json::object();
  for (const auto& [name, value] : address.items()) {
    const std::string whole = name.substr(0, name.find('.'));
    const bool known =
        std::any_of(fields().begin(), fields().end(), [&, &name = name](const Field& field) {
          return field.name == name || field.name.starts_with(whole + ".");
        });
    if (known) flat[name] = value;
  }
  return flat;
}

// What a control of the panel is set to.
std::string setting(const std::string& control, const Experiment& e) {
  if (control == "stages") return std::to_string(e.num_stages());
  if (control == "hidden_layers") return std::to_string(e.model.hidden_units.size());
  for (const Field& field : fields()) {
    if (field.name == control) return shown_json(field.get(e));
  }
  return "";
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<FoundCode> find_class_codes(std::string_view text) {
  std::vector<FoundCode> found;
  std::size_t line = 1, counted = 0;
  for (std::size_t at = text.find(kBegins); at != std::string_view::npos;) {
    line +=
        static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                            text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n,;\"'<>|", at), text.size());
    const std::string_view code = text.substr(at, end - at);
    if (code.size() > kBegins.size() && code.find('.') != std::string_view::npos &&
        code[kBegins.size()] >= '0' && code[kBegins.size()] <= '9') {
      found.push_back({line, std::string(code)});
    }
    at = text.find(kBegins, end);
  }
  return found;
}

ClassCode read_class_code(const std::string& text) {
  if (text.size() > kMostLetters) {
    throw InvalidArgument(
        fmt::format("a class code has at most {} letters; this has {}", kMostLetters, text.size()));
  }
  const std::vector<std::string> parts = parts_of(text, '.');
  if (parts.front() != kVersion) {
    throw InvalidArgument(fmt::format("the code is of another version, {}; this program reads {}",
                                      parts.front().substr(0, 20), kVersion));
  }
  if (parts.size() != 3) throw InvalidArgument("a part of the code is missing");
  if (checksum(parts[1]) != parts[2]) throw InvalidArgument("the code was changed on its way");
  const Json read = parse_json(decoded(parts[1]));
  if (!read.is_object()) throw InvalidArgument("the code cannot be read");
  const Json name = read.value("name", Json()), address = read.value("address", Json());
  const Json step = read.value("step", Json()), accuracy = read.value("accuracy", Json());
  const Json weights = read.value("weights", Json()), losses = read.value("losses", Json());
  if (!name.is_string() || !address.is_object() || !step.is_number_integer() || step < 1 ||
      !is_hash(weights) || !is_hash(losses) || !(accuracy.is_null() || accuracy.is_number())) {
    throw InvalidArgument("the code lacks what a run came to");
  }
  ClassCode code;
  code.name = name.get<std::string>().substr(0, kMostName);
  code.address = address;
  code.step = step.get<std::int64_t>();
  code.weights = weights.get<std::string>();
  code.losses = losses.get<std::string>();
  if (accuracy.is_number()) code.accuracy = accuracy.get<double>();
  return code;
}

Json address_of_link(const std::string& link) {
  const std::size_t hash = link.find('#');
  const std::string fragment = hash == std::string::npos ? link : link.substr(hash + 1);
  Json address = Json::object();
  if (!fragment.starts_with("v=")) {
    address = parse_json(percent_decoded(fragment));
  } else {
    for (const std::string& member : parts_of(fragment, '&')) {
      const std::size_t equals = member.find('=');
      if (equals == std::string::npos)
        throw InvalidArgument("the link cannot be read: copy all of it");
      const std::string word = percent_decoded(std::string_view(member).substr(equals + 1));
      const Json value = parse_json(word);
      address[percent_decoded(std::string_view(member).substr(0, equals))] =
          value.is_discarded() ? Json(word) : value;
    }
  }
  if (!address.is_object())
    throw InvalidArgument("the link cannot be read: copy all of it, in quotes");
  return address;
}

GivenTask task_of(const Json& address) {
  GivenTask task{Experiment::from_json(shown_json(nested_fields(fields_in(address))))};
  task.experiment.training.data = "digits";
  task.text = member_words(address, "task");
  task.goal = member_words(address, "goal");
  task.locked = member_names(address, "lock");
  task.hidden = member_names(address, "hide");
  if (member_words(address, "leads") == "by-calls") {
    const CatalogueEntry& entry = catalogue_entry(task.experiment.name);
    const std::int64_t steps = task.experiment.num_steps();
    if (!entry.calls_for_each_batch() && !entry.twin.empty()) {
      task.experiment.name = entry.twin;
      task.experiment.training.steps = steps;
      task.experiment = with_meaning(task.experiment);
    }
  }
  return task;
}

std::vector<std::string> departures(const GivenTask& handed_in, const GivenTask& own) {
  std::vector<std::string> found;
  const auto quoted = [](const std::string& text) {
    return text.empty() ? "none" : "\"" + text + "\"";
  };
  if (handed_in.goal != own.goal) {
    found.push_back(
        fmt::format("its goal is {}, yours is {}", quoted(handed_in.goal), quoted(own.goal)));
  }
  if (handed_in.text != own.text) found.emplace_back("its task has other words than yours");
  for (const std::string& name : own.locked) {
    if (!contains(handed_in.locked, name)) found.push_back(name + " is not locked in it");
  }
  for (const std::string& name : own.hidden) {
    if (!contains(handed_in.hidden, name)) found.push_back(name + " is not hidden in it");
  }
  for (const auto* names : {&own.locked, &own.hidden}) {
    for (const std::string& name : *names) {
      const std::string theirs = setting(name, handed_in.experiment),
                        yours = setting(name, own.experiment);
      if (theirs != yours)
        found.push_back(fmt::format("{} is {}, yours is {}", name, theirs, yours));
    }
  }
  return found;
}

}  // namespace pipette::cli
