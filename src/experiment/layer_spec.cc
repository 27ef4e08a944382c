#include "experiment/layer_spec.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/choices.h"
#include "core/format_sizes.h"

namespace pipette {

namespace {

// The first size of a layer that is out of range.
std::optional<LayerProblem> size_problem(std::size_t index, const LayerSpec& spec) {
  std::optional<LayerProblem> problem;
  const auto check = [&](const char* what, std::int64_t size) {
    if (problem || (size >= 1 && size <= kMaxLayerSize)) return;
    problem = {index, fmt::format("{} must be 1 to {}, but it is {}", what, kMaxLayerSize, size),
               what, size < 1 ? 1 : kMaxLayerSize};
  };
  const auto check_window = [&](const char* what, const std::vector<std::int64_t>& sizes) {
    if (!problem && sizes.size() != 2) {
      problem = {
          index,
          fmt::format("{} must be two sizes, height and width, but it has {}", what, sizes.size()),
          what};
    }
    for (const std::int64_t size : sizes) check(what, size);
  };
  if (spec.kind == LayerKind::dense) check("units", spec.units);
  if (spec.kind == LayerKind::conv2d) {
    check("filters", spec.units);
    check_window("kernel_size", spec.kernel_size);
    check_window("strides", spec.strides);
  }
  if (pools(spec.kind)) {
    check_window("pool_size", spec.pool_size);
    if (!spec.pool_strides.empty()) check_window("strides", spec.pool_strides);
  }
  return problem;
}

Window window(const char* name, const std::vector<std::int64_t>& sizes) {
  if (sizes.size() == 1) return {sizes[0], sizes[0]};
  if (sizes.size() == 2) return {sizes[0], sizes[1]};
  throw InvalidArgument(
      fmt::format("{} must be one size or [height, width], but has {} sizes", name, sizes.size()));
}

std::optional<Window> pool_strides(const LayerSpec& spec) {
  if (spec.pool_strides.empty()) return std::nullopt;
  return window("strides", spec.pool_strides);
}

}  // namespace

keras::LayerPtr make_layer(const LayerSpec& spec) {
  const keras::Activation activation = keras::parse_activation(spec.activation);
  const auto padding = from_word<Padding>("padding", spec.padding);
  const auto initializer = from_word<Initializer>("kernel_initializer", spec.kernel_initializer);
  switch (spec.kind) {
    case LayerKind::flatten:
      return keras::flatten(spec.name);
    case LayerKind::dense:
      return keras::dense(spec.units, activation, spec.name,
                          {.use_bias = spec.use_bias,
                           .kernel_initializer = initializer,
                           .kernel_l2 = spec.kernel_l2});
    case LayerKind::conv2d:
      return keras::conv2d(spec.units, window("kernel size", spec.kernel_size), activation,
                           spec.name,
                           {.strides = window("strides", spec.strides),
                            .padding = padding,
                            .use_bias = spec.use_bias,
                            .kernel_initializer = initializer,
                            .kernel_l2 = spec.kernel_l2});
    case LayerKind::max_pooling2d:
      return keras::max_pooling2d(window("pool size", spec.pool_size), spec.name,
                                  {.strides = pool_strides(spec), .padding = padding});
    case LayerKind::average_pooling2d:
      return keras::average_pooling2d(window("pool size", spec.pool_size), spec.name,
                                      {.strides = pool_strides(spec), .padding = padding});
    case LayerKind::global_average_pooling2d:
      return keras::global_average_pooling2d(spec.name);
    case LayerKind::batch_normalization:
      return keras::batch_normalization(spec.name);
    case LayerKind::layer_normalization:
      return keras::layer_normalization(spec.name);
    case LayerKind::dropout:
      return keras::dropout(spec.rate, spec.name);
    case LayerKind::reshape:
      return keras::reshape(Shape(spec.shape), spec.name);
    case LayerKind::activation:
      return keras::activation(activation, spec.name);
  }
  PIPETTE_CHECK(false, to_word(spec.kind));
}

namespace {

// The loss is made in the last stage, which reads no kernels of others.
std::optional<LayerProblem> l2_problem(const std::vector<LayerSpec>& layers, std::size_t i) {
  if (layers[i].kernel_l2 == 0 || layers[i].stage == layers.back().stage) return std::nullopt;
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
  const keras::LayerPtr layer = make_layer(spec);
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
    check.problem = size_problem(i, layers[i]);
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

std::string describe_layer(const LayerSpec& spec) {
  const std::string activation = (spec.activation == "linear" ? "" : ", " + spec.activation) +
                                 (spec.use_bias ? "" : ", no bias");
  switch (spec.kind) {
    case LayerKind::dense:
      return fmt::format("Dense({}{})", spec.units, activation);
    case LayerKind::conv2d:
      return fmt::format("Conv2D({}, {}{})", spec.units, format_sizes(spec.kernel_size),
                         activation);
    case LayerKind::max_pooling2d:
    case LayerKind::average_pooling2d:
      return fmt::format("{}({})", to_label(spec.kind), format_sizes(spec.pool_size));
    case LayerKind::dropout:
      return fmt::format("Dropout({})", spec.rate);
    case LayerKind::reshape:
      return fmt::format("Reshape({})", format_sizes(spec.shape));
    case LayerKind::activation:
      return fmt::format("Activation({})", spec.activation);
    default:
      return to_label(spec.kind);
  }
}

std::string outfeed_key(const std::vector<LayerSpec>& layers, std::size_t index) {
  const std::string& name = layers[index].name;
  return (name.empty() ? fmt::format("layer_{}", index) : name) + "_acts";
}

}  // namespace pipette
