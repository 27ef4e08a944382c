// Checks the operands of operators, and converts numbers beside them to tensors.
#pragma once

#include <fmt/format.h>

#include "graph/ops.h"

namespace pipette {

inline void require_floating(const char* op, const Tensor& x) {
  if (is_floating(x.dtype())) return;
  throw TypeError(fmt::format("{}: needs a floating dtype, not {}", op, dtype_name(x.dtype())));
}

// A scalar of the dtype of `like`. Throws TypeError for a number that this dtype cannot represent,
// such as 1.5 for int32; floating dtypes round, but not to infinity.
Tensor number_like(const Tensor& like, double value);

}  // namespace pipette
