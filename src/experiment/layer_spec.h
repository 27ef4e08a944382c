// The layers of a model as data, stored in an experiment and edited by the page's model builder.
//
//   std::vector<LayerSpec> layers = {
//       {.kind = keras::FlattenSpec()},
//       {.kind = keras::DenseSpec{.units = 128, .activation = keras::Activation::relu},
//        .name = "Dense_128"}};
//   LayerCheck check = try_layers(layers, kImageShape);   // makes no variables
//   if (check.problem) print(check.problem->layer, check.problem->text);
//   keras::LayerPtr layer = make_layer(layers[1].kind, layers[1].name);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "keras/layers.h"

namespace pipette {

inline const Shape kImageShape = {28, 28};  // the input of a model: a digit

// A kind of keras/layers.h, which holds the fields of its own, and what an experiment adds.
struct LayerSpec {
  keras::LayerKind kind = keras::DenseSpec();
  std::string name = "";   // empty: the model names it
  std::int64_t stage = 0;  // of a pipelined model
  bool outfeed = false;    // its output is offered to the outfeed

  const keras::LayerNames& names() const { return keras::names_of(kind); }
  // The fields of this kind, or null.
  template <class Kind>
  Kind* as() {
    return std::get_if<Kind>(&kind);
  }
  template <class Kind>
  const Kind* as() const {
    return std::get_if<Kind>(&kind);
  }
  friend bool operator==(const LayerSpec&, const LayerSpec&) = default;
};

// Calls visit(name, member) for the fields of its kind, and for those that every layer has.
template <class Visit>
void visit_layer(LayerSpec& spec, const Visit& visit) {
  keras::visit_fields(
      spec.kind, [&](const keras::LayerField& field, auto& member) { visit(field.name, member); });
  visit("name", spec.name);
  visit("stage", spec.stage);
  visit("outfeed", spec.outfeed);
}

// The kinds that an experiment may have: all but those of several inputs, as it is a chain.
const std::vector<keras::LayerKind>& chain_kinds();
// The one with this word, with its defaults. Throws InvalidArgument, which lists the words.
keras::LayerKind chain_kind(const std::string& field, const std::string& word);

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
