#include "sweep/sweep.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "experiment/edit.h"
#include "experiment/field.h"

namespace pipette::sweep {

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

}  // namespace

Variation parse_variation(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw InvalidArgument(
        fmt::format("a variation is FIELD=VALUE,VALUE,..., as in stages=1,2,4, but it is \"{}\"",
                    text.substr(0, 80)));
  }
  Variation made{trimmed(text.substr(0, equals)), {}};
  std::replace(made.field.begin(), made.field.end(), '-', '_');
  for (const std::string& word : split(text.substr(equals + 1), is_list(made.field) ? ';' : ',')) {
    const std::string value = trimmed(word);
    if (value.empty()) {
      throw InvalidArgument(
          fmt::format("{} has an empty value in \"{}\"", made.field, text.substr(0, 80)));
    }
    const Json parsed = parse_typed(made.field, value);
    if (std::find(made.values.begin(), made.values.end(), parsed) != made.values.end()) {
      throw InvalidArgument(fmt::format("{} has the value {} twice", made.field, value));
    }
    made.values.push_back(parsed);
  }
  return made;
}

Sweep::Sweep(Experiment base, std::vector<Variation> variations)
    : base_(std::move(base)), variations_(std::move(variations)) {
  for (std::size_t i = 0; i < variations_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (variations_[j].field != variations_[i].field) continue;
      throw InvalidArgument(
          fmt::format("{} is varied twice: give all its values at once", variations_[i].field));
    }
    if (variations_[i].values.size() > kMaxExperiments / size_) {
      throw InvalidArgument(fmt::format(
          "a sweep has at most {} experiments: vary fewer fields, or fewer values of them",
          kMaxExperiments));
    }
    size_ *= variations_[i].values.size();
  }
  // A field that does not exist is an error of the whole sweep, not of each experiment.
  for (const Variation& variation : variations_) {
    Experiment tried = base_;
    try {
      set_value(tried, variation.field, variation.values.front());
    } catch (const NotFound&) {
      throw;
    } catch (const Error&) {  // it may do together with another
    }
  }
}

Json Sweep::varied(std::size_t number) const {
  std::vector<const Json*> values(variations_.size());
  for (std::size_t i = variations_.size(); i-- > 0;) {
    const std::vector<Json>& all = variations_[i].values;
    values[i] = &all[number % all.size()];
    number /= all.size();
  }
  Json made = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) made[variations_[i].field] = *values[i];
  return made;
}

Experiment Sweep::experiment(std::size_t number) const {
  Experiment made = base_;
  const Json values = varied(number);
  for (const auto& [field, value] : values.items()) set_value(made, field, value);
  return made;
}

}  // namespace pipette::sweep
