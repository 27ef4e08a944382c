// The entry point of libFuzzer, linked with one target.
#include <cstdint>

#include "fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pipette::fuzz;
  run(targets().front(), std::as_bytes(std::span(data, size)));
  return 0;
}
