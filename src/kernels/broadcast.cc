#include "kernels/broadcast.h"

#include <algorithm>
#include <string>

#include "core/error.h"
#include "core/item.h"

namespace pipette::kernels {
namespace {

struct Axis {
  std::int64_t size, a_stride, b_stride;
};

// Strides of a packed operand seen in `rank` axes, right-aligned; 0 where it is repeated.
std::vector<std::int64_t> packed_strides(const Shape& shape, int rank) {
  std::vector<std::int64_t> strides(static_cast<std::size_t>(rank), 0);
  std::int64_t stride = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    const auto at = static_cast<std::size_t>(axis + rank - shape.rank());
    if (shape[axis] != 1) strides[at] = stride;
    stride *= shape[axis];
  }
  return strides;
}

}  // namespace

Broadcast Broadcast::same(std::int64_t count) {
  Broadcast plan;
  plan.rank = 1;
  plan.sizes[0] = count;
  plan.a_strides[0] = 1;
  plan.b_strides[0] = 1;
  return plan;
}

Broadcast Broadcast::of(const Shape& a, const Shape& b) {
  const Shape result = broadcast(a, b);
  if (a == b || result.num_elements() == 0) return same(result.num_elements());
  const std::vector<std::int64_t> a_strides = packed_strides(a, result.rank());
  const std::vector<std::int64_t> b_strides = packed_strides(b, result.rank());
  std::vector<Axis> merged;  // innermost first
  for (int axis = result.rank() - 1; axis >= 0; --axis) {
    const auto i = static_cast<std::size_t>(axis);
    const Axis next{result[axis], a_strides[i], b_strides[i]};
    if (next.size == 1) continue;
    if (!merged.empty()) {
      Axis& inner = merged.back();
      if (next.a_stride == inner.a_stride * inner.size &&
          next.b_stride == inner.b_stride * inner.size) {
        inner.size *= next.size;
        continue;
      }
    }
    merged.push_back(next);
  }
  if (merged.empty()) return same(1);
  if (merged.size() > kMaxRank) {
    throw InvalidArgument("broadcasting " + a.to_string() + " with " + b.to_string() + " needs " +
                          std::to_string(merged.size()) + " separate axes; at most " +
                          std::to_string(kMaxRank) + " are supported");
  }
  std::reverse(merged.begin(), merged.end());
  Broadcast plan;
  plan.rank = static_cast<int>(merged.size());
  for (std::size_t i = 0; i < merged.size(); ++i) {
    plan.sizes[i] = merged[i].size;
    plan.a_strides[i] = merged[i].a_stride;
    plan.b_strides[i] = merged[i].b_stride;
  }
  return plan;
}

std::int64_t Broadcast::num_elements() const {
  std::int64_t count = 1;
  for (int axis = 0; axis < rank; ++axis) count *= item(sizes, axis);
  return rank == 0 ? 0 : count;
}

}  // namespace pipette::kernels
