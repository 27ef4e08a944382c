// The layer that drops elements while a model is trained.
//
//   dropout(0.25, "Drop_1");
#pragma once

#include "keras/layers/layer_field.h"

namespace pipette::keras {

// In fit(), each element is dropped with probability `rate` (at least 0, below 1) and the others
// are divided by 1 - rate, with a new mask for every mini-batch and every replica. Otherwise it is
// the identity.
LayerPtr dropout(double rate, const std::string& name = "");

struct DropoutSpec {
  static constexpr LayerNames kNames = {.word = "dropout", .label = "Dropout"};
  static constexpr char kHelp[] =
      "While fitting, drops elements with this probability and scales the others up.";
  double rate = 0.5;

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  friend bool operator==(const DropoutSpec&, const DropoutSpec&) = default;
};

}  // namespace pipette::keras
