#include "session/experiment.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/hash.h"
#include "session/catalogue.h"
#include "session/experiment_fields.h"

namespace pipette {

namespace {

template <class Enum>
struct EnumName {
  Enum value;
  const char* name;
};
constexpr std::array<EnumName<OutfeedMode>, 2> kOutfeedModes{
    {{OutfeedMode::all, "all"}, {OutfeedMode::last, "last"}}};
constexpr std::array<EnumName<DequeueTime>, 3> kDequeueTimes{
    {{DequeueTime::at_end, "at_end"},
     {DequeueTime::each_run, "each_run"},
     {DequeueTime::continuous, "continuous"}}};
const auto& names_of(OutfeedMode) { return kOutfeedModes; }
const auto& names_of(DequeueTime) { return kDequeueTimes; }

[[noreturn]] void wrong_type(const std::string& field, const char* wanted, const Json& value) {
  throw InvalidArgument(fmt::format("\"{}\" must be {}, not {}", field, wanted, value.dump()));
}

void read_field(const std::string& field, const Json& value, std::string& to) {
  if (!value.is_string()) wrong_type(field, "a string", value);
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

// JSON from JavaScript may spell an integer as 10.0 or 1e4; both are taken, fractions are not.
std::int64_t integer(const std::string& field, const Json& value) {
  if (value.is_number_integer()) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > (std::uint64_t{1} << 53)) {
      wrong_type(field, "an integer of at most 2^53", value);
    }
    return value.get<std::int64_t>();
  }
  const double number = value.is_number_float() ? value.get<double>() : 0.5;
  if (!(std::abs(number) <= 0x1p53) || number != std::floor(number)) {
    wrong_type(field, "an integer", value);
  }
  return static_cast<std::int64_t>(number);
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
template <class Enum>
requires std::is_enum_v<Enum>
void read_field(const std::string& field, const Json& value, Enum& to) {
  std::string known;
  for (const auto& entry : names_of(Enum{})) {
    if (value == entry.name) {
      to = entry.value;
      return;
    }
    known += fmt::format("{}\"{}\"", known.empty() ? "" : ", ", entry.name);
  }
  throw InvalidArgument(
      fmt::format("\"{}\" must be one of {}, not {}", field, known, value.dump()));
}

template <class T>
Json to_field(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    for (const auto& entry : names_of(T{})) {
      if (entry.value == value) return entry.name;
    }
    return nullptr;
  } else {
    return value;
  }
}

// Splits "host.call_us" into the object's name and the field's; no object: the top level.
std::pair<std::string, std::string> split(const std::string& path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos) return {"", path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

void check_known(const Json& object, const std::string& prefix) {
  Experiment e;
  for (const auto& [key, value] : object.items()) {
    if (prefix.empty() && (key == "device" || key == "host")) {
      if (!value.is_object()) wrong_type(key, "an object", value);
      check_known(value, key + ".");
      continue;
    }
    bool known = false;
    std::string all;
    visit_fields(e, [&, &name = key](const std::string& path, auto&) {
      known = known || path == prefix + name;
      all += (all.empty() ? "" : ", ") + path;
    });
    if (!known) {
      throw NotFound(
          fmt::format("an experiment has no field \"{}{}\"; it has {}", prefix, key, all));
    }
  }
}

void check_range(const char* field, double value, double least, double most) {
  if (value >= least && value <= most) return;
  throw InvalidArgument(
      fmt::format("{} must be {} to {}, but it is {}; the nearest valid value is {}", field, least,
                  most, value, value > most ? most : least));
}

}  // namespace

Experiment Experiment::defaults(const std::string& name) { return catalogue_entry(name).defaults; }

Experiment Experiment::from_json(const std::string& text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) throw InvalidArgument("the experiment is not valid JSON");
  if (!json.is_object()) throw InvalidArgument("the experiment must be a JSON object");
  check_known(json, "");
  std::string name = "mnist-with-feeds";
  if (json.contains("experiment")) read_field("experiment", json["experiment"], name);
  Experiment e = defaults(name);
  visit_fields(e, [&](const std::string& path, auto& member) {
    const auto [object, field] = split(path);
    if (!object.empty() && !json.contains(object)) return;
    const Json& in = object.empty() ? json : json[object];
    if (in.contains(field)) read_field(path, in[field], member);
  });
  e.validate();
  return e;
}

std::string Experiment::to_json() const {
  Json json = Json::object();
  visit_fields(*this, [&](const std::string& path, const auto& member) {
    const auto [object, field] = split(path);
    (object.empty() ? json : json[object])[field] = to_field(member);
  });
  return json.dump(2);
}

void Experiment::validate() const {
  const CatalogueEntry& entry = catalogue_entry(name);
  check_range("steps", static_cast<double>(steps), 1, 1e9);
  check_range("steps_per_execution", static_cast<double>(steps_per_execution), 1, 1e6);
  if (!entry.feeds && steps_per_execution != 1) {
    throw InvalidArgument(
        fmt::format("steps_per_execution must be 1 without feeds, because every batch is a call of "
                    "its own, but it is {}; the nearest valid value is 1",
                    steps_per_execution));
  }
  check_range("batch_size", static_cast<double>(batch_size), 1, 10000);
  check_range("learning_rate", learning_rate, 0, 1000);
  check_range("hidden_units", static_cast<double>(hidden_units), 1, 4096);
  check_range("seed", static_cast<double>(seed), 0, 0x1p53);
  check_range("prefetch_depth", prefetch_depth, 1, 255);
  check_range("buffer_depth", buffer_depth, 1, 255);
  if (data.empty()) throw InvalidArgument("data must name a data set, for example \"digits\"");
  device.validate();
}

std::string Experiment::fingerprint() const {
  const std::string text = to_json();
  Hash hash;
  hash.add(text.data(), text.size());
  return hash.hex();
}

std::int64_t Experiment::num_runs() const {
  return (steps + steps_per_execution - 1) / steps_per_execution;
}

}  // namespace pipette
