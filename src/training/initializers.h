// Initial values of variables.
//
//   Variable kernel("dense/kernel", glorot_uniform({784, 128}, RandomStream(seed,
//   "dense/kernel")));
#pragma once

#include "core/array.h"
#include "core/random.h"

namespace pipette {

// Values are f32, uniform in [-limit, limit), limit = sqrt(6 / (fan_in + fan_out)) with the last
// two axes as fan_in and fan_out, each times the sizes of the axes before them: the window of a
// convolution's filter (Glorot and Bengio 2010, the default of Keras' Dense and Conv2D). Throws
// InvalidArgument for a rank below 2.
Array glorot_uniform(const Shape& shape, RandomStream random);

}  // namespace pipette
