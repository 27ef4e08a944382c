// What an outfeed queue holds in the host's memory: by the number of its elements.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "feeds/outfeed_fixture.h"

namespace pipette {
namespace {

using testing::ElementsAre;
using namespace outfeed_fixture;

TEST(OutfeedMemory, IsThatOfTheElementsThatWait) {
  OutfeedQueue queue;
  trace(queue);
  EXPECT_EQ(queue.held_bytes(), 0);
  for (int i = 0; i < 5; ++i) write(queue, static_cast<float>(i));
  EXPECT_EQ(queue.held_bytes(), 5 * queue.element_bytes());
  queue.pop();
  EXPECT_EQ(queue.held_bytes(), 4 * queue.element_bytes()) << "popped, whatever stays reserved";
  queue.dequeue();
  EXPECT_EQ(queue.held_bytes(), 0);
  OutfeedQueue last({.mode = OutfeedMode::last});
  trace(last);
  for (int i = 0; i < 5; ++i) write(last, static_cast<float>(i));
  EXPECT_EQ(last.held_bytes(), last.element_bytes()) << "the newest only";
}

// Without a limit a program that enqueues in a long engine run takes all of the host's memory.
TEST(OutfeedMemory, RefusesMoreThanMayWait) {
  OutfeedQueue queue({.max_pending_bytes = 3 * sizeof(float)});
  trace(queue);
  for (int i = 0; i < 3; ++i) write(queue, static_cast<float>(i));
  EXPECT_THROW(write(queue, 3), ResourceExhausted);
  EXPECT_THAT(values(queue.dequeue().leaf()), ElementsAre(0, 1, 2));
  EXPECT_NO_THROW(write(queue, 3));
  OutfeedQueue last({.mode = OutfeedMode::last, .max_pending_bytes = sizeof(float)});
  trace(last);
  for (int i = 0; i < 3; ++i) EXPECT_NO_THROW(write(last, static_cast<float>(i)));
}

TEST(OutfeedMemory, PeekingGivesWhatWaitsFromANumberOnAndLeavesIt) {
  OutfeedQueue queue;
  EXPECT_TRUE(queue.element_spec().empty());
  trace(queue);
  EXPECT_EQ(queue.element_spec().leaf(), (ArraySpec{DType::f32, Shape{}}));
  EXPECT_TRUE(queue.peek(0, 0).cycles.empty());
  for (int i = 0; i < 5; ++i) write(queue, static_cast<float>(i), 10 * i);
  queue.pop();
  const OutfeedQueue::Dequeued all = queue.peek(0, 0), late = queue.peek(3, 0);
  EXPECT_EQ(all.first, 1) << "what was popped is gone";
  EXPECT_THAT(values(all.elements.leaf()), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(values(late.elements.leaf()), ElementsAre(3, 4));
  EXPECT_THAT(late.cycles, ElementsAre(30, 40));
  EXPECT_TRUE(queue.peek(5, 0).cycles.empty());
  EXPECT_EQ(queue.pending(), 4);
}

}  // namespace
}  // namespace pipette
