// Sizes, durations and shares as people read them; tests/web/node/quantities.test.mjs holds
// JavaScript to the same file.
#include "core/format_quantity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "core/json.h"

namespace pipette {
namespace {

TEST(FormatQuantity, GivesTheTextsOfAThousandValues) {
  std::ifstream file(PIPETTE_SOURCE_DIR "/tests/golden/quantities.json");
  std::stringstream text;
  text << file.rdbuf();
  const Json golden = parse_json(text.str());
  std::size_t tried = 0;
  for (const auto& [kind, rows] : golden.items()) {
    for (const Json& row : rows) {
      const double value = row.at(0).get<double>();
      const std::string shown = kind == "bytes"          ? format_bytes(value)
                                : kind == "microseconds" ? format_time_us(value)
                                                         : format_percent(value);
      EXPECT_EQ(shown, row.at(1).get<std::string>()) << kind << " " << row.at(0);
      ++tried;
    }
  }
  EXPECT_EQ(tried, 1000u);
}

TEST(FormatQuantity, ADashIsNoNumber) {
  for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    EXPECT_EQ(format_bytes(value), "–");
    EXPECT_EQ(format_time_us(value), "–");
    EXPECT_EQ(format_percent(value), "–");
  }
}

TEST(FormatQuantity, NeverHasFourDigitsBeforeThePoint) {
  for (double us = 1; us < 9e8; us *= 1.0007) {
    const std::string text = format_time_us(us);
    EXPECT_LE(text.find_first_not_of("0123456789"), 3u) << text;
  }
}

}  // namespace
}  // namespace pipette
