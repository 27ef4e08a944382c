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
  std::vector<Bucket>& buckets = lanes_[lane];
  while (end > bucket_cycles_ * most_buckets()) halve();
  while (begin < end) {
    const std::int64_t number = begin / bucket_cycles_;
    const std::int64_t until = std::min(end, (number + 1) * bucket_cycles_);
    if (number >= std::ssize(buckets)) buckets.resize(static_cast<std::size_t>(number) + 1);
    item(item(buckets, number), activity) += until - begin;
    begin = until;
  }
}

std::int64_t Overview::most_buckets() const {
  return std::max(kFewestBuckets, kMostBuckets / std::ssize(lanes_));
}

}  // namespace pipette::profile
