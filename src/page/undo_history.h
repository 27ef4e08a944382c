// A history of values, with undo and redo.
//
//   UndoHistory<Experiment> history(first);
//   history.change(second);  history.undo();  history.current();   // first again
//
// A change after an undo drops the undone values. Not thread-safe.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace pipette::app {

template <class T>
class UndoHistory {
 public:
  static constexpr std::size_t kMaxSteps = 200;  // the number of values kept

  explicit UndoHistory(T first) { values_.push_back(std::move(first)); }

  const T& current() const { return values_[at_]; }
  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < values_.size(); }

  void change(T next) {
    values_.resize(at_ + 1, values_[at_]);
    values_.push_back(std::move(next));
    if (values_.size() > kMaxSteps) values_.erase(values_.begin());
    at_ = values_.size() - 1;
  }
  // Drops the latest change: it can be neither undone nor redone.
  void take_back() {
    if (undo()) values_.resize(at_ + 1, values_[at_]);
  }
  bool undo() {
    if (!can_undo()) return false;
    --at_;
    return true;
  }
  bool redo() {
    if (!can_redo()) return false;
    ++at_;
    return true;
  }

 private:
  std::vector<T> values_;
  std::size_t at_ = 0;
};

}  // namespace pipette::app
