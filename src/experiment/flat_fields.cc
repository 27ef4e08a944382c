#include "experiment/flat_fields.h"

#include <string>

#include "core/error.h"
#include "core/json.h"

namespace pipette {

Json nested_fields(const Json& flat) {
  Json object = Json::object();
  for (const auto& [name, value] : flat.items()) {
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos) {
      object[name] = value;
      continue;
    }
    Json& within = object[name.substr(0, dot)];
    if (!within.is_null() && !within.is_object()) {
      throw InvalidArgument(name.substr(0, dot) + " must be an object, not " + shown_json(within));
    }
    within[name.substr(dot + 1)] = value;
  }
  return object;
}

}  // namespace pipette
