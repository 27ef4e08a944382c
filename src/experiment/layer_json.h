// Layers of an experiment as JSON: a list of objects such as {"layer": "dense", "units": 128, ...},
// each with the fields of its kind.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "experiment/layer_spec.h"

namespace pipette {

Json layers_to_json(const std::vector<LayerSpec>& layers);
// Throws InvalidArgument for a wrong type or an unknown kind of layer, NotFound for a field that
// the kind does not have.
void read_field(const std::string& field, const Json& value, std::vector<LayerSpec>& to);

}  // namespace pipette
