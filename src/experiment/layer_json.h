// Layers of an experiment as JSON: a list of objects such as {"layer": "dense", "units": 128, ...},
// each with the fields of its kind.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "experiment/layer_spec.h"

namespace pipette {

// A field of a layer: a word, a number, true or false, or a list of sizes; null for none.
template <class T>
Json value_to_json(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return to_word(value);
  } else if constexpr (std::is_same_v<T, std::optional<Window>>) {
    return value ? Json(*value) : Json(nullptr);
  } else {
    return Json(value);
  }
}

Json layers_to_json(const std::vector<LayerSpec>& layers);
// Throws InvalidArgument for a wrong type or an unknown kind of layer, NotFound for a field that
// the kind does not have.
void read_field(const std::string& field, const Json& value, std::vector<LayerSpec>& to);

}  // namespace pipette
