#include "session/model_spec.h"

#include <fmt/format.h>

#include <algorithm>

namespace pipette {

const char* layer_kind_name(LayerKind kind) {
  switch (kind) {
    case LayerKind::flatten:
      return "flatten";
    case LayerKind::dense:
      return "dense";
    case LayerKind::conv2d:
      return "conv2d";
    case LayerKind::max_pooling2d:
      return "max_pooling2d";
    case LayerKind::dropout:
      return "dropout";
    case LayerKind::reshape:
      return "reshape";
    case LayerKind::activation:
      return "activation";
  }
  return "?";
}

namespace {

Window window(const std::vector<std::int64_t>& sizes, const char* what) {
  if (sizes.size() != 2) {
    throw InvalidArgument(
        fmt::format("{} must be two sizes, height and width, but it has {}", what, sizes.size()));
  }
  return {sizes[0], sizes[1]};
}

Padding parse_padding(const std::string& text) {
  if (text == "same") return Padding::same;
  if (text == "valid") return Padding::valid;
  throw InvalidArgument("padding must be \"same\" or \"valid\", but it is \"" + text + "\"");
}

void check_size(const char* what, std::int64_t size) {
  constexpr std::int64_t kMost = 4096;
  if (size >= 1 && size <= kMost) return;
  throw InvalidArgument(
      fmt::format("{} must be 1 to {}, but it is {}; the nearest valid value is {}", what, kMost,
                  size, size < 1 ? 1 : kMost));
}

}  // namespace

keras::LayerPtr make_layer(const LayerSpec& spec) {
  const keras::Activation activation = keras::parse_activation(spec.activation);
  switch (spec.kind) {
    case LayerKind::flatten:
      return keras::flatten(spec.name);
    case LayerKind::dense:
      check_size("units", spec.units);
      return keras::dense(spec.units, activation, spec.name);
    case LayerKind::conv2d:
      check_size("filters", spec.units);
      return keras::conv2d(
          spec.units, window(spec.kernel_size, "kernel_size"), activation, spec.name,
          {.strides = window(spec.strides, "strides"), .padding = parse_padding(spec.padding)});
    case LayerKind::max_pooling2d:
      return keras::max_pooling2d(window(spec.pool_size, "pool_size"), std::nullopt,
                                  parse_padding(spec.padding), spec.name);
    case LayerKind::dropout:
      return keras::dropout(spec.rate, spec.name);
    case LayerKind::reshape:
      return keras::reshape(Shape(spec.shape), spec.name);
    case LayerKind::activation:
      return keras::activation(activation, spec.name);
  }
  PIPETTE_CHECK(false, layer_kind_name(spec.kind));
}

namespace {

// Of layer `i`, whose predecessors are fine; the shape and the parameters are added to `check`.
void check_layer(const std::vector<LayerSpec>& layers, std::size_t i, const Shape& input,
                 LayerCheck* check) {
  const LayerSpec& spec = layers[i];
  const keras::LayerPtr layer = make_layer(spec);
  layer->build_as(fmt::format("layer_{}", i), 1, input);
  const Shape shape = layer->output_shape(input);
  const std::int64_t before = i == 0 ? 0 : layers[i - 1].stage;
  if (spec.stage != before && (i == 0 || spec.stage != before + 1)) {
    throw ValueError(
        fmt::format("stage {} does not follow stage {}: the first layer is on stage 0, each other "
                    "on that of the layer before it or the next",
                    spec.stage, before));
  }
  for (std::size_t j = 0; j < i; ++j) {
    if (!spec.name.empty() && layers[j].name == spec.name) {
      throw ValueError(fmt::format("the name \"{}\" is layer {}'s already", spec.name, j));
    }
  }
  check->shapes.push_back(shape);
  check->params.push_back(layer->count_params());
}

}  // namespace

LayerCheck try_layers(const std::vector<LayerSpec>& layers, const Shape& input) {
  LayerCheck check;
  Shape shape = input.with_front(Shape::kUnknown);
  for (std::size_t i = 0; i < layers.size(); ++i) {
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
        fmt::format("the last layer must give 10 probabilities for each image, [?, 10], but it "
                    "gives {}; end with flatten and dense with 10 units",
                    shape.to_string())};
  }
  return check;
}

std::vector<Shape> check_layers(const std::vector<LayerSpec>& layers, const Shape& input) {
  LayerCheck check = try_layers(layers, input);
  if (!check.problem) return std::move(check.shapes);
  const auto& [layer, text] = *check.problem;
  if (layer == layers.size()) throw InvalidArgument(text);
  throw InvalidArgument(
      fmt::format("layer {} ({}): {}", layer, layer_kind_name(layers[layer].kind), text));
}

std::int64_t num_stages(const std::vector<LayerSpec>& layers) {
  std::int64_t last = 0;
  for (const LayerSpec& layer : layers) last = std::max(last, layer.stage);
  return last + 1;
}

std::string describe_layer(const LayerSpec& spec) {
  const std::string activation = spec.activation == "linear" ? "" : ", " + spec.activation;
  switch (spec.kind) {
    case LayerKind::flatten:
      return "Flatten";
    case LayerKind::dense:
      return fmt::format("Dense({}{})", spec.units, activation);
    case LayerKind::conv2d:
      return fmt::format("Conv2D({}, {}{})", spec.units, fmt::join(spec.kernel_size, "x"),
                         activation);
    case LayerKind::max_pooling2d:
      return fmt::format("MaxPooling2D({})", fmt::join(spec.pool_size, "x"));
    case LayerKind::dropout:
      return fmt::format("Dropout({})", spec.rate);
    case LayerKind::reshape:
      return fmt::format("Reshape({})", fmt::join(spec.shape, "x"));
    case LayerKind::activation:
      return fmt::format("Activation({})", spec.activation);
  }
  return "?";
}

std::string outfeed_key(const std::vector<LayerSpec>& layers, std::size_t index) {
  const std::string& name = layers[index].name;
  return (name.empty() ? fmt::format("layer_{}", index) : name) + "_acts";
}

}  // namespace pipette
