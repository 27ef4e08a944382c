#include "keras/regularization.h"

#include <fmt/format.h>

#include <cmath>

#include "graph/ops.h"

namespace pipette::keras {

void check_l2(const char* layer, double kernel_l2) {
  if (std::isfinite(kernel_l2) && kernel_l2 >= 0) return;
  throw ValueError(fmt::format("{}: kernel_l2 must be at least 0, but it is {}", layer, kernel_l2));
}

std::optional<Tensor> l2_of(double kernel_l2, const Variable& kernel) {
  if (kernel_l2 == 0) return std::nullopt;
  return reduce_sum(square(kernel)) * kernel_l2;
}

}  // namespace pipette::keras
