// The values of a tensor as a table: rows of its last dimension, whose places are the header.
//
//   values_csv(values, Shape({2, 3}));    // "0,1,2\n0.5,..."; no values: "value\n"
#pragma once

#include <string>

#include "core/shape.h"

namespace pipette::app {

std::string values_csv(const float* values, const Shape& shape);

}  // namespace pipette::app
