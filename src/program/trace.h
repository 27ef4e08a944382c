// The execution trace: what every lane did and when, on the modelled clock.
//
//   Trace trace(1 << 16);
//   trace.add({.begin = 100, .end = 250, .name = trace.intern("dense/matmul"), .lane = 0});
//   for (std::int64_t i = trace.first(); i < trace.end(); ++i) draw(trace[i]);
//
// Times are device cycles. Lane -1 is the host, lane k >= 0 is IPU k, and lane -2 - k is the I/O
// tiles of IPU k (overlapped I/O). The trace keeps the latest `capacity` records; numbering
// continues, so a reader can remember its position. A span is added when it has ended, so begins
// are not sorted across lanes. One thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/choices.h"
#include "core/item.h"
#include "core/ring_buffer.h"
#include "device/architecture.h"
#include "device/host_model.h"
#include "graph/graph.h"

namespace pipette {

enum class SpanKind : std::uint8_t {
  // host lane
  host_prepare,    // the batch passed with a call
  host_set_up,     // Strategy::run: the program is set up again,
  host_call,       // and started
  host_pipeline,   // an infeed element: data pipeline,
  host_staging,    // copy into the stream's buffer,
  host_handshake,  // stream handshake
  // IPU lanes
  engine_run,     // a whole run; the other spans nest in it
  stage_program,  // forward or backward pass of a stage of a pipeline, for one mini-batch
  stream_begin,   // waiting until the host has the data
  stream_mid,     // the data itself
  stream_end,     // handing over results
  sync,
  exchange,
  layout,
  compute,
  remote_load,   // from streaming memory
  remote_store,  // to it
};
constexpr auto choices_of(SpanKind) {
  return std::to_array<Choice<SpanKind>>(
      {{SpanKind::host_prepare, "host_prepare", "prepare batch"},
       {SpanKind::host_set_up, "host_set_up", "set up the program"},
       {SpanKind::host_call, "host_call", "call"},
       {SpanKind::host_pipeline, "host_pipeline", "data pipeline"},
       {SpanKind::host_staging, "host_staging", "staging"},
       {SpanKind::host_handshake, "host_handshake", "handshake"},
       {SpanKind::engine_run, "engine_run", "Engine::run"},
       {SpanKind::stage_program, "stage_program", "stage"},
       {SpanKind::stream_begin, "stream_begin", "StreamCopy Begin"},
       {SpanKind::stream_mid, "stream_mid", "StreamCopy Mid"},
       {SpanKind::stream_end, "stream_end", "StreamCopy End"},
       {SpanKind::sync, "sync", "sync"},
       {SpanKind::exchange, "exchange", "exchange"},
       {SpanKind::layout, "layout", "layout change"},
       {SpanKind::compute, "compute", "compute"},
       {SpanKind::remote_load, "remote_load", "remote load"},
       {SpanKind::remote_store, "remote_store", "remote store"}});
}

constexpr int kHostLane = -1;
constexpr int lane_of(int ipu, Tiles tiles) { return tiles == Tiles::io ? -2 - ipu : ipu; }
constexpr bool is_io_lane(int lane) { return lane < kHostLane; }
// The IPU whose I/O tiles or compute tiles a lane shows.
constexpr int ipu_of_lane(int lane) { return is_io_lane(lane) ? -2 - lane : lane; }

struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int32_t name = 0;          // Trace::name
  std::int32_t instruction = -1;  // of the executable, -1 for none
  std::int32_t run = 0;           // Engine::run number, from 0
  std::int32_t mini_batch = -1;   // of a pipeline's weight update, from 0; -1: not in a stage
  std::int32_t step = 0;          // training step, from 0; infeed element for the host's work on it
  std::int64_t bytes = 0;         // moved by a stream or exchange
  // Why the device waited: host busy, pipeline, staging, handshake (stream_begin only).
  std::array<std::int32_t, 4> wait_cycles{};
  SpanKind kind = SpanKind::compute;
  Phase phase = Phase::none;
  WaitReason reason = WaitReason::none;
  std::int16_t lane = 0;
};

// Cycles of one part of a span, saturated to 32 bits, which is a second or two.
inline std::int32_t narrow(std::int64_t cycles) {
  return static_cast<std::int32_t>(
      std::min<std::int64_t>(cycles, std::numeric_limits<std::int32_t>::max()));
}

// The parts of a superstep, in the order in which they happen.
struct SuperstepCycles {
  std::int32_t sync = 0, exchange = 0, layout = 0, compute = 0;
};

struct Executable;

// Receives everything that a trace receives, including what its ring drops later
// (profile/run_recorder.h).
class TraceWatcher {
 public:
  virtual ~TraceWatcher() = default;
  virtual void begin_run(const std::shared_ptr<const Executable>& executable) = 0;
  virtual void add(const Span& span) = 0;
  virtual void add_superstep(const Span& span, const SuperstepCycles& cycles) = 0;
};

class Trace {
 public:
  // Keeps the latest `capacity` records; a superstep is one record of up to four spans.
  explicit Trace(std::size_t capacity);

  std::int32_t intern(const std::string& name);
  const std::string& name(std::int32_t id) const { return item(names_, id); }
  void add(const Span& span);
  // Adds the spans of a superstep that begins at span.begin; parts without cycles are left out.
  void add_superstep(const Span& span, const SuperstepCycles& cycles);
  void set_enabled(bool enabled) { enabled_ = enabled; }
  // Null: no watcher. The watcher must outlive the runs.
  void watch(TraceWatcher* watcher) { watcher_ = watcher; }
  TraceWatcher* watcher() const { return watcher_; }

  std::int64_t first() const { return records_.empty() ? end_ : records_[0].number; }
  std::int64_t end() const { return end_; }
  Span operator[](std::int64_t number) const;  // first() <= number < end()

 private:
  // A record is small, because a training step writes some twenty of them, and they go through the
  // cache that the kernels use.
  struct Record {
    std::int64_t number = 0;  // of its first span
    Span span;                // a superstep has its parts in wait_cycles, and kSuperstep as end
  };
  static constexpr std::int64_t kSuperstep = -1;

  RingBuffer<Record> records_;
  std::int64_t end_ = 0;
  bool enabled_ = true;
  TraceWatcher* watcher_ = nullptr;
  std::vector<std::string> names_;
  std::map<std::string, std::int32_t> ids_;
};

}  // namespace pipette
