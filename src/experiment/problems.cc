#include "experiment/problems.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/convert.h"
#include "experiment/field.h"

namespace pipette {

namespace {

// 5 or 0.25, as it stands in JSON.
Json number_of(const Field& field, double value) {
  const bool whole = field.type == FieldType::integer || field.type == FieldType::integers;
  return whole ? Json(float_to_integer<std::int64_t>(value)) : Json(value);
}

bool in_range(const Field& field, double value) {
  return value >= field.minimum && value <= field.maximum;  // NaN is not
}

std::optional<Problem> number_problem(const Field& field, const Json& value) {
  const double number = value.get<double>();
  if (in_range(field, number)) return std::nullopt;
  const Json nearest = number_of(field, number > field.maximum ? field.maximum : field.minimum);
  return Problem{
      field.name,
      fmt::format("{} must be {} to {}{}, but it is {}", field.name, field.minimum, field.maximum,
                  field.unit.empty() ? "" : " " + field.unit, value.dump()),
      {{"Use " + nearest.dump(), field.name, nearest}}};
}

std::optional<Problem> list_problem(const Field& field, const Json& given) {
  const Json value = given.is_array() ? given : Json::array({given});
  if (value.size() < field.min_items || value.size() > field.max_items) {
    return Problem{field.name,
                   fmt::format("the number of {} must be {} to {}, but it is {}", field.name,
                               field.min_items, field.max_items, value.size())};
  }
  if (field.type != FieldType::integers) return std::nullopt;
  Json nearest = value;
  const Json* wrong = nullptr;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const double number = value[i].get<double>();
    if (in_range(field, number)) continue;
    if (wrong == nullptr) wrong = &value[i];
    nearest[i] = number_of(field, number > field.maximum ? field.maximum : field.minimum);
  }
  if (wrong == nullptr) return std::nullopt;
  return Problem{
      field.name,
      fmt::format("{} must be {} to {}, but one is {}", field.name, field.minimum, field.maximum,
                  wrong->dump()),
      {{"Use " + fmt::to_string(fmt::join(nearest.get<std::vector<std::int64_t>>(), ", ")),
        field.name, nearest}}};
}

std::optional<Problem> range_problem(const Field& field, const Experiment& e) {
  switch (field.type) {
    case FieldType::integer:
    case FieldType::real:
      return number_problem(field, field.get(e));
    case FieldType::integers:
    case FieldType::texts:
      return list_problem(field, field.get(e));
    case FieldType::layers:
      if (e.model.layers.size() <= field.max_items) return std::nullopt;
      return Problem{field.name, fmt::format("a model may have {} layers, but it has {}",
                                             field.max_items, e.model.layers.size())};
    default:
      return std::nullopt;
  }
}

bool blames(const std::vector<Problem>& problems, const std::string& field) {
  return std::any_of(problems.begin(), problems.end(),
                     [&](const Problem& problem) { return problem.field == field; });
}

}  // namespace

Suggestion use_number(const std::string& field, std::int64_t value) {
  return {"Use " + std::to_string(value), field, value};
}

void find_range_problems(const Experiment& e, std::vector<Problem>& problems) {
  for (const Field& field : fields()) {
    if (auto problem = range_problem(field, e)) problems.push_back(*std::move(problem));
  }
  if (e.training.data.empty()) {
    problems.push_back({"data",
                        "data must name a data set, for example \"digits\"",
                        {{"Use digits", "data", "digits"}}});
  }
  try {
    architecture(e.device.architecture);
  } catch (const Error& error) {
    problems.push_back({"device.architecture",
                        error.what(),
                        {{"Use Mk2", "device.architecture", "Mk2"}},
                        error.code()});
  }
}

void find_meaning_problems(const Experiment& e, std::vector<Problem>& problems) {
  const Experiment usual = Experiment::defaults(e.name);
  for (const Field& field : fields()) {
    const Json value = field.get(e), plain = field.get(usual);
    if (value == plain) continue;
    const std::string why = why_meaningless(field, e);
    if (why.empty()) continue;
    problems.push_back({field.name,
                        fmt::format("{} {}; leave it out", field.name, why),
                        {{kLeaveItOut, field.name, plain}}});
  }
}

void find_printing_problems(const Experiment& e, std::vector<Problem>& problems) {
  if (!e.prints_tensors()) return;
  const std::vector<std::string> names = e.traced_names();
  for (const std::string& wanted : e.inspection.print_tensors) {
    if (std::find(names.begin(), names.end(), wanted) != names.end()) continue;
    problems.push_back({"print_tensors",
                        fmt::format("print_tensors has \"{}\", but what can be printed is {}",
                                    wanted.substr(0, 64), fmt::join(names, ", ")),
                        {{"Print the loss", "print_tensors", {"loss"}}}});
    return;
  }
}

std::vector<Problem> problems_of(const Experiment& e) {
  catalogue_entry(e.name);  // NotFound lists the names
  std::vector<Problem> found;
  find_range_problems(e, found);
  if (found.empty()) {
    std::vector<Problem> rest;
    find_meaning_problems(e, rest);
    find_layer_problems(e, rest);
    find_printing_problems(e, rest);
    if (rest.empty()) find_size_problems(e, rest);
    // Layers that name more stages than there are layers have no pipeline to speak of.
    const std::size_t layers = e.model.layers.size();
    if (layers == 0 || static_cast<std::size_t>(e.num_stages()) <= layers) {
      find_pipeline_problems(e, rest);
    }
    for (Problem& problem : rest) {
      if (!blames(found, problem.field)) found.push_back(std::move(problem));
    }
  }
  return found;
}

std::string message_of(const Problem& problem) {
  std::vector<std::string> values;
  std::map<std::string, std::vector<std::string>> others;  // by field
  for (const Suggestion& way : problem.suggestions) {
    if (way.label == kLeaveItOut) continue;          // the text says so
    if (way.field.find('/') != std::string::npos) {  // of a model, for its builder
      if (way.value.is_number()) values.push_back(way.value.dump());
    } else {
      (way.field == problem.field ? values : others[way.field]).push_back(way.value.dump());
    }
  }
  std::string text = problem.text;
  if (!values.empty()) {
    text += fmt::format("; the nearest valid value{} {}", values.size() == 1 ? " is" : "s are",
                        fmt::join(values, " and "));
  }
  for (const auto& [field, would_do] : others) {
    text += fmt::format("; {} {} would do", field, fmt::join(would_do, " or "));
  }
  return text;
}

void throw_problem(const Problem& problem) {
  const std::string text = message_of(problem);
  switch (problem.code) {
    case ErrorCode::failed_precondition:
      throw FailedPrecondition(text);
    case ErrorCode::not_found:
      throw NotFound(text);
    case ErrorCode::resource_exhausted:
      throw ResourceExhausted(text);
    case ErrorCode::value_error:
      throw ValueError(text);
    case ErrorCode::runtime_error:
      throw RuntimeError(text);
    case ErrorCode::unimplemented:
      throw Unimplemented(text);
    default:
      throw InvalidArgument(text);
  }
}

std::vector<Rounding> roundings_of(const Experiment& e) {
  if (e.num_steps() == e.training.steps) return {};
  return {{"steps", e.training.steps, e.num_steps()}};
}

}  // namespace pipette
