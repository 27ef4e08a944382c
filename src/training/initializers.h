// Initial values of variables.
//
//   RandomStream stream(seed, "dense/kernel");
//   Variable kernel("dense/kernel", glorot_uniform({784, 128}, stream));
//   Array values = initial_values(Initializer::he_normal, {784, 128}, random);
#pragma once

#include "core/array.h"
#include "core/choices.h"
#include "core/random.h"

namespace pipette {

// Keras' initializers, by name. Fans are the last two axes, each multiplied by the sizes of the
// axes before them: the window of a convolution's filter.
enum class Initializer {
  glorot_uniform,  // [-limit, limit), limit = sqrt(6 / (fan_in + fan_out)); Glorot and Bengio 2010
  glorot_normal,   // deviation sqrt(2 / (fan_in + fan_out)), truncated at two deviations
  he_uniform,      // limit = sqrt(6 / fan_in); He et al. 2015
  he_normal,       // deviation sqrt(2 / fan_in), truncated at two deviations
  zeros,
  ones,
};
constexpr auto choices_of(Initializer) {
  return std::to_array<Choice<Initializer>>({{Initializer::glorot_uniform, "glorot_uniform"},
                                             {Initializer::glorot_normal, "glorot_normal"},
                                             {Initializer::he_uniform, "he_uniform"},
                                             {Initializer::he_normal, "he_normal"},
                                             {Initializer::zeros, "zeros"},
                                             {Initializer::ones, "ones"}});
}

// Values are f32. Initializers that use fans throw InvalidArgument for a rank below 2.
Array initial_values(Initializer initializer, const Shape& shape, RandomStream random);
// The default of Keras' Dense and Conv2D.
Array glorot_uniform(const Shape& shape, RandomStream random);

}  // namespace pipette
