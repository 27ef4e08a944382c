// What the tests of binary operations share.
#pragma once

#include <algorithm>

#include "kernels/elementwise.h"

namespace pipette::kernels {

inline constexpr BinaryOp kBinaryOps[] = {BinaryOp::add,    BinaryOp::subtract, BinaryOp::multiply,
                                          BinaryOp::divide, BinaryOp::maximum,  BinaryOp::minimum};

inline double exact(BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::add:
      return a + b;
    case BinaryOp::subtract:
      return a - b;
    case BinaryOp::multiply:
      return a * b;
    case BinaryOp::divide:
      return a / b;
    case BinaryOp::maximum:
      return std::max(a, b);
    case BinaryOp::minimum:
      return std::min(a, b);
  }
  return 0;
}

}  // namespace pipette::kernels
