// The history of one tensor, element after element: its latest values, and statistics and a
// histogram of all earlier ones.
//
//   TensorHistory history;
//   history.add(outfeed.dequeue()["dense1"].leaf());      // [elements, ...]
//   history.latest().slice(7);  history.statistics();
//   for (const TensorHistory::Group& group : history.groups()) draw(group.histogram);
//
// Elements are numbered; missing elements leave a gap in the numbers. Time is divided into at most
// kMaxGroups groups of equally many elements, fewer before a gap and at the end; when there would
// be more, every two are merged.
#pragma once

#include <optional>
#include <vector>

#include "inspect/statistics.h"

namespace pipette::inspect {

class TensorHistory {
 public:
  static constexpr std::size_t kMaxGroups = 256;

  struct Group {
    std::int64_t first = 0, count = 0;  // elements
    Statistics statistics;
    Histogram histogram;
    void archive(Archive& a);
  };

  // Adds the next elements, [elements, ...], numbered from `first` on, or from the end of the
  // previous ones; adding none changes nothing. Throws InvalidArgument for a scalar, for elements
  // of another shape than earlier ones, and for numbers that were added already.
  void add(const Array& elements, std::optional<std::int64_t> first = std::nullopt);

  const Array& latest() const { return latest_; }  // the latest argument of add()
  std::int64_t first_of_latest() const { return end_ - num_latest_; }
  std::int64_t num_elements() const { return num_elements_; }
  std::int64_t num_latest() const { return num_latest_; }
  const Statistics& statistics() const { return latest_statistics_; }  // of latest()
  const std::vector<Group>& groups() const { return groups_; }
  std::int64_t group_size() const { return group_size_; }  // the most elements of a group
  void archive(Archive& a);

 private:
  void halve();

  Array latest_;
  std::int64_t num_latest_ = 0;
  std::int64_t num_elements_ = 0;
  std::int64_t end_ = 0;  // the number after the last
  Statistics latest_statistics_;
  std::vector<Group> groups_;
  std::int64_t group_size_ = 1;
};

}  // namespace pipette::inspect
