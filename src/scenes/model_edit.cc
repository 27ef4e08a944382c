#include "scenes/model_edit.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/error.h"
#include "session/catalogue.h"
#include "ui/format.h"

namespace pipette::app {
namespace {

using Layers = std::vector<LayerSpec>;

constexpr LayerKind kKinds[] = {LayerKind::flatten,       LayerKind::dense,   LayerKind::conv2d,
                                LayerKind::max_pooling2d, LayerKind::dropout, LayerKind::reshape,
                                LayerKind::activation};

LayerSpec new_layer(const std::string& kind, bool last) {
  for (const LayerKind known : kKinds) {
    if (kind != layer_kind_name(known)) continue;
    LayerSpec layer = {.kind = known};
    if (known == LayerKind::dense) layer.units = last ? 10 : 64;
    if (known == LayerKind::dense) layer.activation = last ? "softmax" : "relu";
    if (known == LayerKind::conv2d) layer.units = 8;
    if (known == LayerKind::conv2d || known == LayerKind::activation) layer.activation = "relu";
    return layer;
  }
  throw InvalidArgument("there is no layer \"" + kind + "\"");
}

std::vector<std::int64_t> parse_sizes(const std::string& text) {
  std::string numbers = text;
  for (const char* other : {",", "×", "x"}) {
    for (std::size_t at; (at = numbers.find(other)) != std::string::npos;) {
      numbers.replace(at, std::char_traits<char>::length(other), " ");
    }
  }
  std::vector<std::int64_t> sizes;
  const char* const end = numbers.data() + numbers.size();
  for (std::size_t at = 0; (at = numbers.find_first_not_of(" \t\n", at)) != std::string::npos;) {
    const auto [next, error] = std::from_chars(numbers.data() + at, end, sizes.emplace_back());
    if (error != std::errc()) {
      sizes.clear();
      break;
    }
    at = static_cast<std::size_t>(next - numbers.data());
  }
  if (sizes.empty()) {
    throw InvalidArgument("\"" + text + "\" is no list of sizes such as 28, 28, 1");
  }
  return sizes;
}

// Stages 0, 1, 2, ... again, when layers went or came.
void number_stages(Layers* layers) {
  std::int64_t before = -1, stage = -1;
  for (LayerSpec& layer : *layers) {
    if (layer.stage != before || stage < 0) ++stage;
    before = std::exchange(layer.stage, stage);
  }
}

void insert(Layers* layers, std::size_t at, LayerSpec layer) {
  at = std::min(at, layers->size());
  layer.stage = layers->empty() ? 0 : (*layers)[at == 0 ? 0 : at - 1].stage;
  layers->insert(layers->begin() + static_cast<std::ptrdiff_t>(at), std::move(layer));
}

void remove(Layers* layers, std::size_t at) {
  layers->erase(layers->begin() + static_cast<std::ptrdiff_t>(at));
  number_stages(layers);
}

// `stages` of them: the last one is taken in, or the one with most layers cut in two.
void set_stages(Layers* layers, std::int64_t stages) {
  const auto most = static_cast<std::int64_t>(layers->size());
  stages = std::clamp<std::int64_t>(stages, 1, std::max<std::int64_t>(1, most));
  for (LayerSpec& layer : *layers) layer.stage = std::min(layer.stage, stages - 1);
  for (std::vector<std::size_t> starts = stage_starts(*layers);
       !layers->empty() && static_cast<std::int64_t>(starts.size()) < stages;
       starts = stage_starts(*layers)) {
    starts.push_back(layers->size());
    std::size_t widest = 0;
    for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
      if (starts[s + 1] - starts[s] > starts[widest + 1] - starts[widest]) widest = s;
    }
    const std::size_t middle = (starts[widest] + starts[widest + 1] + 1) / 2;
    for (std::size_t i = middle; i < layers->size(); ++i) ++(*layers)[i].stage;
  }
}

// Between the stages on both sides, each of which keeps a layer.
void set_first(Layers* layers, std::size_t stage, double wanted) {
  std::vector<std::size_t> starts = stage_starts(*layers);
  if (stage < 1 || stage >= starts.size()) {
    throw NotFound("there is no stage " + std::to_string(stage) + " that could begin elsewhere");
  }
  starts.push_back(layers->size());
  const auto first =
      static_cast<std::size_t>(std::clamp(wanted, static_cast<double>(starts[stage - 1] + 1),
                                          static_cast<double>(starts[stage + 1] - 1)));
  for (std::size_t i = starts[stage - 1]; i < starts[stage + 1]; ++i) {
    (*layers)[i].stage = static_cast<std::int64_t>(i < first ? stage - 1 : stage);
  }
}

// One field of a layer, from a number or a text.
struct SetField {
  const std::string& what;
  double number;
  const std::string& text;
  bool found = false;

  void operator()(const char* field, std::int64_t& member) {
    if (!take(field)) return;
    check_whole(what, number);
    member = static_cast<std::int64_t>(number);
  }
  void operator()(const char* field, double& member) {
    if (take(field)) member = number;
  }
  void operator()(const char* field, bool& member) {
    if (take(field)) member = number != 0;
  }
  void operator()(const char* field, std::string& member) {
    if (take(field)) member = text;
  }
  void operator()(const char* field, std::vector<std::int64_t>& member) {
    if (!take(field)) return;
    if (text.empty()) {
      check_whole(what, number);
      member.assign(2, static_cast<std::int64_t>(number));
    } else {
      member = parse_sizes(text);
      if (member.size() == 1 && what != "shape") member.push_back(member[0]);  // square
    }
  }
  bool take(const char* field) {
    const bool is = what == field;
    found = found || is;
    return is;
  }
};

void edit_layer(Layers* layers, std::size_t index, const std::string& what, double number,
                const std::string& text) {
  if (what == "insert") {
    return insert(layers, index, new_layer(text, index >= layers->size() && index > 0));
  }
  if (index >= layers->size()) {
    throw NotFound("there is no layer " + std::to_string(index));
  }
  if (what == "remove") return remove(layers, index);
  if (what == "move") {
    check_whole(what, number);
    LayerSpec layer = (*layers)[index];
    remove(layers, index);
    insert(layers, static_cast<std::size_t>(number), std::move(layer));
    return;
  }
  SetField set = {what, number, text};
  if (what != "stage") visit_layer_fields((*layers)[index], set);
  if (!set.found) {
    throw NotFound(std::string(layer_kind_name((*layers)[index].kind)) + " has no \"" + what +
                   "\"");
  }
}

}  // namespace

void check_whole(const std::string& name, double value) {
  // Beyond 2^53 a double no longer holds every integer; below that a cast is exact.
  const bool whole = value == std::floor(value) && std::fabs(value) <= 9007199254740992.0;
  if (whole && value >= 0) return;
  throw InvalidArgument(name + " must be a whole number of 0 or more, but it is " +
                        format_number(value, 6) + "; the nearest valid value is " +
                        format_number(std::fmax(0.0, std::round(value)), 16));
}

bool has_layers(const Experiment& experiment) {
  return catalogue_entry(experiment.name).kind == ProgramKind::keras;
}

std::string blamed_field(const std::string& name) {
  return name.starts_with("layers/") ? name.substr(0, name.find('/', 7)) : name;
}

std::vector<std::size_t> stage_starts(const Layers& layers) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (i == 0 || layers[i].stage != layers[i - 1].stage) starts.push_back(i);
  }
  return starts;
}

bool edit_model(Experiment* experiment, const std::string& name, double number,
                const std::string& text) {
  if (!has_layers(*experiment)) return false;
  Layers* layers = &experiment->layers;
  const std::size_t slash = name.find('/');
  const std::string room = name.substr(0, slash);
  if (room != "layers" && room != "stages") return false;
  const std::int64_t before = num_stages(*layers);
  if (slash == std::string::npos) {
    if (room == "layers") return false;
    check_whole(name, number);
    set_stages(layers, static_cast<std::int64_t>(std::min(number, 1e6)));
  } else {
    const std::string rest = name.substr(slash + 1);
    const std::size_t end = rest.find('/');
    char* after = nullptr;
    const unsigned long index = std::strtoul(rest.c_str(), &after, 10);
    if (end == std::string::npos || after != rest.c_str() + end) return false;
    if (room == "layers") {
      edit_layer(layers, index, rest.substr(end + 1), number, text);
    } else {
      set_first(layers, index, number);
    }
  }
  if (num_stages(*layers) != before) experiment->device_mapping.clear();
  return true;
}

}  // namespace pipette::app
