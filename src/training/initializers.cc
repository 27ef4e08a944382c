#include "training/initializers.h"

#include <cmath>
#include <string>

namespace pipette {
namespace {

struct Fans {
  float in, out;
};

Fans fans_of(Initializer initializer, const Shape& shape) {
  if (shape.rank() < 2) {
    throw InvalidArgument(std::string(to_word(initializer)) + " needs at least two axes, not " +
                          shape.to_string());
  }
  std::int64_t window = 1;
  for (int axis = 0; axis < shape.rank() - 2; ++axis) window *= shape[axis];
  return {static_cast<float>(window * shape[-2]), static_cast<float>(window * shape[-1])};
}

Array uniform(const Shape& shape, float limit, RandomStream& random) {
  Array values(ArraySpec{DType::f32, shape});
  for (float& value : values.span<float>()) value = random.uniform(-limit, limit);
  return values;
}

// Cut off at two deviations, and made wider so that `deviation` is what is left (as in Keras).
Array truncated_normal(const Shape& shape, float deviation, RandomStream& random) {
  constexpr float kKept = 0.87962566103423978f;
  Array values(ArraySpec{DType::f32, shape});
  for (float& value : values.span<float>()) {
    float x = random.normal();
    while (std::fabs(x) > 2) x = random.normal();
    value = x * (deviation / kKept);
  }
  return values;
}

}  // namespace

Array initial_values(Initializer initializer, const Shape& shape, RandomStream random) {
  if (initializer == Initializer::zeros) return Array::zeros(DType::f32, shape);
  if (initializer == Initializer::ones) return Array::filled<float>(shape, 1.0f);
  const auto [in, out] = fans_of(initializer, shape);
  switch (initializer) {
    case Initializer::glorot_normal:
      return truncated_normal(shape, std::sqrt(2.0f / (in + out)), random);
    case Initializer::he_uniform:
      return uniform(shape, std::sqrt(6.0f / in), random);
    case Initializer::he_normal:
      return truncated_normal(shape, std::sqrt(2.0f / in), random);
    default:
      return uniform(shape, std::sqrt(6.0f / (in + out)), random);
  }
}

Array glorot_uniform(const Shape& shape, RandomStream random) {
  return initial_values(Initializer::glorot_uniform, shape, random);
}

}  // namespace pipette
