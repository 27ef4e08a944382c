#include "core/choices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pipette {

enum class Order { first_come, sorted };
constexpr auto choices_of(Order) {
  return std::to_array<Choice<Order>>(
      {{Order::first_come, "first_come", "First come"}, {Order::sorted, "sorted"}});
}

namespace {

using testing::HasSubstr;

template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Choices, AreReadAsWordsAndAsKeys) {
  EXPECT_EQ(from_word<Order>("order", "first_come"), Order::first_come);
  EXPECT_EQ(from_key<Order>("order", "firstCome"), Order::first_come);
  EXPECT_EQ(find_choice<Order>("FIRST COME")->value, Order::first_come);
  EXPECT_EQ(find_choice<Order>("last"), nullptr);
  EXPECT_EQ(to_key(Order::first_come), "firstCome");
  EXPECT_STREQ(to_label(Order::sorted), "sorted");
}

TEST(Choices, AnErrorListsThemAsTheyAreWritten) {
  EXPECT_THAT(error_of([] { from_word<Order>("order", "firstCome"); }),
              HasSubstr("\"order\" must be one of \"first_come\", \"sorted\", not \"firstCome\""));
  EXPECT_THAT(
      error_of([] { from_key<Order>("order", "first_come"); }),
      HasSubstr("order must be one of \"firstCome\", \"sorted\", but it is \"first_come\""));
}

}  // namespace
}  // namespace pipette
