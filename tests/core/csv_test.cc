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

// Names come from experiments and profiles of strangers.
TEST(Csv, WordsThatASpreadsheetWouldComputeAreTexts) {
  Csv csv("name,value");
  csv.row("=HYPERLINK(\"http://x\")", -1.5);
  csv.row("@SUM(A1)", "-1.5");
  csv.row("+cmd|' /C calc'!A0", "+3e-2");
  csv.row("-", "\rwhat");
  EXPECT_EQ(csv.text(),
            "name,value\n\"'=HYPERLINK(\"\"http://x\"\")\",-1.5\n\"'@SUM(A1)\",-1.5\n"
            "\"'+cmd|' /C calc'!A0\",+3e-2\n\"'-\",\"'\rwhat\"\n");
}

}  // namespace
}  // namespace pipette
