// Copies values into other buffers as if all at once, for the values that a loop carries from one
// iteration to the next.
//
//   Kernel kernel = parallel_copy({{a, b, 16}, {b, a, 16}});      // swaps them
//
// A move from a buffer to itself does not count. The kernel is null if nothing has to move.
#pragma once

#include <vector>

#include "program/instruction.h"

namespace pipette {

struct BufferMove {
  BufferId from = kNoBuffer, to = kNoBuffer;
  std::size_t num_bytes = 0;
};

Kernel parallel_copy(const std::vector<BufferMove>& moves);

}  // namespace pipette
