// Experiments to JSON and back.
#include <fmt/format.h>

#include "experiment/field.h"
#include "experiment/json_values.h"

namespace pipette {

namespace {

// Splits "host.call_us" into the object's name and the field's; no object: the top level.
bool is_object_name(const std::string& key) {
  for (const Field& field : fields()) {
    if (split_name(field.name).first == key) return true;
  }
  return false;
}

void check_known(const Json& object, const std::string& prefix) {
  for (const auto& [key, value] : object.items()) {
    if (prefix.empty() && is_object_name(key)) {
      if (!value.is_object()) wrong_type(key, "an object", value);
      check_known(value, key + ".");
    } else if (const auto [owner, name] = split_name(key);
               !owner.empty() && is_object_name(owner)) {
      throw InvalidArgument(fmt::format(
          "\"{}\" is the field \"{}\" of the object \"{}\": write {{\"{}\": {{\"{}\": {}}}}}", key,
          name, owner, owner, name, shown_json(value)));
    } else {
      field_named(prefix + key);
    }
  }
}

const Json* find(const Json& json, const std::string& path) {
  const auto [object, name] = split_name(path);
  if (!object.empty() && !json.contains(object)) return nullptr;
  const Json& in = object.empty() ? json : json[object];
  return in.contains(name) ? &in[name] : nullptr;
}

}  // namespace

Experiment Experiment::from_json(const std::string& text) {
  Experiment e = parse(text);
  e.validate();
  return e;
}

Experiment Experiment::parse(const std::string& text) {
  const Json json = parse_json(text);
  if (json.is_discarded()) throw InvalidArgument("the experiment is not valid JSON");
  if (!json.is_object()) throw InvalidArgument("the experiment must be a JSON object");
  check_known(json, "");
  std::string program = Experiment().name;
  if (const Json* given = find(json, "experiment")) {
    read_field("experiment", *given, program);
  }
  Experiment e = defaults(program);
  for (const Field& field : fields()) {
    if (const Json* value = find(json, field.name)) field.set(e, *value);
  }
  return e;
}

std::string Experiment::to_json() const {
  Json json = Json::object();
  for (const Field& field : fields()) {
    Json value = field.get(*this);
    if (value.is_object() && value.empty()) continue;  // no engine options
    const auto [object, key] = split_name(field.name);
    (object.empty() ? json : json[object])[key] = std::move(value);
  }
  return json.dump(2);
}

}  // namespace pipette
