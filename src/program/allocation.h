// Liveness and buffer reuse: which instruction makes a value, which reads it last, and where the
// value is in the program's working memory in between.
//
//   Liveness alive;
//   alive.begin_loop(3);  alive.define(buffer, 4);  alive.use(buffer, 6);  alive.end_loop(9);
//   std::size_t bytes = place(buffers);     // sets arena_offset of every arena buffer
//
// Steps are instructions counted depth first. A value from outside a loop that is read inside it is
// alive until the loop ends, because the next iteration reads it again. Using a value before it is
// defined fails a check.
#pragma once

#include <string>
#include <vector>

#include "program/executable.h"

namespace pipette {

class Liveness {
 public:
  explicit Liveness(std::vector<Buffer>& buffers) : buffers_(buffers) {}

  void define(BufferId buffer, std::int64_t step);
  // `in_place`: the instruction may overwrite the value with its result.
  void use(BufferId buffer, std::int64_t step, bool in_place = false);
  void begin_loop(std::int64_t step);
  void end_loop(std::int64_t step);

 private:
  struct Loop {
    std::int64_t begin;
    std::vector<BufferId> from_outside;
  };
  void extend(BufferId buffer, std::int64_t half_step);

  std::vector<Buffer>& buffers_;
  std::vector<Loop> loops_;
};

// Anything other than buffers that takes memory on an IPU between two half steps.
struct Held {
  std::string name;
  int ipu = 0;
  std::int64_t bytes = 0, first_step = 0, last_step = 0;
};

// Half steps: a value is made in the second half of its instruction; an operand that may be
// overwritten is released after the first half.
constexpr std::int64_t defined_at(std::int64_t step) { return 2 * step + 1; }
constexpr std::int64_t released_at(std::int64_t step, bool in_place) {
  return 2 * step + (in_place ? 0 : 1);
}

// Finds offsets such that no two buffers that are alive at once overlap: largest first, each at the
// lowest offset that is free for its whole life, 64-byte aligned. A result that may overwrite an
// operand either coincides with it or does not overlap it: kernels work in place, but not on
// shifted memory. Returns the total bytes needed.
std::size_t place(std::vector<Buffer>& buffers);
// Gives every buffer its own memory.
std::size_t place_apart(std::vector<Buffer>& buffers);

}  // namespace pipette
