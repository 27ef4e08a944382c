#include "core/json.h"

#include <gtest/gtest.h>

#include <string>

namespace pipette {
namespace {

std::string nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') +
         std::string(static_cast<std::size_t>(depth), ']');
}

TEST(Json, KeepsTheOrderOfKeys) {
  EXPECT_EQ(parse_json(R"({"b": 1, "a": [2.5, "x"]})").dump(), R"({"b":1,"a":[2.5,"x"]})");
}

TEST(Json, DiscardsWhatIsNotJson) {
  for (const char* text : {"", "{", "[1,]", "nul", "{\"a\" 1}", "\"", "\xff", "[\"\\"}) {
    EXPECT_TRUE(parse_json(text).is_discarded()) << text;
  }
}

TEST(Json, DiscardsWhatIsNestedDeeperThanTheLimit) {
  EXPECT_FALSE(parse_json(nested(kMaxJsonDepth)).is_discarded());
  EXPECT_TRUE(parse_json(nested(kMaxJsonDepth + 1)).is_discarded());
  EXPECT_TRUE(parse_json(nested(1'000'000)).is_discarded());
  EXPECT_TRUE(parse_json(std::string(1'000'000, '{')).is_discarded());
}

TEST(Json, BracketsInStringsAreText) {
  const std::string text = "[\"" + std::string(1000, '[') + "\\\"[\", []]";
  EXPECT_FALSE(parse_json(text).is_discarded());
}

}  // namespace
}  // namespace pipette
