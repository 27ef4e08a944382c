// Layers that give their inputs another shape, and leave the elements as they are.
//
//   reshape({28, 28, 1}, "Images");
#pragma once

#include "keras/layers/layer_field.h"

namespace pipette::keras {

// [batch, ...] -> [batch, rest]
LayerPtr flatten(const std::string& name = "");
// [batch, ...] -> [batch, *shape]; one size may be Shape::kUnknown (-1): inferred.
LayerPtr reshape(const Shape& shape, const std::string& name = "");

struct FlattenSpec {
  static constexpr LayerNames kNames = {.word = "flatten", .label = "Flatten"};
  static constexpr char kHelp[] = "[batch, ...] -> [batch, rest]";

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const FlattenSpec&, const FlattenSpec&) = default;
};

struct ReshapeSpec {
  static constexpr LayerNames kNames = {.word = "reshape", .label = "Reshape"};
  static constexpr char kHelp[] = "[batch, ...] -> [batch, ...shape]; one size may be -1.";
  std::vector<std::int64_t> shape{28, 28, 1};  // without the batch

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const ReshapeSpec&, const ReshapeSpec&) = default;
};

}  // namespace pipette::keras
