// The host's ends of the streams between host and device, as graphs and engines see them.
//
//   class InfeedQueue : public HostSource { ... };   // src/feeds
//   Nest<Tensor> batch = stream_in(queue);           // src/graph/ops.h
//
// A source supplies elements in order; a sink receives them. An engine calls both between
// instructions, on the thread that advances it; an implementation that is also used from other
// threads does its own locking.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/array.h"
#include "core/nest.h"

namespace pipette {

// Timing options of a stream on the modelled host. They affect only cycles, never numbers.
struct StreamTiming {
  int depth = 3;           // elements buffered ahead (infeed) or behind (outfeed)
  bool prefetched = true;  // false: the data travels with the call, after a full handshake
};

// The number of replicas that a stream serves, fixed by the first run that uses the stream. It
// determines how elements are dealt out and what a sink's elements look like.
class Replication {
 public:
  // Throws FailedPrecondition, naming the stream, if the number differs from the previous one.
  void require(int num_replicas, const std::string& stream);
  int num_replicas() const { return num_replicas_; }  // 0 before the first run

 private:
  int num_replicas_ = 0;
};

class HostSource {
 public:
  HostSource();
  virtual ~HostSource() = default;
  Replication replication;
  std::uint64_t uid() const { return uid_; }  // never used twice in a process, unlike an address
  virtual const std::string& name() const = 0;
  virtual const Nest<ArraySpec>& element_spec() const = 0;
  // The device it belongs to; none: any device that uses it.
  virtual std::optional<int> device_ordinal() const { return std::nullopt; }
  virtual StreamTiming timing() const = 0;
  // Called before a program that uses the source runs. Throws FailedPrecondition if it cannot.
  virtual void check_ready() const = 0;
  // Returns the next element's leaves in flatten order; they stay valid while the caller holds
  // them. Throws OutOfRange if the data has ended.
  virtual const std::vector<Array>& read() = 0;
  // Passes over the next element, which a replica of another process reads. Throws what read()
  // throws, but for errors of making the element.
  virtual void skip() { read(); }

 private:
  std::uint64_t uid_;
};

class HostSink {
 public:
  virtual ~HostSink() = default;
  Replication replication;
  virtual const std::string& name() const = 0;
  virtual std::optional<int> device_ordinal() const { return std::nullopt; }
  virtual StreamTiming timing() const = 0;
  // Called when a run of a program that feeds the sink begins and ends. With synthetic data nothing
  // is transferred: no write() follows.
  virtual void begin_run(bool synthetic_data) = 0;
  virtual void end_run() = 0;
  // Receives one element: leaves in flatten order, with a leading axis of replicas if there are
  // several; the device overwrites them after the call returns. `cycle` is the time, on the
  // modelled clock, at which the last of the bytes reached the host.
  virtual void write(const std::vector<Array>& leaves, std::int64_t cycle) = 0;
  // Bytes that the sink holds in the host's memory until they are read.
  virtual std::int64_t held_bytes() const { return 0; }
};

}  // namespace pipette
