#include "observe/events.h"

namespace pipette {

const char* event_kind_name(EventKind kind) {
  switch (kind) {
    case EventKind::created:
      return "created";
    case EventKind::compiled:
      return "compiled";
    case EventKind::run_started:
      return "runStarted";
    case EventKind::run_finished:
      return "runFinished";
    case EventKind::dequeued:
      return "dequeued";
    case EventKind::finished:
      return "finished";
    case EventKind::reset:
      return "reset";
    case EventKind::failed:
      return "failed";
  }
  return "?";
}

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
