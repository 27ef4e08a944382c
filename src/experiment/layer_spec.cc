#include "experiment/layer_spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/choices.h"
#include "core/format_sizes.h"

namespace pipette {

const std::vector<keras::LayerKind>& chain_kinds() {
  static const std::vector<keras::LayerKind> kinds = [] {
    std::vector<keras::LayerKind> chains;
    for (const keras::LayerKind& kind : keras::layer_kinds()) {
      if (!keras::names_of(kind).merges) chains.push_back(kind);
    }
    return chains;
  }();
  return kinds;
}

keras::LayerKind chain_kind(const std::string& field, const std::string& word) {
  const std::optional<keras::LayerKind> found = keras::find_layer_kind(word);
  if (found && !keras::names_of(*found).merges) return *found;
  std::vector<std::string> words;
  for (const keras::LayerKind& kind : chain_kinds()) {
    words.push_back(fmt::format("\"{}\"", keras::names_of(kind).word));
  }
  throw InvalidArgument(
      fmt::format("\"{}\" must be one of {}, not \"{}\"", field, fmt::join(words, ", "), word));
}

namespace {

// The first size of a layer that is out of range.
std::optional<LayerProblem> size_problem(std::size_t index, keras::LayerKind kind) {
  std::optional<LayerProblem> problem;
  const auto check = [&](const char* what, std::int64_t size) {
    if (problem || (size >= 1 && size <= keras::kMaxLayerSize)) return;
    problem = {index,
               fmt::format("{} must be 1 to {}, but it is {}", what, keras::kMaxLayerSize, size),
               what, size < 1 ? 1 : keras::kMaxLayerSize};
  };
  keras::visit_fields(kind, [&](const keras::LayerField& field, const auto& member) {
    using T = std::remove_cvref_t<decltype(member)>;
    if constexpr (std::is_same_v<T, std::int64_t>) check(field.name, member);
    if constexpr (std::is_same_v<T, Window>) {
      for (const std::int64_t size : member) check(field.name, size);
    }
    if constexpr (std::is_same_v<T, std::optional<Window>>) {
      for (const std::int64_t size : member.value_or(Window{1, 1})) check(field.name, size);
    }
  });
  return problem;
}

double kernel_l2_of(const LayerSpec& layer) {
  if (const auto* dense = layer.as<keras::DenseSpec>()) return dense->options.kernel_l2;
  if (const auto* conv = layer.as<keras::Conv2dSpec>()) return conv->options.kernel_l2;
  return 0;
}

// The loss is made in the last stage, which reads no kernels of others.
std::optional<LayerProblem> l2_problem(const std::vector<LayerSpec>& layers, std::size_t i) {
  if (kernel_l2_of(layers[i]) == 0 || layers[i].stage == layers.back().stage) return std::nullopt;
  return LayerProblem{i, "kernel_l2 must be 0 before the last stage of a pipeline", "kernel_l2", 0};
}

std::optional<LayerProblem> name_problem(const std::vector<LayerSpec>& layers, std::size_t i) {
  for (std::size_t j = 0; j < i; ++j) {
    if (layers[i].name.empty() || layers[j].name != layers[i].name) continue;
    return LayerProblem{i, fmt::format("the name \"{}\" is layer {}'s already", layers[i].name, j),
                        "name"};
  }
  return std::nullopt;
}

// Of layer `i`, whose predecessors are fine; the shape and the parameters are added to `check`.
void check_layer(const std::vector<LayerSpec>& layers, std::size_t i, const Shape& input,
                 LayerCheck* check) {
  const LayerSpec& spec = layers[i];
  const keras::LayerPtr layer = keras::make_layer(spec.kind, spec.name);
  layer->name_as(fmt::format("layer_{}", i));
  const Shape shape = layer->output_shape(input);
  std::int64_t params = 0;
  for (const Shape& variable : layer->variable_shapes(input)) params += variable.num_elements();
  const std::int64_t before = i == 0 ? 0 : layers[i - 1].stage;
  if (spec.stage != before && (i == 0 || spec.stage != before + 1)) {
    throw ValueError(
        fmt::format("stage {} does not follow stage {}: the first layer is on stage 0, "
                    "each other on that of the layer before it or the next",
                    spec.stage, before));
  }
  check->shapes.push_back(shape);
  check->params.push_back(params);
}

}  // namespace

LayerCheck try_layers(const std::vector<LayerSpec>& layers, const Shape& input) {
  LayerCheck check;
  Shape shape = input.with_front(Shape::kUnknown);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    check.problem = size_problem(i, layers[i].kind);
    if (!check.problem) check.problem = name_problem(layers, i);
    if (!check.problem) check.problem = l2_problem(layers, i);
    if (check.problem) return check;
    try {
      check_layer(layers, i, shape, &check);
    } catch (const Error& error) {
      check.problem = {i, error.what()};
      return check;
    }
    shape = check.shapes.back();
  }
  if (layers.empty()) {
    check.problem = {0, "a model needs at least one layer"};
  } else if (shape != Shape({Shape::kUnknown, 10})) {
    check.problem = {
        layers.size(),
        fmt::format("the last layer must give 10 probabilities for each image, [?, 10], "
                    "but it gives {}; end with flatten and dense with 10 units",
                    shape.to_string())};
  }
  return check;
}

const char* activations_title(const std::vector<LayerSpec>& layers) {
  const auto shown = std::count_if(layers.begin(), layers.end(),
                                   [](const LayerSpec& layer) { return layer.outfeed; });
  return num_stages(layers) > 1 || shown > 1 ? "Multi-layer activations callback"
                                             : "Single layer activations callback";
}

std::int64_t num_stages(const std::vector<LayerSpec>& layers) {
  std::int64_t last = 0;
  for (const LayerSpec& layer : layers) last = std::max(last, layer.stage);
  return last + 1;
}

namespace {

template <class T>
std::string text_of(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return to_word(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return fmt::to_string(value);
  } else if constexpr (std::is_same_v<T, std::optional<Window>>) {
    return value ? format_sizes(*value) : "";
  } else {
    return format_sizes(value);
  }
}

}  // namespace

std::string describe_layer(const LayerSpec& spec) {
  std::vector<std::string> parts;
  keras::visit_values(
      spec.kind, keras::keras_defaults_of(spec.kind),
      [&](const keras::LayerField& field, const auto& value, const auto& usual) {
        using T = std::remove_cvref_t<decltype(value)>;
        const bool always = field.positional >= keras::Positional::in_cpp_and_python;
        const bool activation = std::is_same_v<T, keras::Activation>;
        if (always || (activation && !(value == usual))) parts.push_back(text_of(value));
        if (std::is_same_v<T, bool> && !(value == usual)) {
          parts.push_back(std::string(field.name) == "use_bias" ? "no bias" : field.name);
        }
      });
  if (parts.empty()) return spec.names().label;
  return fmt::format("{}({})", spec.names().label, fmt::join(parts, ", "));
}

std::string outfeed_key(const std::vector<LayerSpec>& layers, std::size_t index) {
  const std::string& name = layers[index].name;
  return (name.empty() ? fmt::format("layer_{}", index) : name) + "_acts";
}

}  // namespace pipette
