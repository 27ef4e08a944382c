#include "session/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/camel_case.h"
#include "core/error.h"
#include "core/nearest_name.h"
#include "core/typed_number.h"
#include "experiment/field.h"
#include "session/session.h"

namespace pipette {
namespace {

struct Result {
  ResultName name;
  // Null while there is none.
  Json (*get)(const Session& session, std::optional<double> accuracy);
};

Json mean_loss(const Session& session) {
  const auto mean = session.mean_loss();
  return mean ? Json(*mean) : Json(nullptr);
}

const std::vector<Result>& results() {
  static const std::vector<Result> all = {
      {{"loss", "the latest loss"},
       [](const Session& s, std::optional<double>) {
         return s.losses().empty() ? Json(nullptr) : Json(s.losses().back());
       }},
      {{"mean_loss", "the mean of the last 500 losses, or of all if fewer"},
       [](const Session& s, std::optional<double>) { return mean_loss(s); }},
      {{"accuracy", "the part of the test images that are recognised, 0 to 1"},
       [](const Session&, std::optional<double> accuracy) {
         return accuracy ? Json(*accuracy) : Json(nullptr);
       }},
      {{"steps", "steps that are done, in the experiment's unit"},
       [](const Session& s, std::optional<double>) { return Json(s.status().step); }},
      {{"mini_batches", "mini-batches whose losses have reached the host"},
       [](const Session& s, std::optional<double>) {
         const LossRecord& record = s.observed().record().losses;
         return Json(record.empty() ? 0 : record.mini_batches[record.size() - 1] + 1);
       }},
      {{"engine_runs", "engine runs that have finished"},
       [](const Session& s, std::optional<double>) { return Json(s.status().run); }},
      {{"bubble", "the idle part of a pipeline's slots, 0 to 1"},
       [](const Session& s, std::optional<double>) {
         return s.pipeline() == nullptr ? Json(nullptr)
                                        : Json(s.pipeline()->timing.total.bubble_fraction());
       }},
      {{"stall_cycles", "cycles for which the IPU has waited for the host within engine runs"},
       [](const Session& s, std::optional<double>) {
         return Json(s.observed().machine().total_wait_cycles);
       }},
      {{"stalled", "the part of the modelled time for which it has so waited, 0 to 1"},
       [](const Session& s, std::optional<double>) {
         const std::int64_t cycles = s.status().cycles;
         return cycles == 0 ? Json(nullptr)
                            : Json(static_cast<double>(s.observed().machine().total_wait_cycles) /
                                   static_cast<double>(cycles));
       }},
      {{"cycles", "of the modelled clock"},
       [](const Session& s, std::optional<double>) { return Json(s.status().cycles); }},
      {{"seconds", "of modelled time, without compiling"},
       [](const Session& s, std::optional<double>) { return Json(s.status().seconds); }},
  };
  return all;
}

const Result* result_named(std::string_view name) {
  for (const Result& each : results()) {
    if (name == each.name.name) return &each;
  }
  return nullptr;
}

const Field* field_called(std::string_view name) {
  for (const Field& field : fields()) {
    const bool single = field.type == FieldType::integer || field.type == FieldType::real ||
                        field.type == FieldType::boolean || field.type == FieldType::choice;
    if (single && field.name == name) return &field;
  }
  return nullptr;
}

bool is_name(const std::string& name) {
  return result_named(name) != nullptr || field_called(name) != nullptr;
}

// The name as results and fields have it, of one that may be written as in JavaScript ("batchSize")
// or as a flag ("batch-size").
std::string name_of(const std::string& word) {
  if (is_name(word)) return word;
  std::string name = snake_case(word);
  std::replace(name.begin(), name.end(), '-', '_');
  return is_name(name) ? name : word;
}

void require_name(const std::string& name) {
  if (is_name(name)) return;
  std::vector<std::string_view> known;
  for (const Result& each : results()) known.emplace_back(each.name.name);
  for (const Field& field : fields()) {
    if (field_called(field.name) != nullptr) known.emplace_back(field.name);
  }
  throw InvalidArgument(fmt::format(
      "a condition compares {}, or a field of the experiment, but no \"{}\"; the nearest is {}",
      names_of_results(), name, nearest_name(name, known)));
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == ',' || c == '-' || c == '+' || c == '%';
}
bool is_sign(char c) { return c == '<' || c == '>' || c == '=' || c == '!'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Words and signs, one after the other.
std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    const auto belongs = is_letter(text[at]) ? is_letter : is_sign;
    while (at < text.size() && belongs(text[at])) ++at;
    if (at == begin) {
      throw InvalidArgument(
          fmt::format("a condition is like \"accuracy >= 0.9\", but here stands {}",
                      shown_json(Json(text.substr(begin)))));
    }
    const std::string token = text.substr(begin, at - begin);
    if (token == "%" && !tokens.empty()) {
      tokens.back() += token;  // "50 %"
    } else {
      tokens.push_back(token);
    }
  }
  return tokens;
}

constexpr std::string_view kSigns[] = {"<=", ">=", "<", ">", "==", "!="};

Json value_of(const std::string& word) {
  if (word == "true" || word == "false") return word == "true";
  const std::optional<double> number = typed_number(word);
  return number ? Json(*number) : Json(word);
}

// Throws where the two can never be compared.
void require_value(const std::string& name, const std::string& sign, const Json& value) {
  const Field* field = result_named(name) != nullptr ? nullptr : field_called(name);
  const bool numeric =
      field == nullptr || field->type == FieldType::integer || field->type == FieldType::real;
  if (numeric && !value.is_number()) {
    throw InvalidArgument(
        fmt::format("{} is compared with a number, not with {}", name, shown_json(value)));
  }
  const bool share = name == "accuracy" || name == "bubble" || name == "stalled";
  if (share && (value.get<double>() > 1 || value.get<double>() < 0)) {
    throw InvalidArgument(
        fmt::format("{} is 0 to 1, not {}; a percentage is written with its sign, "
                    "as in {} {} 90 %",
                    name, shown_json(value), name, sign));
  }
  if (numeric) return;
  if (sign != "==" && sign != "!=") {
    throw InvalidArgument(fmt::format("{} is compared with == or !=, not with {}", name, sign));
  }
  if (field->type == FieldType::boolean) {
    if (value.is_boolean()) return;
    throw InvalidArgument(fmt::format("{} is true or false, not {}", name, shown_json(value)));
  }
  std::string words;
  for (const Word& choice : field->choices) {
    if (value == choice.word) return;
    words += (words.empty() ? "" : ", ") + choice.word;
  }
  throw InvalidArgument(fmt::format("{} is one of {}, not {}", name, words, shown_json(value)));
}

bool compare(const Json& a, const std::string& sign, const Json& b) {
  if (a.is_null()) return false;
  if (sign == "==") return a == b;
  if (sign == "!=") return a != b;
  const double x = a.get<double>(), y = b.get<double>();
  if (sign == "<") return x < y;
  if (sign == "<=") return x <= y;
  return sign == ">" ? x > y : x >= y;
}

Json value_in(const Session& session, const std::string& name, std::optional<double> accuracy) {
  if (const Result* result = result_named(name)) return result->get(session, accuracy);
  return field_called(name)->get(session.experiment());
}

std::string shown(const Json& value) {
  return value.is_string()         ? value.get<std::string>()
         : value.is_number_float() ? fmt::format("{:.6g}", value.get<double>())
                                   : value.dump();
}

}  // namespace

const std::vector<ResultName>& result_names() {
  static const std::vector<ResultName> names = [] {
    std::vector<ResultName> all;
    for (const Result& each : results()) all.push_back(each.name);
    return all;
  }();
  return names;
}

std::string names_of_results() {
  std::string names;
  for (const Result& each : results()) {
    names += (names.empty() ? "" : ", ") + std::string(each.name.name);
  }
  return names;
}

struct Condition::Comparison {
  std::string name, sign;
  Json value;
};

Condition::Condition(Comparisons all, std::string text)
    : all_(std::make_shared<const Comparisons>(std::move(all))), text_(std::move(text)) {}

Condition Condition::parse(const std::string& text) {
  if (text.size() > kMostLetters) {
    throw InvalidArgument(fmt::format("a condition has at most {} letters", kMostLetters));
  }
  const std::vector<std::string> tokens = tokens_of(text);
  Comparisons all;
  std::string normal;
  std::size_t at = 0;
  do {
    if (at > 0 && tokens[at++] != "and") {
      throw InvalidArgument(
          fmt::format("comparisons are joined by \"and\", not by \"{}\"", tokens[at - 1]));
    }
    if (tokens.size() < at + 3) {
      throw InvalidArgument(
          fmt::format("a condition is a name, a sign and a value, as in \"accuracy >= 0.9\"; names "
                      "are {}, or fields of the experiment",
                      names_of_results()));
    }
    const std::string name = name_of(tokens[at]), sign = tokens[at + 1];
    require_name(name);
    if (std::find(std::begin(kSigns), std::end(kSigns), sign) == std::end(kSigns)) {
      throw InvalidArgument(
          fmt::format("the signs are <, <=, >, >=, == and !=, but after {} stands {}", name, sign));
    }
    const Json value = value_of(tokens[at + 2]);
    require_value(name, sign, value);
    all.push_back({name, sign, value});
    normal += fmt::format("{}{} {} {}", normal.empty() ? "" : " and ", name, sign, shown(value));
    at += 3;
  } while (at < tokens.size());
  return {std::move(all), std::move(normal)};
}

bool Condition::needs_accuracy() const {
  return std::any_of(all_->begin(), all_->end(),
                     [](const auto& c) { return c.name == "accuracy"; });
}

bool Condition::holds(const Session& session, std::optional<double> accuracy) const {
  return std::all_of(all_->begin(), all_->end(), [&](const Comparison& each) {
    return compare(value_in(session, each.name, accuracy), each.sign, each.value);
  });
}

std::string Condition::found(const Session& session, std::optional<double> accuracy) const {
  std::string text;
  for (const Comparison& each : *all_) {
    const Json value = value_in(session, each.name, accuracy);
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", each.name,
                        value.is_null() ? "is not there yet" : "is " + shown(value));
  }
  return text;
}

}  // namespace pipette
