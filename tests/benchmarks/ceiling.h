// The arithmetic ceiling of one core: multiplies and adds on registers only; and with one element
// loaded from the first-level cache for each, as convolutions to few channels need.
#pragma once

#include <string>
#include <vector>

namespace pipette::benchmarks {

struct Ceiling {
  std::string name;  // "mul+add, 8 lanes"
  float (*run)();    // returns a number so that nothing is optimised away
  double flop;       // of one run
};

// What this build and processor can run: separate multiply and add for each vector width, and for
// comparison fused multiply-add, which shared numerics may not use.
std::vector<Ceiling> ceilings();

}  // namespace pipette::benchmarks
