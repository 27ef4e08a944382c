#include "core/whole_number.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace pipette {
namespace {

TEST(WholeNumber, IsWhatAnInt64Holds) {
  EXPECT_EQ(whole_number(7, "calls"), 7);
  EXPECT_EQ(whole_number(-1e3, "calls"), -1000);
  EXPECT_EQ(whole_number(std::int64_t{-9223372036854775807}, "calls"), -9223372036854775807);
  for (const char* bad :
       {"1e30", "-1e30", "0.5", "18446744073709551615", "9.3e18", "\"7\"", "null"}) {
    EXPECT_THROW(whole_number(parse_json(bad), "calls"), InvalidArgument) << bad;
  }
}

}  // namespace
}  // namespace pipette
