#include "core/printable.h"

#include <gtest/gtest.h>

namespace pipette {
namespace {

TEST(Printable, HasNoControlCharacters) {
  EXPECT_EQ(printable("dense/MatMul \xc3\xa4 \xe2\x82\xac"), "dense/MatMul \xc3\xa4 \xe2\x82\xac");
  EXPECT_EQ(printable("\x1b]0;gone\x07\x7f"), "\\x1b]0;gone\\x07\\x7f");
  EXPECT_EQ(printable("a\xc2\x9b"
                      "2J\r\n"),
            "a\\x9b2J\\x0d\\x0a");
  EXPECT_EQ(printable("one\ntwo\x1b", "\n"), "one\ntwo\\x1b");
  EXPECT_EQ(printable("\xc2"), "\xc2");
}

}  // namespace
}  // namespace pipette
