// The layers of a model as data, stored in an experiment and edited by the page's model builder.
//
//   std::vector<LayerSpec> layers = {{.kind = LayerKind::flatten},
//                                    {.kind = LayerKind::dense, .units = 128,
//                                     .activation = "relu", .name = "Dense_128"}};
//   LayerCheck check = try_layers(layers, kImageShape);   // makes no variables
//   if (check.problem) print(check.problem->layer, check.problem->text);
//   keras::LayerPtr layer = make_layer(layers[1]);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/choices.h"
#include "keras/layers.h"

namespace pipette {

inline const Shape kImageShape = {28, 28};  // the input of a model: a digit

enum class LayerKind {
  flatten,
  dense,
  conv2d,
  max_pooling2d,
  average_pooling2d,
  global_average_pooling2d,
  batch_normalization,
  layer_normalization,
  dropout,
  reshape,
  activation
};
constexpr auto choices_of(LayerKind) {
  return std::to_array<Choice<LayerKind>>(
      {{LayerKind::flatten, "flatten", "Flatten"},
       {LayerKind::dense, "dense", "Dense"},
       {LayerKind::conv2d, "conv2d", "Conv2D"},
       {LayerKind::max_pooling2d, "max_pooling2d", "MaxPooling2D"},
       {LayerKind::average_pooling2d, "average_pooling2d", "AveragePooling2D"},
       {LayerKind::global_average_pooling2d, "global_average_pooling2d", "GlobalAveragePooling2D"},
       {LayerKind::batch_normalization, "batch_normalization", "BatchNormalization"},
       {LayerKind::layer_normalization, "layer_normalization", "LayerNormalization"},
       {LayerKind::dropout, "dropout", "Dropout"},
       {LayerKind::reshape, "reshape", "Reshape"},
       {LayerKind::activation, "activation", "Activation"}});
}

// Kinds with windows: a size, and a stride for each axis.
constexpr bool pools(LayerKind kind) {
  return kind == LayerKind::max_pooling2d || kind == LayerKind::average_pooling2d;
}
constexpr bool has_windows(LayerKind kind) { return kind == LayerKind::conv2d || pools(kind); }

// The limit of units, filters and windows in an experiment.
inline constexpr std::int64_t kMaxLayerSize = 4096;

struct LayerSpec {
  LayerKind kind = LayerKind::dense;
  std::int64_t units = 10;                            // dense; conv2d: filters
  std::vector<std::int64_t> kernel_size{3, 3};        // conv2d
  std::vector<std::int64_t> strides{1, 1};            // conv2d
  std::vector<std::int64_t> pool_strides{};           // pooling; empty: equal to pool_size
  bool use_bias = true;                               // dense, conv2d
  std::string kernel_initializer = "glorot_uniform";  // dense, conv2d; or he_normal, ...
  double kernel_l2 = 0;                       // dense, conv2d: of the kernel's squares, in the loss
  std::string padding = "same";               // conv2d, pooling: or "valid"
  std::vector<std::int64_t> pool_size{2, 2};  // pooling
  double rate = 0.5;                          // dropout
  std::vector<std::int64_t> shape{28, 28, 1};  // reshape: without the batch
  std::string activation = "linear";           // dense, conv2d, activation; or relu, softmax, ...
  std::string name = "";                       // empty: the model names it
  std::int64_t stage = 0;                      // of a pipelined model
  bool outfeed = false;                        // its output is offered to the outfeed

  friend bool operator==(const LayerSpec&, const LayerSpec&) = default;
};

// Calls visit(name, member, written) for the fields of a layer of this kind, in JSON's order. A
// field that is not `written` is left out of JSON: it has its default, and older JSON lacks it.
template <class S, class V>
void visit_layer_fields(S& spec, V&& visitor) {
  const auto visit = [&](const char* name, auto& member, bool written = true) {
    visitor(name, member, written);
  };
  const LayerKind kind = spec.kind;
  if (kind == LayerKind::dense) visit("units", spec.units);
  if (kind == LayerKind::conv2d) {
    visit("filters", spec.units);
    visit("kernel_size", spec.kernel_size);
    visit("strides", spec.strides);
  }
  if (pools(kind)) {
    visit("pool_size", spec.pool_size);
    visit("strides", spec.pool_strides, !spec.pool_strides.empty());
  }
  if (has_windows(kind)) visit("padding", spec.padding);
  if (kind == LayerKind::dropout) visit("rate", spec.rate);
  if (kind == LayerKind::reshape) visit("shape", spec.shape);
  if (kind == LayerKind::dense || kind == LayerKind::conv2d || kind == LayerKind::activation) {
    visit("activation", spec.activation);
  }
  if (kind == LayerKind::dense || kind == LayerKind::conv2d) {
    visit("use_bias", spec.use_bias, !spec.use_bias);
    visit("kernel_initializer", spec.kernel_initializer,
          spec.kernel_initializer != LayerSpec().kernel_initializer);
    visit("kernel_l2", spec.kernel_l2, spec.kernel_l2 != 0);
  }
  visit("name", spec.name);
  visit("stage", spec.stage);
  visit("outfeed", spec.outfeed);
}

// The reason why layers do not fit together.
struct LayerProblem {
  std::size_t layer = 0;  // the first that does not fit; past the last: the result is wrong
  std::string text;       // "units must be 1 to 4096, but it is 0"
  std::string what = {};  // the layer's offending field, if there is one
  std::optional<std::int64_t> nearest = std::nullopt;  // its nearest valid value
};
struct LayerCheck {
  std::vector<Shape> shapes;         // after each layer; the batch is Shape::kUnknown
  std::vector<std::int64_t> params;  // trainable parameters of each layer
  std::optional<LayerProblem> problem = std::nullopt;
};
// Applies layers to inputs of shape `input` (without the batch), as far as they fit together. A
// problem is a size out of range, shapes that do not fit, stages that do not go 0, 1, 2, ..., a
// name that occurs twice, no layer at all, or a last layer whose result is not [batch, 10].
LayerCheck try_layers(const std::vector<LayerSpec>& layers, const Shape& input);
// A window may have one size for both axes. Throws InvalidArgument for an unknown word or a window
// of neither one nor two sizes, and whatever keras/layers.h throws.
keras::LayerPtr make_layer(const LayerSpec& spec);
std::int64_t num_stages(const std::vector<LayerSpec>& layers);
// The title under which the tutorial's callback prints activations: that of its multi-layer queue
// for pipelines and for several layers, that of its single-layer queue for one layer of a plain
// model.
const char* activations_title(const std::vector<LayerSpec>& layers);
// "Dense(128, relu)": for people.
std::string describe_layer(const LayerSpec& spec);
// The outfeed's key for a layer's output: "Dense_128_acts". Empty names count from "layer_0".
std::string outfeed_key(const std::vector<LayerSpec>& layers, std::size_t index);

}  // namespace pipette
