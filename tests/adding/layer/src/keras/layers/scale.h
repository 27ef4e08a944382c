// The layer that multiplies by a number.
//
//   scale(0.5, "Scale_1");
#pragma once

#include "keras/layers/layer_field.h"

namespace pipette::keras {

// Any shape; throws ValueError for a factor that is not finite.
LayerPtr scale(double factor, const std::string& name = "");

struct ScaleSpec {
  static constexpr LayerNames kNames = {.word = "scale", .label = "Scale"};
  static constexpr char kHelp[] = "Multiplies each element by a number.";
  double factor = 1;

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const ScaleSpec&, const ScaleSpec&) = default;
};

}  // namespace pipette::keras
