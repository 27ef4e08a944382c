#include "page/inspector_panel.h"

#include <gtest/gtest.h>

namespace pipette::app {
namespace {

TEST(FiltersTest, AreTypedWithCommasOrBlanks) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(parse_filters("Dense_128, dense1"), (Words{"Dense_128", "dense1"}));
  EXPECT_EQ(parse_filters(" Dense_128  dense1,"), (Words{"Dense_128", "dense1"}));
  EXPECT_EQ(parse_filters(" , "), Words{"none"}) << "everything passes";
  EXPECT_EQ(filters_text({"Dense_128", "dense1"}), "Dense_128, dense1");
  EXPECT_EQ(parse_filters(filters_text({})), Words{"none"});
}

}  // namespace
}  // namespace pipette::app
