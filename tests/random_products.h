// Products of values picked at random: of matrices, and what convolutions make of the same sizes.
//
//   RandomStream random(seed, "operators");
//   Tensor y = random_product(random, pool, 3, 5, 4);     // [3, 4], sums of 5 terms or more
#pragma once

#include <vector>

#include "core/random.h"
#include "graph/ops.h"

namespace pipette::testing_support {

using Pool = std::vector<Tensor>;

inline Tensor pick_of(RandomStream& random, const Pool& pool) {
  return pool[random.uniform_int(static_cast<std::uint32_t>(pool.size()))];
}

// Any value as one of this shape.
inline Tensor fit(const Tensor& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  if (x.shape().num_elements() == shape.num_elements()) return reshape(x, shape);
  return broadcast_to(reduce_mean(x), shape);
}

inline Tensor random_product(RandomStream& random, const Pool& pool, std::int64_t m, std::int64_t k,
                             std::int64_t n) {
  const auto pick = [&](const Shape& shape) { return fit(pick_of(random, pool), shape); };
  const auto coin = [&] { return random.uniform_int(2) == 0; };
  const WindowOptions same{{1, 1}, Padding::same};
  const std::int64_t height = 1 + random.uniform_int(3);
  switch (random.uniform_int(6)) {
    case 0: {
      const Tensor x = pick({1, m, 1, k});
      const Tensor y = conv2d(x, pick({height, 1, k, n}), same);
      return reshape(coin() ? y : relu(y + pick({n})), {m, n});
    }
    case 1: {
      const Tensor dy = pick({1, m, 1, k});
      const Tensor filter = pick({height, 1, n, k});
      return reshape(conv2d_input_gradient(dy, filter, {1, m, 1, n}, same), {m, n});
    }
    case 2: {
      const Tensor x = pick({1, k, 1, m});
      const Tensor dy = pick({1, k, 1, n});
      return reshape(conv2d_filter_gradient(x, dy, {1, 1, m, n}, same), {m, n});
    }
    default: {
      const bool ta = coin(), tb = coin();
      const Tensor a = ta ? pick({k, m}) : pick({m, k});
      const Tensor b = tb ? pick({n, k}) : pick({k, n});
      return matmul(a, b, ta, tb);
    }
  }
}

}  // namespace pipette::testing_support
