// The layers of models, and the table of their kinds.
//
//   Sequential model({flatten(), dense(128, relu, "Dense_128"), dense(10, softmax, "Dense_10")});
//
//   LayerKind kind = *find_layer_kind("dense");             // a layer as data, with its defaults
//   LayerPtr layer = make_layer(kind, "Dense_10");
//
// Shapes are written with the batch first. Each factory throws ValueError for sizes below 1 and
// rates out of range; building throws ValueError for inputs of another rank.
#pragma once

#include <string_view>

#include "keras/layers/activation.h"
#include "keras/layers/conv2d.h"
#include "keras/layers/dense.h"
#include "keras/layers/dropout.h"
#include "keras/layers/merge.h"
#include "keras/layers/normalization.h"
#include "keras/layers/pooling.h"
#include "keras/layers/reshape.h"

namespace pipette::keras {

// All kinds, in the order in which they are offered.
using LayerKind =
    std::variant<DenseSpec, Conv2dSpec, MaxPooling2dSpec, AveragePooling2dSpec,
                 GlobalAveragePooling2dSpec, GlobalMaxPooling2dSpec, BatchNormalizationSpec,
                 LayerNormalizationSpec, GroupNormalizationSpec, DropoutSpec, FlattenSpec,
                 ReshapeSpec, ActivationSpec, AddSpec, MultiplySpec, ConcatenateSpec>;

// One of each kind, with its defaults.
const std::vector<LayerKind>& layer_kinds();
const LayerNames& names_of(const LayerKind& kind);
const char* help_of(const LayerKind& kind);
// The kind with this word, with its defaults; none for another word.
std::optional<LayerKind> find_layer_kind(std::string_view word);
// Another of this kind with the defaults of Keras' constructors, from which those of an experiment
// differ in some options.
LayerKind keras_defaults_of(const LayerKind& kind);
// With the values that the model builder inserts; `last`: no layer follows.
LayerKind suggested(const LayerKind& kind, bool last);
// The fields of `kind`, which they point into.
std::vector<LayerField> fields_of(LayerKind& kind);
// Calls visit(field, member) for each of them.
template <class Visit>
void visit_fields(LayerKind& kind, const Visit& visit) {
  for (const LayerField& field : fields_of(kind)) {
    std::visit([&](auto* member) { visit(field, *member); }, field.member);
  }
}
// Calls visit(field, value, usual) with the values of `kind` and of `usual`, another of its kind.
template <class Visit>
void visit_values(LayerKind kind, LayerKind usual, const Visit& visit) {
  const std::vector<LayerField> own = fields_of(kind), other = fields_of(usual);
  for (std::size_t i = 0; i < own.size(); ++i) {
    std::visit(
        [&](auto* member) {
          const auto& value = *member;
          const auto& beside = *std::get<decltype(member)>(other[i].member);
          visit(own[i], value, beside);
        },
        own[i].member);
  }
}
// Throws whatever the kind's factory throws.
LayerPtr make_layer(const LayerKind& kind, const std::string& name);

}  // namespace pipette::keras
