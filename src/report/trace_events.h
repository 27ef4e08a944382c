// The modelled execution as Chrome trace events, which Perfetto opens.
//
//   TraceEvents events(out, about);
//   for (const Span& span : spans) events.add(span, name, sentence);
//   events.add_counter("loss", cycle, 0.31);
//   events.end();
//
// There is a process for the host and one for each replica, with a thread for each of its IPUs and
// for their I/O tiles. Spans are complete events in whole nanoseconds: begin and end are rounded
// separately, so nested spans stay nested. Arrows go from an infeed element to the copy that brings
// it to the device, and follow a mini-batch from stage program to stage program; their ids are
// numbers, because the importer reads a text as a hexadecimal number. Counters show the elements
// that wait in infeeds, the IPUs that wait in a run, the bytes alive on each IPU of the first
// replica, and values added by the caller.
//
// The file is a bare array with one event per line, because Perfetto opens a truncated array but
// rejects a truncated object; so the arguments of the first event hold what an object would hold as
// "otherData".
//
// web/profile/perfetto.mjs makes the same events from a profile, for readers without a session;
// tests/golden/report holds both to one file.
//
// Throws nothing itself; the stream tells whether everything was written. One thread.
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

  // `what` describes the span in a sentence.
  void add(const Span& span, const std::string& name, const std::string& what);
  void add_counter(const std::string& name, std::int64_t cycle, double value);
  // A named moment, across the host's process.
  void add_tracepoint(const std::string& name, std::int64_t cycle);
  // The bytes alive at each instruction of the current program, by IPU of a replica.
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

  // Increases and decreases from a cycle on, in any order.
  using Changes = std::vector<std::pair<std::int64_t, int>>;
  void write_level(const std::string& name, Changes changes);

  std::ostream& out_;
  TraceAbout about_;
  const std::vector<MemoryReport>* memory_ = nullptr;
  bool first_ = true;
  std::int64_t element_ = -1;  // the latest that the host made, on its way to a copy
  std::int64_t arrows_ = 0;    // begun so far; the number is the id
  std::int64_t element_arrow_ = 0;
  Changes queue_changes_, wait_changes_;
  // Arrows of mini-batches that have begun, by run, step, replica and mini-batch.
  std::map<std::array<std::int64_t, 4>, std::int64_t> mini_batch_arrows_;
  std::map<int, std::int64_t> live_bytes_;  // by IPU, as last written
};

}  // namespace pipette::report
