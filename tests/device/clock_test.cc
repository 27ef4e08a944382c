#include "device/clock.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/error.h"

namespace pipette {
namespace {

TEST(Clock, RoundsToTheNearestCycleOnce) {
  const Architecture& mk2 = architecture("Mk2");
  EXPECT_EQ(us_to_cycles(1016.0, mk2), 1'351'280);
  EXPECT_EQ(us_to_cycles(80000 / 1330.0, mk2), 80'000);
  EXPECT_EQ(us_to_cycles(0.0, mk2), 0);
  Architecture slow = mk2;
  slow.clock_hz = 1e6;  // one cycle per microsecond
  EXPECT_EQ(us_to_cycles(2.49, slow), 2);
  EXPECT_EQ(us_to_cycles(2.5, slow), 3);
  EXPECT_EQ(seconds_to_cycles(3e-6, slow), 3);
}

TEST(Clock, ThereAndBackForEveryMachine) {
  for (const Architecture& arch : architectures()) {
    for (std::int64_t cycles : {0ll, 1ll, 7ll, 163'000ll, 1'351'280ll, 1ll << 45}) {
      EXPECT_EQ(us_to_cycles(cycles_to_us(cycles, arch), arch), cycles) << arch.name;
      EXPECT_EQ(seconds_to_cycles(cycles_to_seconds(cycles, arch), arch), cycles) << arch.name;
    }
  }
}

TEST(Clock, CeilNeverLosesWork) {
  EXPECT_EQ(ceil_cycles(0), 0);
  EXPECT_EQ(ceil_cycles(0.001), 1);
  EXPECT_EQ(ceil_cycles(17), 17);
  EXPECT_EQ(ceil_cycles(17.5), 18);
}

TEST(Clock, RejectsWhatIsNoTime) {
  const Architecture& mk2 = architecture("Mk2");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (double bad : {nan, infinity, -infinity, -1.0, 1e30}) {
    EXPECT_THROW(us_to_cycles(bad, mk2), InvalidArgument) << bad;
    EXPECT_THROW(ceil_cycles(bad), InvalidArgument) << bad;
  }
}

TEST(Clock, TimeEndsAtTheLastCycle) {
  EXPECT_EQ(after(10, 5), 15);
  EXPECT_EQ(after(0, kLastCycle), kLastCycle);
  EXPECT_EQ(after(kLastCycle - 1, 1), kLastCycle);
  EXPECT_EQ(after(kLastCycle, kLastCycle), kLastCycle);
  EXPECT_EQ(after(kLastCycle - 1, std::int64_t{1} << 62), kLastCycle);
}

}  // namespace
}  // namespace pipette
