#include "core/typed_number.h"

#include <gtest/gtest.h>

#include <utility>

namespace pipette {
namespace {

TEST(TypedNumber, HasTheSeparatorsOfManyCountries) {
  const std::pair<const char*, double> cases[] = {
      {"32", 32},          {" 32 ", 32},        {"-5.5", -5.5},     {"1e-3", 0.001},
      {"10,000", 10000},   {"1,000,000", 1e6},  {"1 000 000", 1e6}, {"1'000", 1000},
      {"1,234.5", 1234.5}, {"1 234,5", 1234.5}, {"0,01", 0.01},     {"0,125", 0.125},
      {"1,5", 1.5},        {"50 %", 0.5},       {"50%", 0.5},       {"12,5 %", 0.125},
      {"+3", 3},           {".5", 0.5},         {",5", 0.5}};
  for (const auto& [text, number] : cases) EXPECT_EQ(typed_number(text), number) << text;
}

TEST(TypedNumber, IsNoOtherText) {
  for (const char* text :
       {"", " ", "many", "32x", "1,2,3", "1 2", "0x10", "nan", "inf", "%", "--1", "1e999"}) {
    EXPECT_EQ(typed_number(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace pipette
