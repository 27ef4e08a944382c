// <pipette/data.h> stands alone: nothing else of this project is included here.
#include <pipette/data.h>

#include <gtest/gtest.h>

TEST(PublicData, BatchesOfDigits) {
  const auto digits = std::make_shared<pipette::DigitSource>(1, pipette::DigitSet::test);
  const pipette::Dataset batches = pipette::Dataset::from_source(digits).batch(100, true);
  EXPECT_EQ(batches.cardinality(), 100);
}
