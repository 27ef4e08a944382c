#include "feeds/infeed_queue.h"

#include <fmt/format.h>

#include "core/archive.h"
#include "graph/ops.h"

namespace pipette {

namespace {

constexpr int kDefaultPrefetchDepth = 3;
constexpr int kMaxPrefetchDepth = 255;

int checked_prefetch_depth(const std::optional<int>& depth) {
  const int value = depth.value_or(0);
  if (value < 0) {
    throw ValueError(fmt::format(
        "prefetch_depth must be at least 1, but it is {}; the nearest valid value is 1", value));
  }
  if (value > kMaxPrefetchDepth) {
    throw ValueError(fmt::format(
        "prefetch_depth must be less than 256, but it is {}; the nearest valid value is 255",
        value));
  }
  return value == 0 ? kDefaultPrefetchDepth : value;
}

std::optional<int> checked_ordinal(const std::optional<int>& ordinal) {
  if (ordinal.value_or(0) < 0) {
    throw ValueError(fmt::format("device_ordinal must be at least 0, but it is {}", *ordinal));
  }
  return ordinal;
}

}  // namespace

InfeedQueue::InfeedQueue(const Dataset& dataset, const InfeedOptions& options)
    : dataset_(dataset),
      specs_(dataset.element_spec().flatten()),
      name_(options.name),
      prefetch_depth_(checked_prefetch_depth(options.prefetch_depth)),
      device_ordinal_(checked_ordinal(options.device_ordinal)),
      graph_mode_(options.graph_mode) {
  for (const ArraySpec& spec : specs_) {
    if (!spec.shape.is_fully_defined()) {
      throw ValueError(fmt::format(
          "infeed \"{}\": the element shape {} is not fully defined; if the dataset is batched, "
          "use batch(batch_size, drop_remainder=True)",
          name_, spec.shape.to_string()));
    }
  }
}

void InfeedQueue::initialize() {
  if (graph_mode_ && was_initialized_) {
    throw ValueError(
        fmt::format("infeed \"{}\": the initializer can only be accessed once", name_));
  }
  iterator_ = dataset_.make_iterator();
  was_initialized_ = true;
}

void InfeedQueue::destroy() {
  if (!iterator_) {
    throw NotFound(fmt::format("Infeed with id='{}' does not exist; initialize it first", name_));
  }
  iterator_.reset();
}

void InfeedQueue::restart_with(const Dataset& dataset) {
  const Nest<ArraySpec>& now = dataset_.element_spec();
  const Nest<ArraySpec>& wanted = dataset.element_spec();
  if (!wanted.same_structure(now) || wanted.flatten() != now.flatten()) {
    throw InvalidArgument(
        fmt::format("infeed \"{}\": programs were compiled for elements of another structure, "
                    "shape or dtype; use another queue",
                    name_));
  }
  dataset_ = dataset;
  iterator_ = dataset_.make_iterator();
  was_initialized_ = true;
}

void InfeedQueue::get_next() const {
  throw ValueError("get_next() is obsolete: pass the queue to a loop, or use next() inside one");
}

Nest<Tensor> InfeedQueue::next() {
  Nest<Tensor> element = stream_in(*this);
  dequeued_ = true;
  return element;
}

void InfeedQueue::check_ready() const {
  if (!iterator_) {
    throw FailedPrecondition(
        fmt::format("infeed \"{}\": Trying to access an infeed context which has not been created. "
                    "Did you initialize the infeed_queue?",
                    name_));
  }
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    if (!is_device_dtype(specs_[i].dtype)) {
      throw FailedPrecondition(fmt::format(
          "Unsupported datatype {} on index {} of feed operation \"{}\"; cast it in a map()",
          dtype_name(specs_[i].dtype), i, name_));
    }
    if (specs_[i].shape.has_zero_size()) {
      throw InvalidArgument(
          fmt::format("infeed \"{}\": component {} has shape {}, a dimension of size 0", name_, i,
                      specs_[i].shape.to_string()));
    }
  }
}

void InfeedQueue::advance(bool (*step)(InfeedQueue&)) {
  if (!iterator_) check_ready();
  bool more = false;
  try {
    more = step(*this);
  } catch (const Error& cause) {
    throw_again(cause,
                fmt::format("infeed \"{}\": An infeed dataset iterator has failed: ", name_));
  }
  if (!more) {
    throw OutOfRange(fmt::format(
        "infeed \"{}\": An infeed dataset iterator has failed: the data ended after {} elements; "
        "use repeat(), or initialize the queue again",
        name_, elements_read_));
  }
  ++elements_read_;
}

const std::vector<Array>& InfeedQueue::read() {
  advance([](InfeedQueue& queue) { return queue.iterator_->next(queue.element_); });
  leaves_ = element_.flatten();
  if (elements_read_ == 1) {
    first_.clear();
    for (const Array& leaf : leaves_) first_.push_back(leaf.clone());
  }
  return leaves_;
}

void InfeedQueue::skip() {
  if (elements_read_ == 0) {
    read();  // for first()
  } else {
    advance([](InfeedQueue& queue) { return queue.iterator_->skip(); });
  }
}

InfeedQueue iter(const Dataset& dataset, InfeedOptions options) {
  InfeedQueue queue(dataset, options);
  queue.initialize();
  return queue;
}

IpuIterator::IpuIterator(const Dataset& dataset, const InfeedOptions& options)
    : queue_(dataset, options) {
  queue_.initialize();
}

Nest<Tensor> IpuIterator::next() {
  Nest<Tensor> element = queue_.next();
  return element.is_leaf() ? Nest<Tensor>::tuple({element}) : element;
}

void IpuIterator::get_next_as_optional() const {
  throw Unimplemented("get_next_as_optional() is not implemented for an infeed, as upstream");
}

void InfeedPosition::archive(Archive& a) {
  std::int64_t elements = queue_.elements_read();
  a("elements_read", elements);
  a.require(elements >= queue_.elements_read() && elements <= most_,
            "is at no position that the program reaches");
  while (a.restores() && queue_.elements_read() < elements) queue_.skip();
}

}  // namespace pipette
