// The infeed queue: a dataset as a stream that a program on the device reads, one element per loop
// iteration.
//
//   InfeedQueue infeed(dataset, {.prefetch_depth = 3});
//   infeed.initialize();                                   // upstream: queue.initializer
//   loops::repeat(10, body, {counter}, &infeed);           // body(counter, images, labels)
//
//   InfeedQueue iterator = iter(dataset);                  // initialised at once, as in a strategy
//   Nest<Tensor> batch = next(iterator);                   // inside a compiled function
//
// The position persists across engine runs and across programs that share the queue; a loop with no
// iterations consumes nothing. destroy() followed by initialize() starts the data again.
//
// Errors. Construction: ValueError for a prefetch_depth or device_ordinal out of range and for an
// element shape that is not fully defined. Running: FailedPrecondition if the queue is not
// initialised or a component has a dtype that the device lacks (float64, int64), InvalidArgument
// for a dimension of size 0, OutOfRange if the dataset ends (upstream aborts the process). Errors
// of the dataset pass through.
//
// Threads: one thread at a time.
// Inaccuracies: elements are made when they are consumed; the modelled host decides when each is
// prefetched and whether the device waits (device/host_model.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/archive_fwd.h"
#include "data/dataset.h"
#include "graph/graph.h"
#include "graph/stream.h"

namespace pipette {

struct InfeedOptions {
  std::optional<int> prefetch_depth = std::nullopt;  // 1..255 elements; none or 0: 3, as upstream
  std::optional<int> device_ordinal = std::nullopt;  // >= 0; no value: any
  bool optimise_latency = false;  // accepted; the modelled host is the same either way
  bool graph_mode = false;        // TF1: initialize() may be called once only
  std::string name = "infeed";
};

class InfeedQueue : public HostSource {
 public:
  explicit InfeedQueue(const Dataset& dataset, const InfeedOptions& options = {});

  void initialize();
  void destroy();  // upstream: queue.deleter; throws NotFound before initialize()
  // From now on, programs that read the queue get this data, from its beginning. Throws
  // InvalidArgument for elements of another structure, shape or dtype.
  void restart_with(const Dataset& dataset);
  int number_of_tuple_elements() const { return static_cast<int>(specs_.size()); }
  bool dequeued() const { return dequeued_; }  // a program that reads the queue has been traced
  [[noreturn]] void get_next() const;          // obsolete upstream: throws ValueError
  std::int64_t elements_read() const { return elements_read_; }
  const std::vector<Array>& first() const { return first_; }  // first element; empty before it
  std::optional<int> device_ordinal() const override { return device_ordinal_; }
  const Dataset& dataset() const { return dataset_; }

  // The next element as tensors of the function being traced. Throws RuntimeError outside one.
  Nest<Tensor> next();

  const std::string& name() const override { return name_; }
  const Nest<ArraySpec>& element_spec() const override { return dataset_.element_spec(); }
  StreamTiming timing() const override { return {prefetch_depth_, true}; }
  void check_ready() const override;
  const std::vector<Array>& read() override;
  void skip() override;

 private:
  // Throws OutOfRange if `step` finds no more elements.
  void advance(bool (*step)(InfeedQueue&));

  Dataset dataset_;
  std::vector<ArraySpec> specs_;
  std::string name_;
  int prefetch_depth_;
  std::optional<int> device_ordinal_;
  bool graph_mode_;
  bool was_initialized_ = false;
  bool dequeued_ = false;
  std::unique_ptr<DatasetIterator> iterator_;
  Element element_;
  std::vector<Array> leaves_, first_;
  std::int64_t elements_read_ = 0;
};

// How far a queue has been read, for Archive. Restoring reads as many elements and drops them, but
// refuses to read more than `most`.
class InfeedPosition {
 public:
  InfeedPosition(InfeedQueue& queue, std::int64_t most) : queue_(queue), most_(most) {}
  void archive(Archive& a);

 private:
  InfeedQueue& queue_;
  std::int64_t most_;
};

// An initialised queue, like the result of Python's iter(dataset) in a strategy's scope.
InfeedQueue iter(const Dataset& dataset, InfeedOptions options = {});
inline Nest<Tensor> next(InfeedQueue& queue) { return queue.next(); }

// Upstream's explicit iterator, with its quirk: the element of a dataset with one component arrives
// as a tuple of one.
class IpuIterator {
 public:
  explicit IpuIterator(const Dataset& dataset, const InfeedOptions& options = {});
  Nest<Tensor> next();
  [[noreturn]] void get_next_as_optional() const;  // upstream: not implemented
  InfeedQueue& queue() { return queue_; }

 private:
  InfeedQueue queue_;
};

}  // namespace pipette
