// Layers of several inputs.
//
//   add("Sum")({a, b});
#pragma once

#include "keras/layers/layer_field.h"

namespace pipette::keras {

// The sum and the product need equal shapes, concatenation needs sizes that are equal except on its
// axis, which may count from the end.
struct ConcatenateOptions {
  std::int64_t axis = -1;

  friend bool operator==(const ConcatenateOptions&, const ConcatenateOptions&) = default;
};
LayerPtr add(const std::string& name = "");
LayerPtr multiply(const std::string& name = "");
LayerPtr concatenate(const std::string& name = "", const ConcatenateOptions& options = {});

struct AddSpec {
  static constexpr LayerNames kNames = {.word = "add", .label = "Add", .merges = true};
  static constexpr char kHelp[] = "The sum of several inputs of one shape.";

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const AddSpec&, const AddSpec&) = default;
};

struct MultiplySpec {
  static constexpr LayerNames kNames = {.word = "multiply", .label = "Multiply", .merges = true};
  static constexpr char kHelp[] = "The product of several inputs of one shape.";

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const MultiplySpec&, const MultiplySpec&) = default;
};

struct ConcatenateSpec {
  static constexpr LayerNames kNames = {
      .word = "concatenate", .label = "Concatenate", .merges = true};
  static constexpr char kHelp[] = "Several inputs side by side along an axis, by default the last.";
  ConcatenateOptions options = {};

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const ConcatenateSpec&, const ConcatenateSpec&) = default;
};

}  // namespace pipette::keras
