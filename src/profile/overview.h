// A coarse record of every lane's activity over all modelled time, however long that is.
//
//   Overview overview;
//   overview.add(0, theme::Activity::forward, 100, 250);
//   overview.bucket_cycles();                       // doubles as time goes on
//   overview.lanes().at(0)[7][activity];            // cycles of it in the eighth bucket
//
// Cycles are summed in buckets of equal length, at most kMostBuckets in total, but up to
// kFewestBuckets for each lane; when time exceeds them, each two are merged. So no cycle is lost,
// and none is in the wrong bucket. A picture of all the time has fewer pixels than a few lanes have
// buckets, so it can be zoomed into.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "theme/theme.h"

namespace pipette::profile {

class Overview {
 public:
  static constexpr std::int64_t kMostBuckets = 8192;
  static constexpr std::int64_t kFewestBuckets = 512;
  static constexpr std::size_t kNumActivities = static_cast<std::size_t>(theme::Activity::count);
  using Bucket = std::array<std::int64_t, kNumActivities>;  // cycles by Activity

  // Adds a leaf span; leaves do not overlap on a lane; 0 <= begin <= end.
  void add(int lane, theme::Activity activity, std::int64_t begin, std::int64_t end);

  std::int64_t bucket_cycles() const { return bucket_cycles_; }
  const std::map<int, std::vector<Bucket>>& lanes() const { return lanes_; }

 private:
  std::int64_t most_buckets() const;  // of a lane
  void halve();

  std::int64_t bucket_cycles_ = 1024;
  std::map<int, std::vector<Bucket>> lanes_;  // by lane; buckets up to the last non-empty one
};

}  // namespace pipette::profile
