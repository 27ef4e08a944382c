// Reads values of JSON fields strictly: the wrong type is an error that names the field.
//
//   read_field("units", json["units"], units);     // InvalidArgument: "units" must be an integer
//   ...
//
// Integers may be spelt as 10.0 or 1e4, as in JSON from JavaScript; fractions are rejected. A
// single number or word is accepted as a list of one. Enumerators are the words of core/choices.h;
// any other type throws InvalidArgument, naming the field and the expected type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/choices.h"
#include "core/json.h"
#include "device/engine_options.h"
#include "graph/window.h"

namespace pipette {

[[noreturn]] void wrong_type(const std::string& field, const char* wanted, const Json& value);

void read_field(const std::string& field, const Json& value, std::string& to);
void read_field(const std::string& field, const Json& value, bool& to);
inline void read_field(const std::string&, const Json& value, Json& to) { to = value; }
void read_field(const std::string& field, const Json& value, double& to);
void read_field(const std::string& field, const Json& value, float& to);
void read_field(const std::string& field, const Json& value, std::int64_t& to);
void read_field(const std::string& field, const Json& value, int& to);
void read_field(const std::string& field, const Json& value, std::uint64_t& to);
void read_field(const std::string& field, const Json& value, std::vector<std::int64_t>& to);
void read_field(const std::string& field, const Json& value, std::vector<double>& to);
void read_field(const std::string& field, const Json& value, std::vector<std::string>& to);
// One size for both axes, or [height, width].
void read_field(const std::string& field, const Json& value, Window& to);
void read_field(const std::string& field, const Json& value, EngineOptions& to);  // or its text

template <class Enum>
requires std::is_enum_v<Enum>
void read_field(const std::string& field, const Json& value, Enum& to) {
  to = from_word<Enum>(field, value.is_string() ? value.get<std::string>() : value.dump());
}

template <class T>
void read_field(const std::string& field, const Json& value, std::optional<T>& to) {
  read_field(field, value, to.emplace());
}

}  // namespace pipette
