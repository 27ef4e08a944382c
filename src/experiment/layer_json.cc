#include "experiment/layer_json.h"

#include <fmt/format.h>

#include "experiment/json_values.h"

namespace pipette {

namespace {

keras::LayerKind layer_kind(const std::string& field, const Json& layer) {
  if (!layer.is_object() || !layer.contains("layer")) {
    wrong_type(field, "a list of objects with a \"layer\", as {\"layer\": \"dense\"}", layer);
  }
  std::string word;
  read_field(field + ".layer", layer["layer"], word);
  return chain_kind(field + ".layer", word);
}

void read_layer(const std::string& field, const Json& layer, LayerSpec& spec) {
  spec.kind = layer_kind(field, layer);
  std::string known = "layer";
  std::size_t found = 1;
  visit_layer(spec, [&](const char* name, auto& member) {
    known += fmt::format(", {}", name);
    if (!layer.contains(name)) return;
    ++found;
    read_field(fmt::format("{}.{}", field, name), layer[name], member);
  });
  if (found == layer.size()) return;
  throw NotFound(fmt::format("\"{}\": a {} layer has the fields {}, but this one is {}", field,
                             spec.names().word, known, layer.dump()));
}

}  // namespace

Json layers_to_json(const std::vector<LayerSpec>& layers) {
  Json list = Json::array();
  for (const LayerSpec& spec : layers) {
    Json layer = {{"layer", spec.names().word}};
    keras::LayerKind kind = spec.kind;
    for (const keras::LayerField& field : keras::fields_of(kind)) {
      if (field.left_out) continue;
      layer[field.name] =
          std::visit([](const auto* member) { return value_to_json(*member); }, field.member);
    }
    layer["name"] = spec.name;
    layer["stage"] = spec.stage;
    layer["outfeed"] = spec.outfeed;
    list.push_back(std::move(layer));
  }
  return list;
}

void read_field(const std::string& field, const Json& value, std::vector<LayerSpec>& to) {
  if (!value.is_array()) wrong_type(field, "a list", value);
  to.clear();
  for (const Json& layer : value) read_layer(field, layer, to.emplace_back());
}

}  // namespace pipette
