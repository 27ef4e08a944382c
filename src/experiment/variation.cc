#include "experiment/variation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/json.h"
#include "experiment/edit.h"

namespace pipette {

namespace {

bool is_list(const std::string& name) {
  return std::any_of(fields().begin(), fields().end(),
                     [&](const Field& field) { return field.name == name && field.is_list(); });
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// The neighbours of a value among 1, 2 and 5 of each decade: `steps` below it and above it.
std::vector<double> decades_around(double value, int steps) {
  constexpr double kMantissas[] = {1, 2, 5};
  const double decade = std::floor(std::log10(value) + 1e-9);
  const double mantissa = value / std::pow(10, decade);
  const int place = mantissa < 1.5 ? 0 : mantissa < 3.5 ? 1 : 2;
  std::vector<double> values;
  for (int i = place - steps; i <= place + steps; ++i) {
    const int whole = i >= 0 ? i / 3 : -((2 - i) / 3);
    const auto part = static_cast<std::size_t>(i - 3 * whole);
    // Of a negative exponent by division, which gives the nearest double: 5 / 1000, not 5 * 0.001.
    const double exponent = decade + whole;
    values.push_back(i == place      ? value
                     : exponent >= 0 ? kMantissas[part] * std::pow(10, exponent)
                                     : kMantissas[part] / std::pow(10, -exponent));
  }
  return values;
}

std::vector<double> numbers_around(const Field& field, double value) {
  if (field.type == FieldType::integer && field.growth == Growth::ones) {
    const double low = std::max(field.minimum, value - 2);
    return {low, low + 1, low + 2, low + 3, low + 4};
  }
  if (value <= 0) {
    const double high = std::min(field.maximum, 1.0);
    return {0, high / 4, high / 2, high};
  }
  if (field.growth == Growth::doubles) {
    return {value / 4, value / 2, value, value * 2, value * 4};
  }
  return decades_around(value, 3);
}

}  // namespace

std::vector<Json> parse_values(const std::string& field, const std::string& text) {
  std::vector<Json> values;
  for (const std::string& word : split(text, is_list(field) ? ';' : ',')) {
    const std::string value = trimmed(word);
    if (value.empty()) {
      throw InvalidArgument(
          fmt::format("{} has an empty value in \"{}\"", field, text.substr(0, 80)));
    }
    const Json parsed = parse_typed(field, value);
    if (std::find(values.begin(), values.end(), parsed) != values.end()) {
      throw InvalidArgument(fmt::format("{} has the value {} twice", field, value));
    }
    values.push_back(parsed);
  }
  return values;
}

Variation parse_variation(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw InvalidArgument(
        fmt::format("a variation is FIELD=VALUE,VALUE,..., as in stages=1,2,4, but it is \"{}\"",
                    text.substr(0, 80)));
  }
  std::string field = trimmed(text.substr(0, equals));
  std::replace(field.begin(), field.end(), '-', '_');
  std::vector<Json> values = parse_values(field, text.substr(equals + 1));
  return {std::move(field), std::move(values)};
}

std::string values_text(const std::vector<Json>& values) {
  std::string text;
  for (const Json& value : values) {
    text += text.empty() ? "" : ", ";
    text += value.is_string() ? value.get<std::string>() : value.dump();
  }
  return text;
}

std::vector<Json> usual_values(const Field& field, const Experiment& experiment) {
  std::vector<Json> values;
  switch (field.type) {
    case FieldType::choice:
      for (const Word& choice : field.choices) values.emplace_back(choice.word);
      return values;
    case FieldType::boolean:
      return {false, true};
    case FieldType::integer:
    case FieldType::real:
      break;
    default:
      return values;
  }
  for (double number : numbers_around(field, field.get(experiment).get<double>())) {
    if (field.type == FieldType::integer) number = std::round(number);
    if (number < field.minimum || number > field.maximum) continue;
    Json value = number;
    if (field.type == FieldType::integer) value = static_cast<std::int64_t>(number);
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

}  // namespace pipette
