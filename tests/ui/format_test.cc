// Numbers as people read them, and what the buttons of a number field make of them.
#include "ui/format.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ui/widgets.h"

namespace pipette::app {
namespace {

TEST(Stepper, PowersOfTwoAndOneTwoFive) {
  const NumberLook doubles = {.minimum = 1, .maximum = 64, .doubles = true};
  EXPECT_EQ(stepped(32, 1, doubles), 64);
  EXPECT_EQ(stepped(64, 1, doubles), 64);
  EXPECT_EQ(stepped(33, -1, doubles), 32);
  EXPECT_EQ(stepped(1, -1, doubles), 1);
  const NumberLook real = {.integer = false, .minimum = 0, .maximum = 10};
  EXPECT_NEAR(stepped(0.01, 1, real), 0.02, 1e-12);
  EXPECT_NEAR(stepped(0.02, 1, real), 0.05, 1e-12);
  EXPECT_NEAR(stepped(0.05, 1, real), 0.1, 1e-12);
  EXPECT_NEAR(stepped(0.1, -1, real), 0.05, 1e-12);
  const NumberLook steps = {.minimum = 1, .maximum = 1e6, .steps_125 = true};
  EXPECT_EQ(stepped(10, 1, steps), 20);
  EXPECT_EQ(stepped(1000, -1, steps), 500);
}

TEST(Format, AsPeopleReadThem) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(10000), "10,000");
  EXPECT_EQ(format_count(-1234567), "-1,234,567");
  EXPECT_EQ(format_number(0.01), "0.01");
  EXPECT_EQ(format_number(0.21713, 4), "0.2171");
  for (const auto& [value, text] : std::vector<std::pair<double, const char*>>{{0, "0"},
                                                                               {0.001, "0.001"},
                                                                               {0.00001, "1e-5"},
                                                                               {250, "250"},
                                                                               {20000, "20000"},
                                                                               {2e6, "2e6"},
                                                                               {5e18, "5e18"},
                                                                               {1e200, "1e200"},
                                                                               {2.5, "2.5"}}) {
    EXPECT_EQ(format_tick(value), text);
  }
}

TEST(FormatValue, SaysWhatIsNoNumber) {
  EXPECT_EQ(format_value(std::nan("")), "NaN");
  EXPECT_EQ(format_value(-HUGE_VAL), "-inf");
  EXPECT_EQ(format_value(0.0123456), "0.01235");
}

TEST(Format, RatesHaveThePrefixesOfSi) {
  EXPECT_EQ(with_unit(1, "1", "B/s"), "1 B/s");
  EXPECT_EQ(with_unit(999, "999", "B/s"), "999 B/s");
  EXPECT_EQ(with_unit(1000, "1000", "B/s"), "1 kB/s");
  EXPECT_EQ(with_unit(20.2e9, "2e10", "B/s"), "20.2 GB/s");
  EXPECT_EQ(with_unit(1e15, "1e15", "B/s"), "1000 TB/s");
  EXPECT_EQ(with_unit(2.35e9, "2350000000", "B/s"), "2.35 GB/s");
  EXPECT_EQ(with_unit(3, "3", "") + with_unit(516, "516", "us"), "3516 us");
}

}  // namespace
}  // namespace pipette::app
