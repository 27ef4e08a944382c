// A list of integers that mostly rise in equal steps, such as the cycles at which things happened.
// Each stretch of equal steps takes a few bytes.
//
//   SteppedList cycles;
//   for (std::int64_t run = 0; run < 1000; ++run) cycles.push_back(500 + 320 * run);
//   cycles[999];                     // 320180
//   cycles.num_stretches();          // 1
//
// Reading an element takes time logarithmic in the number of stretches. Steps may be negative. A
// list whose steps never repeat takes 12 bytes an element.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pipette {

class SteppedList {
 public:
  void push_back(std::int64_t value) {
    if (stretches_.empty()) {
      stretches_.push_back({0, value, 0});
    } else if (size_ - stretches_.back().begin == 1) {  // two elements make a step
      stretches_.back().step = difference(value, back());
    } else if (difference(value, back()) != stretches_.back().step) {
      stretches_.push_back({size_, value, 0});
    }
    ++size_;
  }

  // Forgets the elements before `index`; they must not be read any more. The others keep their
  // numbers. Elements that share a stretch with `index` remain stored.
  void drop_before(std::size_t index) {
    const auto kept = std::upper_bound(stretches_.begin(), stretches_.end(), index, begins_after);
    if (kept - stretches_.begin() > 1) stretches_.erase(stretches_.begin(), kept - 1);
  }

  std::int64_t operator[](std::size_t index) const {
    assert(index < size_ && index >= stretches_.front().begin);
    const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), index, begins_after);
    return value(*(after - 1), index);
  }
  std::int64_t front() const { return stretches_.front().first; }  // the first element still stored
  std::int64_t back() const { return value(stretches_.back(), size_ - 1); }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // The number of the first element still stored; 0 if the list is empty.
  std::size_t begins() const { return stretches_.empty() ? 0 : stretches_.front().begin; }
  std::size_t num_stretches() const { return stretches_.size(); }

  template <class Archive>
  void archive(Archive& a) {
    a("size", size_)("stretches", stretches_);
    bool in_order = stretches_.empty() == (size_ == 0);
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
      const std::size_t next = i + 1 < stretches_.size() ? stretches_[i + 1].begin : size_;
      in_order = in_order && stretches_[i].begin < next;
    }
    a.require(in_order, "has stretches that are empty or not in order");
  }

  // Equal elements give equal stretches, so this compares the elements, unless some were dropped.
  friend bool operator==(const SteppedList&, const SteppedList&) = default;

 private:
  struct Stretch {
    std::size_t begin;  // index of the first element
    std::int64_t first, step;
    template <class Archive>
    void archive(Archive& a) {
      a("begin", begin)("first", first)("step", step);
    }
    friend bool operator==(const Stretch&, const Stretch&) = default;
  };

  static bool begins_after(std::size_t index, const Stretch& stretch) {
    return index < stretch.begin;
  }
  // Modulo 2^64, so that no difference is too large.
  static std::int64_t difference(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
  }
  static std::int64_t value(const Stretch& stretch, std::size_t index) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(stretch.first) +
                                     static_cast<std::uint64_t>(stretch.step) *
                                         static_cast<std::uint64_t>(index - stretch.begin));
  }

  std::vector<Stretch> stretches_;
  std::size_t size_ = 0;
};

}  // namespace pipette
