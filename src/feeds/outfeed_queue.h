// The outfeed queue: it passes values from a program on the device to the host while the program
// runs.
//
//   OutfeedQueue outfeed;                                // keeps every element
//   outfeed.enqueue(loss);                               // inside a compiled function
//   outfeed.enqueue(Nest<Tensor>::dict({{"loss", loss}, {"x", x}}));
//   Array losses = outfeed.dequeue().leaf();             // [elements since the last dequeue]
//   for (const Nest<Array>& loss : outfeed) ...          // one item per enqueued element
//
// Mode ALL: dequeue() returns arrays [elements, *shape], with several replicas [elements, replicas,
// *shape], and empties the queue; an immediate second call returns arrays of leading size 0.
// Elements of several engine runs are concatenated in order. Mode LAST: only the most recent
// element, [*shape]; the queue is locked during a run.
//
// Errors. ValueError: buffer_depth < 1, negative device_ordinal, a second enqueue in one function,
// dequeue in graph mode before any enqueue was traced. FailedPrecondition: LAST before a run has
// produced anything, or with synthetic data, or on the thread that is in the middle of a run.
// RuntimeError: iterating over a LAST queue or one in graph mode. ResourceExhausted, during a run:
// the host has not dequeued for so long that OutfeedOptions::max_pending_bytes are pending.
//
// Threads: dequeue() and iteration may be called from any thread while another drives the engine;
// they return the elements received so far (ALL), or wait for the end of the run (LAST, or
// wait_for_completion). Tracing belongs to one thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/archive_fwd.h"
#include "core/choices.h"
#include "graph/graph.h"
#include "graph/stream.h"

namespace pipette {

enum class OutfeedMode { all, last };
constexpr auto choices_of(OutfeedMode) {
  return std::to_array<Choice<OutfeedMode>>(
      {{OutfeedMode::all, "all", "All"}, {OutfeedMode::last, "last", "Last"}});
}

struct OutfeedOptions {
  OutfeedMode mode = OutfeedMode::all;
  std::optional<int> device_ordinal = std::nullopt;  // >= 0; no value: any
  int buffer_depth = 3;                              // elements between device and host
  bool optimise_latency = false;  // accepted; the modelled host is the same either way
  bool graph_mode = false;        // TF1
  // The most bytes that may be pending on the host; a program that enqueues more fails before
  // memory runs out.
  std::uint64_t max_pending_bytes =
      sizeof(void*) == 8 ? std::uint64_t{4} << 30 : std::uint64_t{512} << 20;
  std::string name = "outfeed";
};

class OutfeedQueue : public HostSink {
 public:
  explicit OutfeedQueue(const OutfeedOptions& options = {});

  // Adds the element to the function being traced.
  Operation enqueue(const Nest<Tensor>& element);
  Operation enqueue(const Tensor& element) { return enqueue(Nest<Tensor>(element)); }
  Operation enqueue(float number);
  bool enqueued() const;  // an enqueue has been traced

  Nest<Array> dequeue(bool wait_for_completion = false);
  // Also returns the modelled clock's cycle at which each element reached the host.
  struct Dequeued {
    Nest<Array> elements;
    std::vector<std::int64_t> cycles;
    std::int64_t first = 0;  // number of the first of these elements among all ever written
  };
  Dequeued dequeue_with_cycles(bool wait_for_completion = false);
  // ALL: one leaf, in flatten order, of the pending elements, beginning with number `from`. The
  // elements stay in the queue.
  Dequeued peek(std::int64_t from, std::size_t leaf) const;
  std::optional<Nest<Array>> pop();  // ALL: the oldest element; none if nothing is pending
  struct Popped {
    Nest<Array> element;
    std::int64_t cycle = 0;
  };
  std::optional<Popped> pop_with_cycle();
  std::int64_t pending() const;  // elements not yet dequeued (ALL)
  std::int64_t elements_written() const;
  Nest<ArraySpec> element_spec() const;  // empty before an enqueue has been traced
  std::int64_t element_bytes() const;    // 0 before an enqueue has been traced
  void destroy();                        // upstream: queue.deleter; drops pending elements
  // Resets the queue for functions traced from now on; functions that enqueue already must not run
  // again.
  void restart();
  OutfeedMode mode() const { return mode_; }

  const std::string& name() const override { return name_; }
  std::optional<int> device_ordinal() const override { return device_ordinal_; }
  StreamTiming timing() const override { return {buffer_depth_, true}; }
  void begin_run(bool synthetic_data) override;
  void end_run() override;
  // Throws ResourceExhausted if more than max_pending_bytes would be pending.
  void write(const std::vector<Array>& leaves, std::int64_t cycle) override;
  // The bytes of the pending elements of all replicas.
  std::int64_t held_bytes() const override;
  // Between runs, of a queue that a traced function enqueues into.
  void archive(Archive& a);

  class Iterator {
   public:
    using value_type = Nest<Array>;
    using difference_type = std::ptrdiff_t;
    explicit Iterator(OutfeedQueue* queue) : queue_(queue) { ++*this; }
    Iterator() = default;
    const Nest<Array>& operator*() const { return *item_; }
    Iterator& operator++() {
      item_ = queue_->pop();
      return *this;
    }
    bool operator==(const Iterator& other) const {
      return item_.has_value() == other.item_.has_value();
    }

   private:
    OutfeedQueue* queue_ = nullptr;
    std::optional<Nest<Array>> item_;
  };
  Iterator begin();
  Iterator end() { return {}; }

 private:
  struct Leaf {
    ArraySpec spec;                // of one element
    std::vector<std::byte> bytes;  // the elements, contiguous
    std::size_t consumed = 0;      // bytes already popped
  };
  void require_iterable() const;
  std::uint64_t waiting_bytes() const;
  void require_room(const std::vector<Array>& leaves) const;
  Nest<Array> take_all();
  Nest<Array> take_last();

  std::string name_;
  OutfeedMode mode_;
  int buffer_depth_;
  std::optional<int> device_ordinal_;
  bool graph_mode_;
  std::uint64_t max_pending_bytes_;

  mutable std::mutex mutex_;
  std::condition_variable run_ended_;
  std::set<std::uint64_t> graphs_;  // functions that enqueue
  std::optional<Nest<ArraySpec>> structure_;
  std::vector<Leaf> leaves_;
  std::deque<std::int64_t> cycles_;  // of the pending elements
  std::int64_t written_ = 0;
  std::int64_t pending_ = 0;
  int running_ = 0;
  std::thread::id runner_;
  bool synthetic_data_ = false;
};

// Upstream's context manager: pending elements are dropped at the end of the scope.
class ScopedOutfeedQueue : public OutfeedQueue {
 public:
  using OutfeedQueue::OutfeedQueue;
  ~ScopedOutfeedQueue() override { destroy(); }
};

}  // namespace pipette
