#include "cards/printed_view.h"

#include <gtest/gtest.h>

namespace pipette::app {
namespace {

TEST(OnTerminal, ACarriageReturnWritesOverTheLine) {
  EXPECT_EQ(on_terminal("Epoch 1/3\n1/4 [>..]\r2/4 [=>.]\r4/4 [===]\nnext"),
            "Epoch 1/3\n4/4 [===]\nnext");
  EXPECT_EQ(on_terminal("a\r\nb"), "a\nb");
  EXPECT_EQ(on_terminal("still\r"), "still") << "nothing came yet that could replace it";
}

}  // namespace
}  // namespace pipette::app
