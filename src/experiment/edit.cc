#include "experiment/edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/typed_number.h"
#include "experiment/field.h"
#include "experiment/json_values.h"

namespace pipette {

namespace {

using Layers = std::vector<LayerSpec>;

// ---- texts ----

bool separates(char c) { return c == ' ' || c == ',' || c == 'x' || c == '\t' || c == '\n'; }

std::vector<std::string> words_of(std::string text, bool sizes) {
  for (std::size_t at; (at = text.find("×")) != std::string::npos;) text.replace(at, 2, " ");
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (sizes ? separates(c) : separates(c) && c != 'x') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  words.erase(std::remove(words.begin(), words.end(), ""), words.end());
  return words;
}

Json integers_of(const std::string& name, const std::string& text) {
  Json list = Json::array();
  for (const std::string& word : words_of(text, true)) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (word.size() > 1 && word[0] == '0') wrong_type(name, "a list (1024, not 1,024)", text);
    if (error != std::errc() || end != word.data() + word.size())
      wrong_type(name, "an integer", word);
    list.push_back(number);
  }
  return list;
}

Json number_of(const std::string& name, const char* wanted, const std::string& text) {
  if (Json value = parse_json(text); value.is_number()) return value;
  const std::optional<double> typed = typed_number(text);
  if (!typed) wrong_type(name, wanted, text);
  constexpr double kMostExact = 9007199254740992;  // 2^53
  const bool whole = *typed == std::floor(*typed) && std::abs(*typed) <= kMostExact;
  return whole ? Json(static_cast<std::int64_t>(*typed)) : Json(*typed);
}

// ---- layers ----

LayerSpec new_layer(const std::string& kind, bool last) {
  return {.kind = keras::suggested(chain_kind("layer", kind), last)};
}

// Stages 0, 1, 2, ... again, when layers went or came.
void number_stages(Layers& layers) {
  std::int64_t before = -1, stage = -1;
  for (LayerSpec& layer : layers) {
    if (layer.stage != before || stage < 0) ++stage;
    before = std::exchange(layer.stage, stage);
  }
}

void insert(Layers& layers, std::size_t at, LayerSpec layer) {
  at = std::min(at, layers.size());
  layer.stage = layers.empty() ? 0 : layers[at == 0 ? 0 : at - 1].stage;
  layers.insert(layers.begin() + static_cast<std::ptrdiff_t>(at), std::move(layer));
}

void remove(Layers& layers, std::size_t at) {
  layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(at));
  number_stages(layers);
}

// `stages` of them: the last one is taken in, or the one with most layers cut in two.
void set_stages(Layers& layers, std::int64_t stages) {
  const auto most = static_cast<std::int64_t>(layers.size());
  stages = std::clamp<std::int64_t>(stages, 1, std::max<std::int64_t>(1, most));
  for (LayerSpec& layer : layers) layer.stage = std::min(layer.stage, stages - 1);
  for (std::vector<std::size_t> starts = stage_starts(layers);
       !layers.empty() && static_cast<std::int64_t>(starts.size()) < stages;
       starts = stage_starts(layers)) {
    starts.push_back(layers.size());
    std::size_t widest = 0;
    for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
      if (starts[s + 1] - starts[s] > starts[widest + 1] - starts[widest]) widest = s;
    }
    const std::size_t middle = (starts[widest] + starts[widest + 1] + 1) / 2;
    for (std::size_t i = middle; i < layers.size(); ++i) ++layers[i].stage;
  }
}

// Between the stages on both sides, each of which keeps a layer.
void set_first(Layers& layers, std::size_t stage, std::int64_t wanted) {
  std::vector<std::size_t> starts = stage_starts(layers);
  if (stage < 1 || stage >= starts.size()) {
    throw NotFound(fmt::format("there is no stage {} that could begin elsewhere", stage));
  }
  starts.push_back(layers.size());
  const auto first =
      static_cast<std::size_t>(std::clamp(wanted, static_cast<std::int64_t>(starts[stage - 1] + 1),
                                          static_cast<std::int64_t>(starts[stage + 1] - 1)));
  for (std::size_t i = starts[stage - 1]; i < starts[stage + 1]; ++i) {
    layers[i].stage = static_cast<std::int64_t>(i < first ? stage - 1 : stage);
  }
}

std::int64_t whole(const std::string& name, const Json& value) {
  std::int64_t number = 0;
  read_field(name, value, number);
  return number;
}

void set_layer_field(LayerSpec& layer, const std::string& what, const Json& value) {
  bool found = false;
  visit_layer(layer, [&](const char* field, auto& member) {
    if (what != field || what == "stage") return;
    found = true;
    using T = std::remove_cvref_t<decltype(member)>;
    constexpr bool kSizes = std::is_same_v<T, std::vector<std::int64_t>> ||
                            std::is_same_v<T, Window> || std::is_same_v<T, std::optional<Window>>;
    if constexpr (kSizes) {
      const Json sizes = value.is_string() ? integers_of(what, value) : value;
      if (sizes == Json::array())
        throw InvalidArgument(what + " must be a list of sizes such as 3, 3");
      read_field(what, sizes, member);
    } else {
      read_field(what, value, member);
    }
  });
  if (!found) throw NotFound(fmt::format("{} has no \"{}\"", layer.names().word, what));
}

void edit_layer(Layers& layers, std::size_t index, const std::string& what, const Json& value) {
  if (what == "insert") {
    std::string kind;
    read_field(what, value, kind);
    return insert(layers, index, new_layer(kind, index >= layers.size() && index > 0));
  }
  if (index >= layers.size()) {
    throw NotFound(fmt::format("there is no layer {}: the model has {}", index, layers.size()));
  }
  if (what == "remove") return remove(layers, index);
  if (what != "move") return set_layer_field(layers[index], what, value);
  const auto to = static_cast<std::size_t>(std::max<std::int64_t>(0, whole(what, value)));
  LayerSpec layer = layers[index];
  remove(layers, index);
  insert(layers, to, std::move(layer));
}

// "layers/2/units" into its three parts; none for another form.
struct Path {
  std::string list;
  std::size_t index = 0;
  std::string what;
};
std::optional<Path> path_of(const std::string& name) {
  const std::size_t first = name.find('/'), second = name.find('/', first + 1);
  if (first == std::string::npos || second == std::string::npos) return std::nullopt;
  Path path{name.substr(0, first), 0, name.substr(second + 1)};
  const auto [end, error] =
      std::from_chars(name.data() + first + 1, name.data() + second, path.index);
  if (error != std::errc() || end != name.data() + second) return std::nullopt;
  return path;
}

bool has_layers(const Experiment& e) { return catalogue_entry(e.name).kind == ProgramKind::keras; }

// A name that tells the units, as "Dense_128" does, goes on to tell them, and filters that name the
// layer follow it.
void set_units(Experiment& e, std::size_t index, const Json& value) {
  Layers& layers = e.model.layers;
  const LayerSpec before = index < layers.size() ? layers[index] : LayerSpec();
  edit_layer(layers, index, "units", value);
  const auto *was = before.as<keras::DenseSpec>(), *is = layers[index].as<keras::DenseSpec>();
  if (was == nullptr || is == nullptr) return;
  const std::string number = "_" + std::to_string(was->units), &old = before.name;
  if (!old.ends_with(number) || is->units == was->units) return;
  const std::string base =
      old.substr(0, old.size() - number.size()) + "_" + std::to_string(is->units);
  std::string name = base;
  const auto taken = [&](const LayerSpec& layer) { return layer.name == name; };
  for (int i = 2; std::any_of(layers.begin(), layers.end(), taken); ++i) {
    name = base + "_" + std::to_string(i);
  }
  layers[index].name = name;
  for (auto* filters : {&e.inspection.gradients_filters, &e.inspection.activations_filters}) {
    for (std::string& filter : *filters) {
      if (filter == old || filter.starts_with(old + "/")) filter.replace(0, old.size(), name);
    }
  }
}

bool edit_model(Experiment& e, const std::string& name, const Json& value) {
  Layers& layers = e.model.layers;
  const std::int64_t before = num_stages(layers);
  if (const auto path = path_of(name)) {
    if (path->list == "layers" && path->what == "units") {
      set_units(e, path->index, value);
    } else if (path->list == "layers") {
      edit_layer(layers, path->index, path->what, value);
    } else if (path->list == "stages" && path->what == "first") {
      set_first(layers, path->index, whole(name, value));
    } else {
      return false;
    }
  } else if (name == "stages") {
    set_stages(layers, whole(name, value));
  } else {
    return false;
  }
  if (num_stages(layers) != before) e.pipeline.device_mapping.clear();
  return true;
}

void set_hidden_layers(Experiment& e, std::int64_t count) {
  if (count < 1 || count > kMaxHiddenLayers) {
    throw InvalidArgument(
        fmt::format("hidden_layers must be 1 to {}, but it is {}; the nearest valid value is {}",
                    kMaxHiddenLayers, count, count < 1 ? 1 : kMaxHiddenLayers));
  }
  std::vector<std::int64_t>& units = e.model.hidden_units;
  units.resize(static_cast<std::size_t>(count), units.empty() ? 128 : units.back());
}

// An engine run that was an epoch stays one, and there are as many of them.
void set_batch_size_of_epochs(Experiment& e, std::int64_t batch_size) {
  constexpr std::int64_t kImages = 60000;  // of MNIST's training set, and of the generated digits
  Training& training = e.training;
  const std::int64_t before = std::exchange(training.batch_size, batch_size);
  const auto makes_epochs = [](std::int64_t size) { return size >= 1 && size <= kImages; };
  if (!makes_epochs(before) || !makes_epochs(batch_size)) return;
  if (training.steps_per_execution != kImages / before) return;
  const std::int64_t runs = e.num_runs(), steps = kImages / batch_size;
  const auto most = static_cast<std::int64_t>(field_named("steps").maximum);
  training.steps_per_execution = steps;
  training.steps = std::min(runs, most / steps) * steps;
}

}  // namespace

std::vector<std::size_t> stage_starts(const Layers& layers) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (i == 0 || layers[i].stage != layers[i - 1].stage) starts.push_back(i);
  }
  return starts;
}

void set_value(Experiment& e, const std::string& name, const Json& value) {
  if (has_layers(e) && edit_model(e, name, value)) return;
  if (name == "hidden_layers") return set_hidden_layers(e, whole(name, value));
  if (name == "batch_size" && catalogue_entry(e.name).kind == ProgramKind::loops) {
    return set_batch_size_of_epochs(e, whole(name, value));
  }
  field_named(name).set(e, value);
  std::vector<std::int64_t>& mapping = e.pipeline.device_mapping;
  if (name == "stages" || name == "concurrent_stages") mapping.clear();
  // An IPU each, in order, is what no mapping stands for.
  bool one_each = name == "device_mapping" && std::ssize(mapping) == e.num_stage_devices();
  for (std::size_t i = 0; one_each && i < mapping.size(); ++i) {
    one_each = mapping[i] == static_cast<std::int64_t>(i);
  }
  if (one_each) mapping.clear();
}

Json parse_typed(const std::string& name, const std::string& text) {
  if (name.find('/') != std::string::npos || name == "hidden_layers") {
    const Json value = parse_json(text);
    return value.is_number() || value.is_boolean() ? value : Json(text);
  }
  const Field& field = field_named(name);
  switch (field.type) {
    case FieldType::integer:
      return number_of(name, "an integer", text);
    case FieldType::real:
      return number_of(name, "a number", text);
    case FieldType::integers:
      return integers_of(name, text);
    case FieldType::boolean:
      if (text == "true" || text == "false") return text == "true";
      wrong_type(name, "true or false", text);
    case FieldType::texts: {
      const std::vector<std::string> words = words_of(text, false);
      return words.empty() ? Json::array({"none"}) : Json(words);
    }
    case FieldType::options:
      return EngineOptions::from_json(text.empty() ? "{}" : text).texts();
    case FieldType::layers: {
      Json layers = parse_json(text);
      if (!layers.is_array()) throw InvalidArgument(name + " must be a list of layers as JSON");
      return layers;
    }
    default:
      return text;
  }
}

}  // namespace pipette
