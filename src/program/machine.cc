#include "program/machine.h"

namespace pipette {

int Machine::infeed_index(const HostSource& source, std::int64_t element_bytes) {
  const auto found = infeed_of_.find(source.uid());
  if (found != infeed_of_.end()) return found->second;
  const int index = device.host().add_infeed(element_bytes, source.timing().depth, device.now());
  infeed_of_.emplace(source.uid(), index);
  infeeds.insert_or_assign(&source, index);  // another source may have stood at this address
  return index;
}

void Machine::add_wait(const Span& span) {
  trace.add(span);
  last_wait = span;
  total_wait_cycles += span.end - span.begin;
}

}  // namespace pipette
