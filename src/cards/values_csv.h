// The values of a tensor as a table with a row per vector of its last dimension; the header has the
// indices in that dimension.
//
//   values_csv(values, Shape({2, 3}));    // "0,1,2\n0.5,..."; no values: "value\n"
#pragma once

#include <string>

#include "core/shape.h"

namespace pipette::app {

std::string values_csv(const float* values, const Shape& shape);

}  // namespace pipette::app
