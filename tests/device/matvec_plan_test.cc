// The planner breakdown that the Poplar tutorial prints for a 10,000 x 1,000 product on Mk2.
#include "device/matvec_plan.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace pipette {
namespace {

TEST(MatvecPlan, FindsTheTutorialsPlan) {
  const MatvecPlan plan = plan_matvec(10000, 1000, architecture("Mk2"));
  EXPECT_EQ(plan.column_splits, 7);
  EXPECT_EQ(plan.compute_cycles, 3696);
  EXPECT_EQ(plan.exchange_cycles, 143);
  EXPECT_EQ(plan.reduce_exchange_cycles, 49);
  EXPECT_EQ(plan.reduce_compute_cycles, 108);
}

TEST(MatvecPlan, IsNeverWorseThanAnySplit) {
  const Architecture& mk1 = architecture("Mk1");
  for (std::int64_t rows : {1, 100, 5000}) {
    for (std::int64_t columns : {1, 30, 3000}) {
      const std::int64_t best = plan_matvec(rows, columns, mk1).total_cycles();
      for (std::int64_t s = 1; s <= std::min<std::int64_t>(columns, 1216); ++s) {
        EXPECT_LE(best, matvec_with_splits(rows, columns, s, mk1).total_cycles()) << s;
      }
    }
  }
}

TEST(MatvecPlan, RejectsSplitsThatAreNone) {
  const Architecture& mk2 = architecture("Mk2");
  EXPECT_THROW(matvec_with_splits(10, 10, 0, mk2), InvalidArgument);
  EXPECT_THROW(matvec_with_splits(10, 10, 11, mk2), InvalidArgument);
  EXPECT_THROW(plan_matvec(0, 10, mk2), InvalidArgument);
}

}  // namespace
}  // namespace pipette
