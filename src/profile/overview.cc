#include "profile/overview.h"

#include <algorithm>

#include "core/item.h"

namespace pipette::profile {

void Overview::halve() {
  bucket_cycles_ *= 2;
  for (auto& [lane, buckets] : lanes_) {
    for (std::size_t i = 0; i < buckets.size(); ++i) {
      const Bucket from = buckets[i];
      if (i % 2 == 0) {
        buckets[i / 2] = from;
        continue;
      }
      for (std::size_t a = 0; a < kNumActivities; ++a) buckets[i / 2][a] += from[a];
    }
    buckets.resize((buckets.size() + 1) / 2);
  }
}

void Overview::add(int lane, theme::Activity activity, std::int64_t begin, std::int64_t end) {
  while (end > bucket_cycles_ * kMostBuckets) halve();
  std::vector<Bucket>& buckets = lanes_[lane];
  while (begin < end) {
    const std::int64_t number = begin / bucket_cycles_;
    const std::int64_t until = std::min(end, (number + 1) * bucket_cycles_);
    if (number >= std::ssize(buckets)) buckets.resize(static_cast<std::size_t>(number) + 1);
    item(item(buckets, number), activity) += until - begin;
    begin = until;
  }
}

Overview Overview::coarser(std::int64_t most_buckets) const {
  Overview made = *this;
  const auto longest = [&] {
    std::int64_t length = 0;
    for (const auto& [lane, buckets] : made.lanes_) {
      length = std::max<std::int64_t>(length, std::ssize(buckets));
    }
    return length;
  };
  while (longest() > std::max<std::int64_t>(1, most_buckets)) made.halve();
  return made;
}

}  // namespace pipette::profile
