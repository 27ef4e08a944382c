#include "feeds/outfeed_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/archive.h"
#include "graph/ops.h"

namespace pipette {

namespace {

Array copy_out(const ArraySpec& spec, const std::byte* from) {
  Array array(spec);
  if (spec.num_bytes() > 0) std::memcpy(array.bytes(), from, spec.num_bytes());
  return array;
}

}  // namespace

OutfeedQueue::OutfeedQueue(const OutfeedOptions& options)
    : name_(options.name),
      mode_(options.mode),
      buffer_depth_(options.buffer_depth),
      device_ordinal_(options.device_ordinal),
      graph_mode_(options.graph_mode),
      max_pending_bytes_(options.max_pending_bytes) {
  if (buffer_depth_ < 1) {
    throw ValueError(
        fmt::format("buffer_depth must be at least 1, but it is {}; the nearest valid value is 1",
                    buffer_depth_));
  }
  if (options.device_ordinal.value_or(0) < 0) {
    throw ValueError(
        fmt::format("device_ordinal must be at least 0, but it is {}", *options.device_ordinal));
  }
}

Operation OutfeedQueue::enqueue(const Nest<Tensor>& element) {
  const std::vector<Tensor> leaves = element.flatten();
  const Nest<ArraySpec> structure = element.map([](const Tensor& t) { return t.spec(); });
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i].shape().has_zero_size()) {
      throw InvalidArgument(
          fmt::format("outfeed \"{}\": component {} has shape {}, a dimension of size 0", name_, i,
                      leaves[i].shape().to_string()));
    }
  }
  const std::lock_guard lock(mutex_);
  const std::uint64_t graph = Graph::current().uid();
  if (graphs_.contains(graph)) throw ValueError("An outfeed can only be enqueued once.");
  if (structure_) {
    if (!structure.same_structure(*structure_) || structure.flatten() != structure_->flatten()) {
      throw InvalidArgument(fmt::format(
          "outfeed \"{}\": another function already enqueues elements of another structure, "
          "shape or dtype; use one queue for each kind of element",
          name_));
    }
  } else {
    structure_ = structure;
    for (const ArraySpec& spec : structure.flatten()) leaves_.push_back({spec, {}, 0});
  }
  graphs_.insert(graph);
  return stream_out(*this, leaves);
}

Operation OutfeedQueue::enqueue(float number) { return enqueue(constant(number)); }

bool OutfeedQueue::enqueued() const {
  const std::lock_guard lock(mutex_);
  return structure_.has_value();
}

std::int64_t OutfeedQueue::pending() const {
  const std::lock_guard lock(mutex_);
  return pending_;
}

std::int64_t OutfeedQueue::elements_written() const {
  const std::lock_guard lock(mutex_);
  return written_;
}

Nest<ArraySpec> OutfeedQueue::element_spec() const {
  const std::lock_guard lock(mutex_);
  return structure_.value_or(Nest<ArraySpec>());
}

std::int64_t OutfeedQueue::element_bytes() const {
  const std::lock_guard lock(mutex_);
  std::size_t bytes = 0;
  for (const Leaf& leaf : leaves_) bytes += leaf.spec.num_bytes();
  return static_cast<std::int64_t>(bytes);
}

void OutfeedQueue::destroy() {
  const std::lock_guard lock(mutex_);
  for (Leaf& leaf : leaves_) {
    leaf.bytes.clear();
    leaf.consumed = 0;
  }
  cycles_.clear();
  pending_ = 0;
}

void OutfeedQueue::restart() {
  const std::lock_guard lock(mutex_);
  graphs_.clear();
  structure_.reset();
  leaves_.clear();
  cycles_.clear();
  pending_ = 0;
}

void OutfeedQueue::begin_run(bool synthetic_data) {
  const std::lock_guard lock(mutex_);
  ++running_;
  runner_ = std::this_thread::get_id();
  synthetic_data_ = synthetic_data;
}

void OutfeedQueue::end_run() {
  const std::lock_guard lock(mutex_);
  --running_;
  run_ended_.notify_all();
}

std::uint64_t OutfeedQueue::waiting_bytes() const {
  std::uint64_t bytes = 0;
  for (const Leaf& leaf : leaves_) bytes += leaf.bytes.size() - leaf.consumed;
  return bytes;
}

std::int64_t OutfeedQueue::held_bytes() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::int64_t>(waiting_bytes());
}

void OutfeedQueue::require_room(const std::vector<Array>& leaves) const {
  std::uint64_t bytes = waiting_bytes();
  for (const Array& leaf : leaves) bytes += leaf.num_bytes();
  if (bytes <= max_pending_bytes_) return;
  throw ResourceExhausted(fmt::format(
      "outfeed \"{}\" holds {} elements that the host has not dequeued, and there is no room for "
      "more ({} bytes); dequeue more often, with fewer steps in an engine run, or enqueue less",
      name_, pending_, max_pending_bytes_));
}

void OutfeedQueue::write(const std::vector<Array>& leaves, std::int64_t cycle) {
  const std::lock_guard lock(mutex_);
  PIPETTE_CHECK(leaves.size() == leaves_.size(), fmt::format("{} leaves", leaves.size()));
  if (mode_ == OutfeedMode::last) {
    for (Leaf& leaf : leaves_) leaf.bytes.clear();
    cycles_.clear();
    pending_ = 0;
  }
  require_room(leaves);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    Leaf& leaf = leaves_[i];
    leaf.spec = leaves[i].spec();  // with the axis of replicas, the same every time
    leaf.bytes.insert(leaf.bytes.end(), leaves[i].bytes(),
                      leaves[i].bytes() + leaf.spec.num_bytes());
  }
  cycles_.push_back(cycle);
  ++written_;
  ++pending_;
}

Nest<Array> OutfeedQueue::dequeue(bool wait_for_completion) {
  return dequeue_with_cycles(wait_for_completion).elements;
}

OutfeedQueue::Dequeued OutfeedQueue::dequeue_with_cycles(bool wait_for_completion) {
  std::unique_lock lock(mutex_);
  const bool in_own_run = running_ > 0 && runner_ == std::this_thread::get_id();
  if (in_own_run && (mode_ == OutfeedMode::last || wait_for_completion)) {
    throw FailedPrecondition(
        fmt::format("outfeed \"{}\": the queue is locked until the run ends, "
                    "and this thread is the one that advances it; finish the run first",
                    name_));
  }
  if (mode_ == OutfeedMode::last || wait_for_completion) {
    run_ended_.wait(lock, [&] { return running_ == 0; });
  }
  if (!structure_ && graph_mode_) {
    throw ValueError("Trying to dequeue an outfeed which has not been enqueued.");
  }
  Dequeued taken;
  taken.cycles.assign(cycles_.begin(), cycles_.end());
  taken.first = written_ - pending_;
  taken.elements = mode_ == OutfeedMode::last ? take_last() : take_all();
  return taken;
}

Nest<Array> OutfeedQueue::take_all() {
  if (!structure_) return {};
  std::vector<Array> arrays;
  for (Leaf& leaf : leaves_) {
    arrays.push_back(copy_out({leaf.spec.dtype, leaf.spec.shape.with_front(pending_)},
                              leaf.bytes.data() + leaf.consumed));
    leaf.bytes.clear();
    leaf.consumed = 0;
  }
  cycles_.clear();
  pending_ = 0;
  return structure_->pack(arrays);
}

OutfeedQueue::Dequeued OutfeedQueue::peek(std::int64_t from, std::size_t leaf) const {
  const std::lock_guard lock(mutex_);
  Dequeued seen;
  seen.first = std::max(from, written_ - pending_);
  if (seen.first >= written_) return seen;
  const std::int64_t skipped = seen.first - (written_ - pending_);
  const auto& [spec, bytes, consumed] = leaves_.at(leaf);
  seen.elements =
      copy_out({spec.dtype, spec.shape.with_front(written_ - seen.first)},
               bytes.data() + consumed + static_cast<std::size_t>(skipped) * spec.num_bytes());
  seen.cycles.assign(cycles_.begin() + static_cast<std::ptrdiff_t>(skipped), cycles_.end());
  return seen;
}

Nest<Array> OutfeedQueue::take_last() {
  if (synthetic_data_) {
    throw FailedPrecondition(
        "Trying to get the last value from an outfeed queue while synthetic data is used: "
        "nothing is transferred");
  }
  if (pending_ == 0) {
    throw FailedPrecondition(
        "Trying to get the last value from an outfeed queue before it was executed; "
        "run the program first");
  }
  std::vector<Array> arrays;
  for (const Leaf& leaf : leaves_) arrays.push_back(copy_out(leaf.spec, leaf.bytes.data()));
  return structure_->pack(arrays);
}

void OutfeedQueue::require_iterable() const {
  if (mode_ != OutfeedMode::all || graph_mode_) {
    throw RuntimeError(
        "IPUOutfeedQueue can only be iterated over in eager mode, "
        "with outfeed mode ALL; use dequeue()");
  }
}

std::optional<Nest<Array>> OutfeedQueue::pop() {
  std::optional<Popped> popped = pop_with_cycle();
  if (!popped) return std::nullopt;
  return std::move(popped->element);
}

std::optional<OutfeedQueue::Popped> OutfeedQueue::pop_with_cycle() {
  require_iterable();
  const std::lock_guard lock(mutex_);
  if (pending_ == 0) return std::nullopt;
  std::vector<Array> arrays;
  const std::int64_t cycle = cycles_.front();
  cycles_.pop_front();
  --pending_;
  for (Leaf& leaf : leaves_) {
    arrays.push_back(copy_out(leaf.spec, leaf.bytes.data() + leaf.consumed));
    leaf.consumed += leaf.spec.num_bytes();
    if (pending_ == 0 || 2 * leaf.consumed > leaf.bytes.size()) {  // a queue may never run empty
      leaf.bytes.erase(leaf.bytes.begin(),
                       leaf.bytes.begin() + static_cast<std::ptrdiff_t>(leaf.consumed));
      leaf.consumed = 0;
    }
  }
  return Popped{structure_->pack(arrays), cycle};
}

OutfeedQueue::Iterator OutfeedQueue::begin() {
  require_iterable();
  return Iterator(this);
}

void OutfeedQueue::archive(Archive& a) {
  const std::lock_guard lock(mutex_);
  std::vector<Array> pending;
  if (!a.restores()) {
    for (const Leaf& leaf : leaves_) {
      pending.push_back(copy_out({leaf.spec.dtype, leaf.spec.shape.with_front(pending_)},
                                 leaf.bytes.data() + leaf.consumed));
    }
  }
  std::vector<std::int64_t> cycles(cycles_.begin(), cycles_.end());
  a("written", written_)("cycles", cycles)("pending", pending);
  if (!a.restores()) return;
  a.require(written_ >= std::ssize(cycles), "holds more elements than were written");
  a.require(pending.size() == leaves_.size(), "holds elements of another structure");
  pending_ = std::ssize(cycles);
  cycles_.assign(cycles.begin(), cycles.end());
  for (std::size_t i = 0; i < pending.size(); ++i) {
    Leaf& leaf = leaves_[i];
    const Array& held = pending[i];
    const Shape& shape = held.shape();
    // With several replicas, an element has one more axis than was traced.
    const bool fits =
        held.dtype() == leaf.spec.dtype && shape.rank() > 0 && shape[0] == pending_ &&
        (shape.without_front() == leaf.spec.shape ||
         (shape.rank() > 1 && shape.without_front().without_front() == leaf.spec.shape));
    a.require(fits, "holds elements of another shape");
    leaf.spec.shape = shape.without_front();
    leaf.consumed = 0;
    leaf.bytes.assign(held.bytes(), held.bytes() + held.num_bytes());
  }
}

}  // namespace pipette
