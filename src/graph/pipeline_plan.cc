#include "graph/pipeline_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"

namespace pipette {

void PipelinePlan::check_count(std::int64_t count) const {
  if (count >= overlap && count % overlap == 0) return;
  const std::int64_t below = count / overlap * overlap;
  const std::string nearest =
      below < overlap
          ? fmt::format("the nearest valid count is {}", overlap)
          : fmt::format("the nearest valid counts are {} and {}", below, below + overlap);
  throw FailedPrecondition(fmt::format(
      "The number of iterations of the pipeline must be a multiple of {}, but it is {}; {}. This "
      "number might be called `gradient_accumulation_count`, "
      "`gradient_accumulation_steps_per_replica` or `steps_per_execution`.",
      overlap, count, nearest));
}

}  // namespace pipette
