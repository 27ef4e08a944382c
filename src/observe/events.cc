#include "observe/events.h"

namespace pipette {

void EventLog::add(EventKind kind, std::int64_t cycle, double value, std::string text) {
  if (events_.full()) ++dropped_;
  events_.push({kind, cycle, value, std::move(text)});
}

std::vector<Event> EventLog::drain() {
  std::vector<Event> drained;
  while (!events_.empty()) drained.push_back(events_.pop());
  return drained;
}

}  // namespace pipette
