// Initial values of variables.
//
//   Variable kernel("dense/kernel", glorot_uniform({784, 128}, RandomStream(seed,
//   "dense/kernel")));
//   Array values = initial_values(Initializer::he_normal, {784, 128}, random);
#pragma once

#include "core/array.h"
#include "core/choices.h"
#include "core/random.h"

namespace pipette {

// By Keras' names. Fans are the last two axes, each times the sizes of the axes before them: the
// window of a convolution's filter.
enum class Initializer {
  glorot_uniform,  // [-limit, limit), limit = sqrt(6 / (fan_in + fan_out)); Glorot and Bengio 2010
  glorot_normal,   // deviation sqrt(2 / (fan_in + fan_out)), cut off at two of them
  he_uniform,      // limit = sqrt(6 / fan_in); He et al. 2015
  he_normal,       // deviation sqrt(2 / fan_in), cut off at two of them
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

// Values are f32. Those with fans throw InvalidArgument for a rank below 2.
Array initial_values(Initializer initializer, const Shape& shape, RandomStream random);
// The default of Keras' Dense and Conv2D.
Array glorot_uniform(const Shape& shape, RandomStream random);

}  // namespace pipette
