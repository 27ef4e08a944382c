// A bounded first-in first-out queue. Not thread-safe.
//
//   RingBuffer<int> ring(3);  ring.push(1);  ring.pop();  ring.full()
//
// push() on a full ring overwrites the oldest element when built with Overflow::overwrite (a log of
// the latest events); otherwise it breaks an invariant.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/error.h"

namespace pipette {

enum class Overflow { forbidden, overwrite };

template <class T>
class RingBuffer {
 public:
  explicit RingBuffer(std::size_t capacity, Overflow overflow = Overflow::forbidden)
      : items_(capacity), overflow_(overflow) {
    PIPETTE_CHECK(capacity > 0, "capacity 0");
  }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return items_.size(); }
  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == items_.size(); }

  void push(T item) {
    if (full()) {
      PIPETTE_CHECK(overflow_ == Overflow::overwrite, "push on a full ring");
      first_ = next(first_);
      --size_;
    }
    items_[wrap(first_ + size_)] = std::move(item);
    ++size_;
  }
  T pop() {
    PIPETTE_CHECK(!empty(), "pop on an empty ring");
    T item = std::move(items_[first_]);
    first_ = next(first_);
    --size_;
    return item;
  }
  // Element 0 is the oldest.
  const T& operator[](std::size_t index) const { return items_[wrap(first_ + index)]; }
  const T& back() const { return (*this)[size_ - 1]; }
  void clear() { first_ = size_ = 0; }

 private:
  std::size_t wrap(std::size_t i) const { return i >= items_.size() ? i - items_.size() : i; }
  std::size_t next(std::size_t i) const { return wrap(i + 1); }

  std::vector<T> items_;
  Overflow overflow_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace pipette
