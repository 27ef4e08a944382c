#include "core/csv.h"

#include <gtest/gtest.h>

namespace pipette {
namespace {

TEST(Csv, FloatsHaveAsManyDigitsAsTellThemApart) {
  Csv csv("step,loss,seconds");
  csv.row(1, 0.1f, 0.1);
  csv.row(2, 2.3025851f, 1e-9);
  EXPECT_EQ(csv.text(), "step,loss,seconds\n1,0.1,0.1\n2,2.3025851,1e-09\n");
}

TEST(Csv, WordsAreQuotedOnlyWhereTheyMustBe) {
  Csv csv("name,what");
  csv.row("with feeds", "waits, says \"no\"\nand ends");
  EXPECT_EQ(csv.text(), "name,what\nwith feeds,\"waits, says \"\"no\"\"\nand ends\"\n");
}

}  // namespace
}  // namespace pipette
