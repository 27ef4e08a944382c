#include "core/json.h"

#include <gtest/gtest.h>

#include <iterator>
#include <string>

#include "core/random.h"

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

TEST(Json, RubbishAfterANulAndAKeyTwiceAreNoJson) {
  EXPECT_TRUE(parse_json(std::string_view("{}\0 and more", 12)).is_discarded());
  EXPECT_TRUE(parse_json(std::string_view("{\"a\":\"\0\"}", 9)).is_discarded());
  EXPECT_TRUE(parse_json(R"({"steps":5,"steps":900})").is_discarded());
  EXPECT_TRUE(parse_json(R"([{"a":{"b":1,"b":1}}])").is_discarded());
  EXPECT_FALSE(parse_json(R"([{"a":1},{"a":{"a":2}}])").is_discarded());
  EXPECT_EQ(parse_json("\xef\xbb\xbf{\"a\":1}")["a"], 1);
}

TEST(Json, DiscardsWhatIsNestedDeeperThanTheLimit) {
  EXPECT_FALSE(parse_json(nested(kMaxJsonDepth)).is_discarded());
  EXPECT_TRUE(parse_json(nested(kMaxJsonDepth + 1)).is_discarded());
  EXPECT_TRUE(parse_json(nested(1'000'000)).is_discarded());
  EXPECT_TRUE(parse_json(std::string(1'000'000, '{')).is_discarded());
}

TEST(Json, WhatIsNotUtf8IsFoundAndShown) {
  for (const char* text : {"", "a", "ä→", "\xf0\x9f\x98\x80"}) EXPECT_TRUE(is_utf8(text)) << text;
  for (const char* text : {"\xff", "a\xc3", "\xed\xa0\x80"}) EXPECT_FALSE(is_utf8(text)) << text;
  EXPECT_EQ(shown_json(Json("a\xff")), "\"a\xef\xbf\xbd\"");
  RandomStream random(1, "bytes");
  constexpr unsigned char kEdges[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                      0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
                                      0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff};
  for (int i = 0; i < 20'000; ++i) {
    std::string text(1 + random.uniform_int(4), ' ');
    for (char& c : text) c = static_cast<char>(kEdges[random.uniform_int(std::size(kEdges))]);
    bool written = true;
    try {
      Json(text).dump();
    } catch (const Json::type_error&) {
      written = false;
    }
    EXPECT_EQ(is_utf8(text), written) << shown_json(text);
  }
}

TEST(Json, BracketsInStringsAreText) {
  const std::string text = "[\"" + std::string(1000, '[') + "\\\"[\", []]";
  EXPECT_FALSE(parse_json(text).is_discarded());
}

}  // namespace
}  // namespace pipette
