#include "inspect/tensor_history.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/archive.h"

namespace pipette::inspect {

void TensorHistory::halve() {
  std::vector<Group> halved;
  for (std::size_t i = 0; i < groups_.size(); i += 2) {
    Group& group = halved.emplace_back(groups_[i]);
    if (i + 1 == groups_.size()) break;
    group.count += groups_[i + 1].count;
    group.statistics = merge(group.statistics, groups_[i + 1].statistics);
    group.histogram.add(groups_[i + 1].histogram);
  }
  groups_ = std::move(halved);
  group_size_ *= 2;
}

void TensorHistory::add(const Array& elements, std::optional<std::int64_t> first) {
  if (elements.shape().rank() == 0) {
    throw InvalidArgument("a tensor's history needs elements along a first axis, not a scalar");
  }
  const Shape element = elements.shape().without_front();
  if (num_elements_ > 0 && element != latest_.shape().without_front()) {
    throw InvalidArgument("elements of shape " + element.to_string() +
                          " do not continue a history of shape " +
                          latest_.shape().without_front().to_string());
  }
  if (first.value_or(end_) < end_) {
    throw InvalidArgument(
        fmt::format("elements from number {} on are there already, up to {}", *first, end_ - 1));
  }
  const std::int64_t count = elements.shape()[0];
  if (count == 0) return;
  bool gap = first.value_or(end_) > end_;
  end_ = first.value_or(end_);
  latest_ = elements;
  num_latest_ = count;
  latest_statistics_ = {};
  for (std::int64_t i = 0; i < count;) {
    const auto full = [&] { return groups_.empty() || gap || groups_.back().count >= group_size_; };
    if (full() && groups_.size() == kMaxGroups) halve();
    if (full()) groups_.push_back({end_, 0, {}, {}});
    gap = false;
    Group& group = groups_.back();
    const Array part = elements.slice(i, std::min(count, i + group_size_ - group.count));
    const std::int64_t taken = part.shape()[0];
    const Statistics statistics = inspect::statistics(part);
    group.statistics = merge(group.statistics, statistics);
    group.histogram.add(part);
    group.count += taken;
    latest_statistics_ = merge(latest_statistics_, statistics);
    num_elements_ += taken;
    end_ += taken;
    i += taken;
  }
}

void TensorHistory::Group::archive(Archive& a) {
  a("first", first)("count", count)("statistics", statistics)("histogram", histogram);
}

void TensorHistory::archive(Archive& a) {
  a("latest", latest_)("num_latest", num_latest_)("num_elements", num_elements_)("end", end_);
  a("latest_statistics", latest_statistics_)("groups", groups_)("group_size", group_size_);
  const bool any = latest_.shape().rank() > 0 && latest_.shape()[0] == num_latest_;
  a.require(any && num_elements_ >= 0 && end_ >= num_elements_,
            "counts elements that are not there");
  a.require(group_size_ >= 1 && groups_.size() <= kMaxGroups, "has no such groups");
}

}  // namespace pipette::inspect
