// The modelled execution as Chrome trace events, which Perfetto opens.
//
//   TraceEvents events(out, about);
//   for (const Span& span : spans) events.add(span, name, sentence);
//   events.add_counter("loss", cycle, 0.31);
//   events.end();
//
// There is a process for the host and one for each replica, with a thread for each of its IPUs and
// for their I/O tiles. Spans are complete events in whole nanoseconds: begin and end are rounded,
// so what is nested stays so. Arrows go from an infeed element to the copy that brings it to the
// device, and with a mini-batch from stage program to stage program; their ids are numbers, because
// the importer reads a text as one hexadecimal number. Counters are the elements
// that wait in infeeds, the IPUs that wait in a run, the bytes alive on each IPU of the first
// replica, and what is added.
//
// The file is a bare array with an event a line, because Perfetto opens a cut array and refuses a
// cut object; so what an object would hold as "otherData" is the first event's arguments.
//
// web/profile/perfetto.mjs makes the same events of a profile, for readers who have no session;
// tests/golden/report holds both to one file.
//
// Throws nothing of its own; the stream tells whether all was written. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "device/memory.h"
#include "program/trace.h"

namespace pipette::report {

struct TraceAbout {
  double clock_hz = 0;
  int num_ipus = 1;
  int ipus_per_replica = 1;
  bool io_tiles = false;  // that have lanes of their own
  Json other;             // experiment, version, seed: an object
};

class TraceEvents {
 public:
  TraceEvents(std::ostream& out, TraceAbout about);

  // `what` says in a sentence what the span is.
  void add(const Span& span, const std::string& name, const std::string& what);
  void add_counter(const std::string& name, std::int64_t cycle, double value);
  // A moment with a name, across the host's process.
  void add_tracepoint(const std::string& name, std::int64_t cycle);
  // What is alive at each instruction of the program that runs from here on, by IPU of a replica.
  void set_memory(const std::vector<MemoryReport>* memory) { memory_ = memory; }
  void end();

 private:
  struct Thread {
    int pid, tid;
  };
  Thread thread_of(int lane) const;
  std::int64_t nanoseconds(std::int64_t cycle) const;
  std::string microseconds(std::int64_t cycle) const;  // with three decimals
  void write(const Json& event);
  void write_text(const std::string& event);
  void name(const char* what, Thread thread, const std::string& name, int order);
  void add_arrow(const char* phase, const char* category, std::int64_t id, const Span& span);
  void follow_element(const Span& span);
  void follow_mini_batch(const Span& span);
  void count_bytes(const Span& span);
  void count_waits(const Span& span);

  // What there is more or less of from a cycle on, in any order.
  using Changes = std::vector<std::pair<std::int64_t, int>>;
  void write_level(const std::string& name, Changes changes);

  std::ostream& out_;
  TraceAbout about_;
  const std::vector<MemoryReport>* memory_ = nullptr;
  bool first_ = true;
  std::int64_t element_ = -1;  // that the host has made last, on its way to a copy
  std::int64_t arrows_ = 0;    // that have begun, each with its number as its id
  std::int64_t element_arrow_ = 0;
  Changes queue_changes_, wait_changes_;
  // Of mini-batches that have begun, by run, step, replica and number.
  std::map<std::array<std::int64_t, 4>, std::int64_t> mini_batch_arrows_;
  std::map<int, std::int64_t> live_bytes_;  // by IPU, as counted last
};

}  // namespace pipette::report
