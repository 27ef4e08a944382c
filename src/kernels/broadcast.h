// Walks over two broadcast operands row by row. Internal to this room.
#pragma once

#include "core/item.h"
#include "kernels/elementwise.h"

namespace pipette::kernels {

// Calls f(a_offset, b_offset, y_offset) for every run along the plan's last axis, in row-major
// order. Offsets are in elements.
template <class F>
void for_each_run(const Broadcast& plan, F f) {
  if (plan.num_elements() == 0) return;
  const int outer = plan.rank - 1;
  const std::int64_t run = item(plan.sizes, outer);
  std::array<std::int64_t, Broadcast::kMaxRank> index{};
  std::int64_t a = 0;
  std::int64_t b = 0;
  for (std::int64_t y = 0;; y += run) {
    f(a, b, y);
    int axis = outer - 1;
    for (; axis >= 0; --axis) {
      const auto i = static_cast<std::size_t>(axis);
      a += plan.a_strides[i];
      b += plan.b_strides[i];
      if (++index[i] < plan.sizes[i]) break;
      a -= plan.a_strides[i] * plan.sizes[i];
      b -= plan.b_strides[i] * plan.sizes[i];
      index[i] = 0;
    }
    if (axis < 0) return;
  }
}

}  // namespace pipette::kernels
