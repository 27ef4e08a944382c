#include "program/machine.h"

namespace pipette {

int Machine::infeed_index(const HostSource& source, std::int64_t element_bytes) {
  const auto found = infeeds.find(&source);
  if (found != infeeds.end()) return found->second;
  const int index =
      device.host().add_infeed(element_bytes, source.timing().depth, device.now());
  infeeds.emplace(&source, index);
  return index;
}

}  // namespace pipette
