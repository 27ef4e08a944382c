// Events of a session: a bounded log that readers drain.
//
//   for (const Event& event : session.observed().record().events.drain()) dispatch(event);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/choices.h"
#include "core/ring_buffer.h"

namespace pipette {

enum class EventKind : std::uint8_t {
  created,
  compiled,      // value: compile seconds (an input of the model)
  run_started,   // value: run number
  run_finished,  // value: run number
  dequeued,      // value: number of elements
  finished,      // value: steps
  reset,
  failed,  // text: name and message of the error
};
constexpr auto choices_of(EventKind) {
  return std::to_array<Choice<EventKind>>({{EventKind::created, "created"},
                                           {EventKind::compiled, "compiled"},
                                           {EventKind::run_started, "run_started"},
                                           {EventKind::run_finished, "run_finished"},
                                           {EventKind::dequeued, "dequeued"},
                                           {EventKind::finished, "finished"},
                                           {EventKind::reset, "reset"},
                                           {EventKind::failed, "failed"}});
}

struct Event {
  EventKind kind = EventKind::created;
  std::int64_t cycle = 0;  // modelled clock
  double value = 0;
  std::string text;
};

class EventLog {
 public:
  static constexpr std::size_t kCapacity = 4096;  // beyond that the oldest events are dropped

  void add(EventKind kind, std::int64_t cycle, double value = 0, std::string text = "");
  std::vector<Event> drain();  // oldest first; empties the log
  std::int64_t dropped() const { return dropped_; }

 private:
  RingBuffer<Event> events_{kCapacity, Overflow::overwrite};
  std::int64_t dropped_ = 0;
};

}  // namespace pipette
