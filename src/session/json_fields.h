// Values of JSON fields, read strictly: the wrong type is an error that names the field.
//
//   read_field("units", json["units"], units);     // InvalidArgument: "units" must be an integer
//   ...
//
// Integers may be spelt as 10.0 or 1e4, as JSON from JavaScript has them; fractions are refused.
// One number or word stands for a list of one. Enumerators are written as EnumNames says; other
// types throw InvalidArgument that names the field and what it wants.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "session/experiment.h"

namespace pipette {

[[noreturn]] void wrong_type(const std::string& field, const char* wanted,
                             const nlohmann::ordered_json& value);

// Names of an enumeration's values: specialise with an array kNames of EnumName.
template <class Enum>
struct EnumName {
  Enum value;
  const char* name;
};
template <class Enum>
struct EnumNames;

template <>
struct EnumNames<OutfeedMode> {
  static constexpr EnumName<OutfeedMode> kNames[] = {{OutfeedMode::all, "all"},
                                                     {OutfeedMode::last, "last"}};
};
template <>
struct EnumNames<DequeueTime> {
  static constexpr EnumName<DequeueTime> kNames[] = {{DequeueTime::at_end, "at_end"},
                                                     {DequeueTime::each_run, "each_run"},
                                                     {DequeueTime::continuous, "continuous"}};
};
template <>
struct EnumNames<OptimizerName> {
  static constexpr EnumName<OptimizerName> kNames[] = {{OptimizerName::sgd, "sgd"},
                                                       {OptimizerName::momentum, "momentum"},
                                                       {OptimizerName::adam, "adam"},
                                                       {OptimizerName::rmsprop, "rmsprop"}};
};
template <>
struct EnumNames<pipelining::PipelineSchedule> {
  static constexpr EnumName<pipelining::PipelineSchedule> kNames[] = {
      {pipelining::PipelineSchedule::grouped, "grouped"},
      {pipelining::PipelineSchedule::interleaved, "interleaved"},
      {pipelining::PipelineSchedule::sequential, "sequential"}};
};
template <>
struct EnumNames<ModelType> {
  static constexpr EnumName<ModelType> kNames[] = {{ModelType::sequential, "Sequential"},
                                                   {ModelType::model, "Model"}};
};
template <>
struct EnumNames<Reduction> {
  static constexpr EnumName<Reduction> kNames[] = {{Reduction::sum, "sum"},
                                                   {Reduction::mean, "mean"},
                                                   {Reduction::running_mean, "running_mean"}};
};

void read_field(const std::string& field, const nlohmann::ordered_json& value, std::string& to);
void read_field(const std::string& field, const nlohmann::ordered_json& value, bool& to);
void read_field(const std::string& field, const nlohmann::ordered_json& value, double& to);
void read_field(const std::string& field, const nlohmann::ordered_json& value, float& to);
void read_field(const std::string& field, const nlohmann::ordered_json& value, std::int64_t& to);
void read_field(const std::string& field, const nlohmann::ordered_json& value, int& to);
void read_field(const std::string& field, const nlohmann::ordered_json& value, std::uint64_t& to);
void read_field(const std::string& field, const nlohmann::ordered_json& value,
                std::vector<std::int64_t>& to);
void read_field(const std::string& field, const nlohmann::ordered_json& value,
                std::vector<std::string>& to);

[[noreturn]] void wrong_name(const std::string& field, const std::vector<std::string>& known,
                             const nlohmann::ordered_json& value);

template <class Enum>
requires std::is_enum_v<Enum>
void read_field(const std::string& field, const nlohmann::ordered_json& value, Enum& to) {
  std::vector<std::string> known;
  for (const auto& entry : EnumNames<Enum>::kNames) {
    if (value == entry.name) {
      to = entry.value;
      return;
    }
    known.push_back(entry.name);
  }
  wrong_name(field, known, value);
}

template <class T>
void read_field(const std::string& field, const nlohmann::ordered_json& value,
                std::optional<T>& to) {
  read_field(field, value, to.emplace());
}

}  // namespace pipette
