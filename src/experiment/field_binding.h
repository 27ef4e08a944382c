// Helpers that make a row of the table of fields. This header is private to the files of the table.
//
//   all.push_back(bound(PIPETTE_MEMBER(training.batch_size), {.name = "batch_size", ...}));
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "experiment/field.h"
#include "experiment/json_values.h"
#include "experiment/layer_json.h"

namespace pipette {

// The parts of the table, in the order of JSON.
void add_training_fields(std::vector<Field>& all);
void add_pipeline_fields(std::vector<Field>& all);
void add_inspection_fields(std::vector<Field>& all);  // including the layers of a model
void add_machine_fields(std::vector<Field>& all);     // including the queues to and from the host

inline constexpr Programs kAccumulating = {ProgramKind::pipelined, ProgramKind::keras,
                                           ProgramKind::inspected};

// Reasons for Field::lacks.
const char* needs_accumulation(const Experiment& e);
const char* needs_grouped_stages(const Experiment& e);
const char* needs_more_than_a_pair(const Experiment& e);  // of IPUs
const char* needs_something_remote(const Experiment& e);

template <class T>
constexpr FieldType type_of() {
  if constexpr (std::is_same_v<T, bool>) return FieldType::boolean;
  if constexpr (std::is_enum_v<T>) return FieldType::choice;
  if constexpr (std::is_integral_v<T>) return FieldType::integer;
  if constexpr (std::is_floating_point_v<T>) return FieldType::real;
  if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) return FieldType::integers;
  if constexpr (std::is_same_v<T, std::vector<std::string>>) return FieldType::texts;
  if constexpr (std::is_same_v<T, std::vector<LayerSpec>>) return FieldType::layers;
  if constexpr (std::is_same_v<T, EngineOptions>) return FieldType::options;
  return FieldType::text;
}

template <class T>
Json to_value(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return to_word(value);
  } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
    return value.size() == 1 ? Json(value[0]) : Json(value);
  } else if constexpr (std::is_same_v<T, std::vector<LayerSpec>>) {
    return layers_to_json(value);
  } else if constexpr (std::is_same_v<T, EngineOptions>) {
    return Json(value.texts());
  } else {
    return value;
  }
}

// The position in an experiment of a member of this type.
template <class T>
struct MemberOf {
  T& (*in)(Experiment&);
  const T& (*in_const)(const Experiment&);
};

template <class T>
Field bind_member(MemberOf<T> member, Field field) {
  field.type = type_of<T>();
  field.get = [member](const Experiment& e) { return to_value(member.in_const(e)); };
  field.set = [member, name = field.name](Experiment& e, const Json& value) {
    read_field(name, value, member.in(e));
  };
  if constexpr (std::is_enum_v<T>) {
    for (const auto& choice : kChoices<T>) {
      field.choices.push_back({choice.word, choice.label});
    }
  }
  return field;
}

// `member` is a PIPETTE_MEMBER. The binding code is compiled once for each type, not for each
// member.
template <class Member>
Field bound(Member member, Field field) {
  using T = std::remove_cvref_t<decltype(member(std::declval<Experiment&>()))>;
  return bind_member(
      MemberOf<T>{member, [](const Experiment& e) -> const T& { return Member()(e); }},
      std::move(field));
}

// Returns a reference to the member of an experiment, const or not.
#define PIPETTE_MEMBER(path) \
  [](auto& e) -> auto& { return e.path; }

}  // namespace pipette
