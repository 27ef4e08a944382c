// The emulated system as programs see it: the device with its clocks, the modelled host's streams,
// and the trace of their activity.
//
//   Machine machine({.architecture = "Mk2"});
//   Strategy strategy(machine);
//   machine.device.seconds();            // modelled, without compile time
//
// Text that programs print with print_tensor() goes to standard error, as Poplar's does, once for
// all instances, or to the function `print_tensor`:
//
//   machine.print_tensor = [&](const std::string& lines) { text += lines; };
//
// Plain state apart from the names of streams; one thread drives it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "device/device.h"
#include "graph/stream.h"
#include "program/instances.h"
#include "program/trace.h"

namespace pipette {

struct Machine {
  static constexpr std::size_t kTraceCapacity = 1 << 15;

  explicit Machine(const DeviceConfig& config = {}, std::size_t trace_capacity = kTraceCapacity)
      : device(config), trace(trace_capacity) {}

  // The index of a prefetched stream in the host's timeline; opened when a program first uses the
  // stream.
  int infeed_index(const HostSource& source, std::int64_t element_bytes);
  // The same, or none before a program has used the stream.
  std::optional<int> find_infeed(const HostSource& source) const;

  // Clocks and counts, without the trace and the latest wait. Programs that are run after restoring
  // get the infeeds of the host in the order in which they were opened.
  void archive(Archive& a);

  void end_step();  // counts a training step that ends now

  // Adds a span in which the device waits to the trace and to the totals.
  void add_wait(const Span& span);

  Device device;
  Trace trace;
  // Of the thread that has made the machine; null: it has all replicas. Fixed once programs use it.
  Instances* instances = Instances::current();
  std::int64_t runs = 0;   // engine runs started
  std::int64_t steps = 0;  // training steps finished
  std::int64_t slots = 0;  // slots of pipelines finished; a weight update counts as a slot
  // When the latest training step had finished, including the end of the run for its last step: a
  // machine whose clock shows this time is between two steps.
  std::int64_t step_end_cycle = 0;
  // When the host was last busy with calls, which interrupt the making of elements.
  struct Interval {
    std::int64_t begin = 0, end = 0;
    void archive(Archive& a);
  };
  RingBuffer<Interval> host_calls{64, Overflow::overwrite};

  // Gets whole lines; empty: they are dropped.
  std::function<void(const std::string& lines)> print_tensor = print_to_standard_error;
  static void print_to_standard_error(const std::string& lines);

  // The most bytes that sinks have held in the host's memory at once, over the programs of one
  // executable. Real memory of this computer: it depends on when the host dequeues elements.
  std::int64_t most_held_bytes = 0;

  Span last_wait;                      // the latest of all waits
  std::int64_t total_wait_cycles = 0;  // all waits so far

 private:
  std::map<std::uint64_t, int> infeed_of_;  // by HostSource::uid
};

}  // namespace pipette
