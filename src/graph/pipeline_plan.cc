#include "graph/pipeline_plan.h"

#include <fmt/format.h>

#include <limits>

#include "core/error.h"

namespace pipette {

std::string CountRule::text() const {
  return step == least ? fmt::format("a multiple of {}", step) : fmt::format("at least {}", least);
}

NearestCounts nearest_valid_counts(const CountRule& rule, std::int64_t count) {
  constexpr std::int64_t kMaxCount = std::numeric_limits<std::int32_t>::max();
  const std::int64_t last = rule.least + rule.repeats(kMaxCount) * rule.step;
  if (count < rule.least) return {0, rule.least};
  if (count > last) return {last, 0};
  const std::int64_t below = rule.least + rule.repeats(count) * rule.step;
  return {below, below == count ? count : below + rule.step};
}

void PipelinePlan::check_count(std::int64_t count) const {
  const NearestCounts nearest = nearest_valid_counts(count_rule, count);
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
      fmt::format("The number of iterations of the pipeline must be {}, "
                  "but it is {}. This number might be called `gradient_accumulation_count`, "
                  "`gradient_accumulation_steps_per_replica` or `steps_per_execution`; {}",
                  count_rule.text(), count, advice));
}

}  // namespace pipette
