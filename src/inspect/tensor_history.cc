#include "inspect/tensor_history.h"

#include <algorithm>

namespace pipette::inspect {

void TensorHistory::halve() {
  std::vector<Group> halved;
  for (std::size_t i = 0; i < groups_.size(); i += 2) {
    Group& group = halved.emplace_back(groups_[i]);
    if (i + 1 == groups_.size()) break;
    group.statistics = merge(group.statistics, groups_[i + 1].statistics);
    group.histogram.add(groups_[i + 1].histogram);
  }
  groups_ = std::move(halved);
  group_size_ *= 2;
}

void TensorHistory::add(const Array& elements) {
  if (elements.shape().rank() == 0) {
    throw InvalidArgument("a tensor's history needs elements along a first axis, not a scalar");
  }
  const Shape element = elements.shape().without_front();
  if (num_elements_ > 0 && element != latest_.shape().without_front()) {
    throw InvalidArgument("elements of shape " + element.to_string() +
                          " do not continue a history of shape " +
                          latest_.shape().without_front().to_string());
  }
  const std::int64_t count = elements.shape()[0];
  if (count == 0) return;
  latest_ = elements;
  num_latest_ = count;
  latest_statistics_ = {};
  for (std::int64_t i = 0; i < count;) {
    if (num_elements_ % group_size_ == 0) {
      if (groups_.size() == kMaxGroups) halve();
      if (num_elements_ % group_size_ == 0) groups_.push_back({num_elements_, {}, {}});
    }
    const std::int64_t room = group_size_ - num_elements_ % group_size_;
    const Array part = elements.slice(i, std::min(count, i + room));
    const Statistics statistics = inspect::statistics(part);
    groups_.back().statistics = merge(groups_.back().statistics, statistics);
    groups_.back().histogram.add(part);
    latest_statistics_ = merge(latest_statistics_, statistics);
    num_elements_ += part.shape()[0];
    i += part.shape()[0];
  }
}

}  // namespace pipette::inspect
