// Experiments to JSON and back.
#include <fmt/format.h>

#include "core/json.h"
#include "session/catalogue.h"
#include "session/experiment_fields.h"
#include "session/json_fields.h"

namespace pipette {

namespace {

using pipette::read_field;  // beside the one for layers

LayerKind layer_kind(const std::string& field, const Json& layer) {
  if (!layer.is_object() || !layer.contains("layer")) {
    wrong_type(field, "a list of objects with a \"layer\", as {\"layer\": \"dense\"}", layer);
  }
  std::string known;
  for (int i = 0; i <= static_cast<int>(LayerKind::activation); ++i) {
    const char* name = layer_kind_name(static_cast<LayerKind>(i));
    if (layer["layer"] == name) return static_cast<LayerKind>(i);
    known += fmt::format("{}\"{}\"", known.empty() ? "" : ", ", name);
  }
  throw InvalidArgument(fmt::format("\"{}\": a layer must be one of {}, not {}", field, known,
                                    layer["layer"].dump()));
}

void read_field(const std::string& field, const Json& value, std::vector<LayerSpec>& to) {
  if (!value.is_array()) wrong_type(field, "a list", value);
  to.clear();
  for (const Json& layer : value) {
    LayerSpec& spec = to.emplace_back();
    spec.kind = layer_kind(field, layer);
    std::string known = "layer";
    std::size_t found = 1;
    visit_layer_fields(spec, [&](const char* name, auto& member) {
      known += fmt::format(", {}", name);
      if (!layer.contains(name)) return;
      ++found;
      read_field(fmt::format("{}.{}", field, name), layer[name], member);
    });
    if (found != layer.size()) {
      throw NotFound(fmt::format("\"{}\": a {} layer has the fields {}, but this one is {}", field,
                                 layer_kind_name(spec.kind), known, layer.dump()));
    }
  }
}

template <class T>
Json to_field(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    for (const auto& entry : EnumNames<T>::kNames) {
      if (entry.value == value) return entry.name;
    }
    return nullptr;
  } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
    return value.size() == 1 ? Json(value[0]) : Json(value);
  } else if constexpr (std::is_same_v<T, std::vector<LayerSpec>>) {
    Json list = Json::array();
    for (const LayerSpec& spec : value) {
      Json layer = {{"layer", layer_kind_name(spec.kind)}};
      visit_layer_fields(spec, [&](const char* name, const auto& member) { layer[name] = member; });
      list.push_back(std::move(layer));
    }
    return list;
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

}  // namespace

Experiment Experiment::from_json(const std::string& text) {
  const Json json = parse_json(text);
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

OptimizerName parse_optimizer(const std::string& text) {
  for (const auto& entry : EnumNames<OptimizerName>::kNames) {
    if (text == entry.name) return entry.value;
  }
  throw ValueError(
      fmt::format("optimizer must be sgd, momentum, adam or rmsprop, but it is \"{}\"", text));
}

}  // namespace pipette
