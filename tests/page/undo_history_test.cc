// Back and forward.
#include "page/undo_history.h"

#include <gtest/gtest.h>

namespace pipette::app {
namespace {

TEST(UndoHistory, AChangeForgetsWhatWasUndone) {
  UndoHistory<int> history(1);
  history.change(2);
  history.change(3);
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.current(), 2);
  history.change(7);
  EXPECT_FALSE(history.redo());
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.current(), 2);
  EXPECT_TRUE(history.undo());
  EXPECT_FALSE(history.undo());
}

}  // namespace
}  // namespace pipette::app
