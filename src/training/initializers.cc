#include "training/initializers.h"

#include <cmath>

namespace pipette {

Array glorot_uniform(const Shape& shape, RandomStream random) {
  if (shape.rank() < 2) {
    throw InvalidArgument("glorot_uniform needs at least two axes, not " + shape.to_string());
  }
  std::int64_t window = 1;
  for (int axis = 0; axis < shape.rank() - 2; ++axis) window *= shape[axis];
  const auto fan = static_cast<float>(window * (shape[-2] + shape[-1]));
  const float limit = std::sqrt(6.0f / fan);
  Array values(ArraySpec{DType::f32, shape});
  for (float& value : values.span<float>()) value = random.uniform(-limit, limit);
  return values;
}

}  // namespace pipette
