#include "experiment/json_values.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace pipette {

namespace {

// JSON from JavaScript may spell an integer as 10.0 or 1e4; both are taken, fractions are not.
std::int64_t integer(const std::string& field, const Json& value) {
  if (value.is_number_integer()) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > (std::uint64_t{1} << 53)) {
      wrong_type(field, "an integer of at most 2^53", value);
    }
    return value.get<std::int64_t>();
  }
  const double number = value.is_number_float() ? value.get<double>() : 0.5;
  if (number != std::floor(number)) wrong_type(field, "an integer", value);
  if (!(std::abs(number) <= 0x1p53)) wrong_type(field, "an integer of at most 2^53", value);
  return static_cast<std::int64_t>(number);
}

}  // namespace

void wrong_type(const std::string& field, const char* wanted, const Json& value) {
  throw InvalidArgument(fmt::format("\"{}\" must be {}, not {}", field, wanted, shown_json(value)));
}

void read_field(const std::string& field, const Json& value, std::string& to) {
  if (!value.is_string()) wrong_type(field, "a string", value);
  if (!is_utf8(value.get_ref<const std::string&>())) wrong_type(field, "UTF-8", value);
  to = value.get<std::string>();
}

void read_field(const std::string& field, const Json& value, bool& to) {
  if (!value.is_boolean()) wrong_type(field, "true or false", value);
  to = value.get<bool>();
}

void read_field(const std::string& field, const Json& value, double& to) {
  if (!value.is_number()) wrong_type(field, "a number", value);
  to = value.get<double>();
}

void read_field(const std::string& field, const Json& value, float& to) {
  double number = 0;
  read_field(field, value, number);
  if (std::abs(number) > static_cast<double>(std::numeric_limits<float>::max())) {
    wrong_type(field, "a number within the range of float32", value);
  }
  to = static_cast<float>(number);
}

void read_field(const std::string& field, const Json& value, std::int64_t& to) {
  to = integer(field, value);
}

void read_field(const std::string& field, const Json& value, int& to) {
  const std::int64_t number = integer(field, value);
  if (number < -1000000000 || number > 1000000000) wrong_type(field, "a smaller integer", value);
  to = static_cast<int>(number);
}

void read_field(const std::string& field, const Json& value, std::uint64_t& to) {
  const std::int64_t number = integer(field, value);
  if (number < 0) wrong_type(field, "an integer of at least 0", value);
  to = static_cast<std::uint64_t>(number);
}

void read_field(const std::string& field, const Json& value, std::vector<std::int64_t>& to) {
  // One number stands for a list of one.
  const Json list = value.is_array() ? value : Json::array({value});
  to.clear();
  for (const Json& item : list) to.push_back(integer(field, item));
}

void read_field(const std::string& field, const Json& value, std::vector<double>& to) {
  const Json list = value.is_array() ? value : Json::array({value});
  to.clear();
  for (const Json& item : list) read_field(field, item, to.emplace_back());
}

void read_field(const std::string& field, const Json& value, std::vector<std::string>& to) {
  // One word stands for a list of one.
  const Json list = value.is_array() ? value : Json::array({value});
  to.clear();
  for (const Json& item : list) read_field(field, item, to.emplace_back());
}

void read_field(const std::string& field, const Json& value, Window& to) {
  std::vector<std::int64_t> sizes;
  read_field(field, value, sizes);
  if (sizes.size() != 1 && sizes.size() != 2) {
    wrong_type(field, "one size or two, height and width", value);
  }
  to = {sizes.front(), sizes.back()};
}

void read_field(const std::string&, const Json& value, EngineOptions& to) {
  to = EngineOptions::from_json(value.is_string() ? value.get<std::string>() : value.dump());
}

}  // namespace pipette
