// What operators ask of their operands.
#pragma once

#include <fmt/format.h>

#include "graph/graph.h"

namespace pipette {

inline void require_floating(const char* op, const Tensor& x) {
  if (is_floating(x.dtype())) return;
  throw TypeError(fmt::format("{}: needs a floating dtype, not {}", op, dtype_name(x.dtype())));
}

}  // namespace pipette
