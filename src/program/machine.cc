#include "program/machine.h"

#include <cstdio>

namespace pipette {

std::optional<int> Machine::find_infeed(const HostSource& source) const {
  const auto found = infeed_of_.find(source.uid());
  return found == infeed_of_.end() ? std::nullopt : std::optional(found->second);
}

int Machine::infeed_index(const HostSource& source, std::int64_t element_bytes) {
  if (const auto known = find_infeed(source)) return *known;
  const int index = device.host().add_infeed(element_bytes, source.timing().depth, device.now());
  infeed_of_.emplace(source.uid(), index);
  return index;
}

void Machine::print_to_standard_error(const std::string& lines) {
  std::fputs(lines.c_str(), stderr);
}

void Machine::end_step() {
  ++steps;
  step_end_cycle = device.now();
}

void Machine::add_wait(const Span& span) {
  trace.add(span);
  last_wait = span;
  total_wait_cycles += span.end - span.begin;
}

}  // namespace pipette
