#include "graph/pipeline_plan.h"

#include <fmt/format.h>

#include <limits>

#include "core/error.h"

namespace pipette {

NearestCounts nearest_valid_counts(int overlap, std::int64_t count) {
  constexpr std::int64_t kMaxCount = std::numeric_limits<std::int32_t>::max();
  const std::int64_t last = kMaxCount / overlap * overlap;
  if (count < overlap) return {0, overlap};
  if (count > last) return {last, 0};
  const std::int64_t below = count / overlap * overlap;
  return {below, below == count ? count : below + overlap};
}

void PipelinePlan::check_count(std::int64_t count) const {
  const NearestCounts nearest = nearest_valid_counts(overlap, count);
  if (nearest.below == count && count > 0) return;
  std::string advice;
  if (nearest.below == 0) {
    advice = fmt::format("the smallest valid count is {}", nearest.above);
  } else if (nearest.above == 0) {
    advice = fmt::format("the largest valid count is {}", nearest.below);
  } else {
    advice = fmt::format("the nearest valid counts are {} and {}", nearest.below, nearest.above);
  }
  throw FailedPrecondition(
      fmt::format("The number of iterations of the pipeline must be a multiple of {}, "
                  "but it is {}. This number might be called `gradient_accumulation_count`, "
                  "`gradient_accumulation_steps_per_replica` or `steps_per_execution`; {}",
                  overlap, count, advice));
}

}  // namespace pipette
