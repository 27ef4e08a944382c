// The modelled host: a serial resource that starts engine runs and fills infeeds.
//
//   HostTimeline host(HostOptions{}, architecture("Mk2"));
//   int infeed = host.add_infeed(100'480, 3, 0);     // bytes per element, prefetch depth, now
//   std::int64_t now = host.begin_call(0).device_start;
//   Ready ready = host.consume(infeed, now);         // ready.stall_cycles(), ready.explain(arch)
//   now = ready.ready_at + ready.data_cycles + step_cycles;
//
// All times are int64 cycles of the device clock. The host does one thing at a time: either it sets
// up and starts a run (HostOptions::set_up_us and call_us), or it produces an infeed element (data
// pipeline, then staging into the stream's buffer, then the stream's handshake). So
//
//   with feeds      T = C + R o + N max(d, h)     elements are produced while the device computes
//   without feeds   T = C + N (o + h + d)         each call brings its own batch
//
// for R runs of N steps in total, o per call, h host time per step, d device time per step.
//
// Prefetched streams (infeeds): the host does the handshake as part of producing the element, so it
// is hidden whenever the device is busy. A buffer entry becomes free when the data phase of its
// element ends. Streams without prefetching (arguments and results of a run): the device waits for
// a Begin handshake before the data and for an End handshake after the results, once per run, and
// the host prepares the batch before the call.
//
// A call has priority: the host puts the current element aside and finishes it after the call, so a
// deeper buffer is never slower. Production is simulated only as far as a query needs, O(1) per
// element. Query in order of time: the answer to a query never changes an earlier answer.
//
// Plain copyable state: a copy is a snapshot. Not thread-safe; one engine owns it.
//
// Inaccuracies: real hosts have several threads, so a call and the data pipeline can overlap; the
// published figures cannot distinguish the two cases. Draining outfeeds costs the host nothing. All
// elements take equally long, unless HostOptions::element_deviation says otherwise.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/archive_fwd.h"
#include "core/choices.h"
#include "device/architecture.h"
#include "device/host_options.h"

namespace pipette {

enum class WaitReason : std::uint8_t {
  none,
  infeed_empty,      // the host has not finished the next element
  stream_handshake,  // Begin or End of a stream without prefetching
  host_call,         // the host is starting the run
  outfeed_full,
  sync,       // other IPUs have not reached the barrier
  neighbour,  // activations or gradients of the stage before or after
  ramp_up,
  ramp_down,
  transfer,  // data between the host and I/O tiles is still on its way
};
// Labels are short phrases for a tooltip.
constexpr auto choices_of(WaitReason) {
  return std::to_array<Choice<WaitReason>>(
      {{WaitReason::none, "none", "not waiting"},
       {WaitReason::infeed_empty, "infeed_empty",
        "waiting for infeed: the host has no element ready"},
       {WaitReason::stream_handshake, "stream_handshake",
        "waiting for the host to answer a stream's handshake"},
       {WaitReason::host_call, "host_call", "waiting for the host to start the run"},
       {WaitReason::outfeed_full, "outfeed_full", "waiting for room in the outfeed"},
       {WaitReason::sync, "sync", "waiting for other IPUs at a barrier"},
       {WaitReason::neighbour, "neighbour", "waiting for a neighbouring pipeline stage"},
       {WaitReason::ramp_up, "ramp_up", "pipeline ramp-up: no mini-batch has come this far"},
       {WaitReason::ramp_down, "ramp_down", "pipeline ramp-down: no mini-batch is left"},
       {WaitReason::transfer, "transfer", "waiting for a transfer to or from the I/O tiles"}});
}

// Host time for one element of an infeed, in the order in which it is spent.
struct ProductionCycles {
  std::int64_t pipeline = 0, staging = 0, handshake = 0;
  std::int64_t total() const { return pipeline + staging + handshake; }
  void archive(Archive& a);
};

// One element of an infeed, as the device saw it. The four cycle counts add up to the stall.
struct Ready {
  std::int64_t element = 0;      // counted from 0 since the infeed was opened
  std::int64_t asked_at = 0;     // when the device wanted it
  std::int64_t host_start = 0;   // when the host began to produce it
  std::int64_t host_end = 0;     // when it was in the buffer; a call may have intervened
  std::int64_t ready_at = 0;     // max(asked_at, host_end): the data phase may begin
  std::int64_t data_cycles = 0;  // the data phase itself, not part of the stall

  std::int64_t host_busy_cycles = 0;  // the host was still busy with something else
  std::int64_t pipeline_cycles = 0;   // in the data pipeline
  std::int64_t staging_cycles = 0;    // copying into the stream's buffer
  std::int64_t handshake_cycles = 0;
  ProductionCycles production = {};  // the host's total cost of the element
  double pace = 1;                   // relative to the usual time (element_pace())

  std::int64_t stall_cycles() const { return ready_at - asked_at; }
  WaitReason reason() const {
    return stall_cycles() > 0 ? WaitReason::infeed_empty : WaitReason::none;
  }
  std::string explain(const Architecture& arch) const;  // one sentence with the numbers, in us
};

// How a run was started. Its cycle counts add up to device_start - asked_at.
struct CallStart {
  std::int64_t asked_at = 0;
  std::int64_t host_busy_cycles = 0;  // an earlier call was still under way
  std::int64_t prepare_cycles = 0;    // pipeline and staging of the batch passed as arguments
  std::int64_t set_up_cycles = 0;     // setting the program up again
  std::int64_t call_cycles = 0;       // starting it
  std::int64_t device_start = 0;
  WaitReason reason() const { return WaitReason::host_call; }
  std::string explain(const Architecture& arch) const;
};

// Inputs of a run without infeeds: the dataset elements pulled for it, and their bytes.
struct CallInputs {
  std::int64_t elements = 0;
  std::int64_t bytes = 0;
};

// The bounded buffer between host and device: element k uses entry k modulo depth.
class InfeedTimeline {
 public:
  static constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();

  // `cost` is the cost at the usual pace. Depth 0: an element is made when the device asks for it.
  InfeedTimeline(const ProductionCycles& cost, std::int64_t data_cycles, int depth,
                 std::int64_t opened_at, std::int64_t num_elements);

  int depth() const { return static_cast<int>(entries_.size()); }
  std::int64_t produced() const { return produced_; }  // begun by the host so far
  std::int64_t consumed() const { return consumed_; }
  std::int64_t num_elements() const { return num_elements_; }
  int fill(std::int64_t now) const;             // elements ready at `now`
  const ProductionCycles& latest_cost() const;  // of the latest element produced
  bool on_demand() const { return on_demand_; }
  bool can_produce() const;           // ahead of the device: an entry is free or will be
  std::int64_t requested_at() const;  // when the entry of the next element became free
  // The host begins the next element, which takes `pace` times as long as usual; returns its end.
  std::int64_t produce(std::int64_t start, double pace);
  void postpone(std::int64_t cycles);  // delays the end of the current element
  Ready consume(std::int64_t now);     // the next element must have been produced

  // An infeed without end whose state comes from archive().
  InfeedTimeline() = default;
  void archive(Archive& a);

 private:
  struct Entry {
    std::int64_t free_at = 0, host_start = 0, host_end = 0;
    ProductionCycles cost = {};
    double pace = 1;
    void archive(Archive& a);
  };
  Entry& entry(std::int64_t element);
  const Entry& entry(std::int64_t element) const;

  bool has_room() const;

  ProductionCycles cost_;
  bool on_demand_ = false;
  std::int64_t data_cycles_ = 0;
  std::vector<Entry> entries_;
  std::int64_t num_elements_ = kEndless;  // size of the dataset
  std::int64_t produced_ = 0;
  std::int64_t consumed_ = 0;
};

// The device's part of any stream copy: data_phase_cycles + bytes / host_bytes_per_second.
std::int64_t stream_data_cycles(std::int64_t bytes, const HostOptions& options,
                                const Architecture& arch);

class HostTimeline {
 public:
  HostTimeline(const HostOptions& options, const Architecture& arch);  // validates the options

  // Adds an infeed whose elements the host produces from `now` on, and returns its index. Throws
  // InvalidArgument for a depth outside 1..255. The dataset ends after `num_elements`.
  int add_infeed(std::int64_t element_bytes, int prefetch_depth, std::int64_t now,
                 std::int64_t num_elements = InfeedTimeline::kEndless);
  int num_infeeds() const { return static_cast<int>(infeeds_.size()); }
  const InfeedTimeline& infeed(int index) const;

  // The program asks for a run at `now`; returns when the device may start.
  CallStart begin_call(std::int64_t now, const CallInputs& inputs = {});
  // The device asks for the next element. Throws OutOfRange if the dataset has ended.
  Ready consume(int infeed, std::int64_t device_now);
  // Begins every element that the host would have begun before `now` (to show fill levels).
  void advance(std::int64_t now);

  // The device's waits around the data of streams without prefetching, once each per run.
  std::int64_t handshake_begin_cycles() const { return handshake_begin_cycles_; }
  std::int64_t handshake_end_cycles() const { return handshake_end_cycles_; }
  std::int64_t data_phase_cycles(std::int64_t bytes) const;
  ProductionCycles production_cycles(std::int64_t element_bytes) const;
  std::int64_t call_cycles() const { return set_up_cycles_ + call_cycles_; }  // both parts
  std::int64_t free_at() const { return free_at_; }  // when the host finishes what it has begun
  void archive(Archive& a);

 private:
  int next_to_produce() const;  // the infeed whose entry has been free the longest; -1: all full
  void produce(int infeed, std::int64_t asked_at);
  std::int64_t staging_cycles(std::int64_t bytes) const;

  HostOptions options_;
  Architecture arch_;
  std::int64_t set_up_cycles_ = 0, call_cycles_ = 0, element_cycles_ = 0;
  std::int64_t handshake_begin_cycles_ = 0, handshake_end_cycles_ = 0;
  std::int64_t free_at_ = 0;
  std::int64_t calls_ = 0;
  std::int64_t call_until_ = 0;  // end of the last call
  int in_hand_ = -1;             // infeed whose element ends at free_at_; -1: none
  std::vector<InfeedTimeline> infeeds_;
};

}  // namespace pipette
