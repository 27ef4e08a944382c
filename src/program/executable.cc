#include "program/executable.h"

#include <algorithm>

namespace pipette {

std::size_t Buffer::entry_bytes() const {
  constexpr std::size_t kAlignment = 64;
  return (std::max<std::size_t>(spec.num_bytes(), 1) + kAlignment - 1) / kAlignment * kAlignment;
}

int ipus_per_replica(int num_ipus) {
  int ipus = 1;
  while (ipus < num_ipus) ipus *= 2;
  return ipus;
}

void require_fit(const Executable& executable) {
  for (std::size_t ipu = 0; ipu < executable.memory.size(); ++ipu) {
    const MemoryReport& report = executable.memory[ipu];
    if (!report.fits()) throw out_of_memory(report, static_cast<int>(ipu), executable.remedies);
  }
}

}  // namespace pipette
