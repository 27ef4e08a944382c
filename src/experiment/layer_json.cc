#include "experiment/layer_json.h"

#include <fmt/format.h>

#include "experiment/json_values.h"

namespace pipette {

namespace {

LayerKind layer_kind(const std::string& field, const Json& layer) {
  if (!layer.is_object() || !layer.contains("layer")) {
    wrong_type(field, "a list of objects with a \"layer\", as {\"layer\": \"dense\"}", layer);
  }
  LayerKind kind = LayerKind::dense;
  read_field(field + ".layer", layer["layer"], kind);
  return kind;
}

void read_layer(const std::string& field, const Json& layer, LayerSpec& spec) {
  spec.kind = layer_kind(field, layer);
  std::string known = "layer";
  std::size_t found = 1;
  visit_layer_fields(spec, [&](const char* name, auto& member, bool) {
    known += fmt::format(", {}", name);
    if (!layer.contains(name)) return;
    ++found;
    read_field(fmt::format("{}.{}", field, name), layer[name], member);
  });
  if (found == layer.size()) return;
  throw NotFound(fmt::format("\"{}\": a {} layer has the fields {}, but this one is {}", field,
                             to_word(spec.kind), known, layer.dump()));
}

}  // namespace

Json layers_to_json(const std::vector<LayerSpec>& layers) {
  Json list = Json::array();
  for (const LayerSpec& spec : layers) {
    Json layer = {{"layer", to_word(spec.kind)}};
    visit_layer_fields(spec, [&](const char* name, const auto& member, bool written) {
      if (written) layer[name] = member;
    });
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
