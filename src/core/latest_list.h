// A list that can drop its first elements; the others keep their numbers.
//
//   LatestList<float> list;
//   list.push_back(0.5f);
//   list.drop_front(1000);                       // called now and then, keeps memory bounded
//   for (std::size_t i = list.first(); i < list.size(); ++i) list[i];
//
// The kept elements are contiguous. Converted to a vector or iterated over, the list has only
// those.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pipette {

template <class T>
class LatestList {
 public:
  using value_type = T;
  using const_iterator = typename std::vector<T>::const_iterator;

  void push_back(T value) { kept_.push_back(std::move(value)); }
  // Drops the first `count` of the kept elements, or all of them if there are fewer.
  void drop_front(std::size_t count) {
    count = std::min(count, kept_.size());
    kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(count));
    first_ += count;
  }

  std::size_t size() const { return first_ + kept_.size(); }  // counts all elements ever added
  bool empty() const { return size() == 0; }
  std::size_t first() const { return first_; }  // the number of the first kept element
  const T& operator[](std::size_t number) const { return kept_[number - first_]; }
  const T& back() const { return kept_.back(); }

  const std::vector<T>& kept() const { return kept_; }
  operator const std::vector<T>&() const { return kept_; }
  const_iterator begin() const { return kept_.begin(); }
  const_iterator end() const { return kept_.end(); }
  friend bool operator==(const LatestList&, const LatestList&) = default;
  template <class Archive>
  void archive(Archive& a) {
    a("first", first_)("kept", kept_);
    a.require(first_ < Archive::kLargest, "begins too late");
  }

 private:
  std::vector<T> kept_;
  std::size_t first_ = 0;
};

}  // namespace pipette
