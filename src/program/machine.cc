#include "program/machine.h"

#include <cstdio>

#include "core/archive.h"

namespace pipette {

std::optional<int> Machine::find_infeed(const HostSource& source) const {
  const auto found = infeed_of_.find(source.uid());
  return found == infeed_of_.end() ? std::nullopt : std::optional(found->second);
}

int Machine::infeed_index(const HostSource& source, std::int64_t element_bytes) {
  if (const auto index = find_infeed(source)) return *index;
  const int known = static_cast<int>(infeed_of_.size());
  const int index =
      known < device.host().num_infeeds()  // restored
          ? known
          : device.host().add_infeed(element_bytes, source.timing().depth, device.now());
  infeed_of_.emplace(source.uid(), index);
  return index;
}

void Machine::print_to_standard_error(const std::string& lines) {
  if (Instances::speaks()) std::fputs(lines.c_str(), stderr);
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

void Machine::Interval::archive(Archive& a) { a("begin", begin)("end", end); }

void Machine::archive(Archive& a) {
  a("device", device)("runs", runs)("steps", steps)("slots", slots);
  a("step_end_cycle", step_end_cycle)("most_held_bytes", most_held_bytes);
  a("total_wait_cycles", total_wait_cycles);
  std::vector<Interval> calls;
  for (std::size_t i = 0; i < host_calls.size(); ++i) calls.push_back(host_calls[i]);
  a("host_calls", calls);
  if (!a.restores()) return;
  host_calls.clear();
  for (const Interval& call : calls) host_calls.push(call);
}

}  // namespace pipette
