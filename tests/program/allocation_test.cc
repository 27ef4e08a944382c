#include "program/allocation.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace pipette {
namespace {

Buffer arena_buffer(std::int64_t bytes, std::int64_t first, std::int64_t last) {
  Buffer buffer;
  buffer.spec = {DType::u8, Shape{bytes}};
  buffer.first_step = first;
  buffer.last_step = last;
  return buffer;
}

bool bytes_meet(const Buffer& a, const Buffer& b) {
  return a.arena_offset < b.arena_offset + b.spec.num_bytes() &&
         b.arena_offset < a.arena_offset + a.spec.num_bytes();
}

TEST(Placement, ValuesThatFollowOneAnotherShareMemory) {
  std::vector<Buffer> buffers = {arena_buffer(100, 1, 3), arena_buffer(100, 5, 7),
                                 arena_buffer(100, 9, 9)};
  EXPECT_EQ(place(buffers), 128u);
  for (const Buffer& buffer : buffers) EXPECT_EQ(buffer.arena_offset, 0u);
}

TEST(Placement, ValuesThatAreAliveTogetherDoNot) {
  std::vector<Buffer> buffers = {arena_buffer(64, 1, 5), arena_buffer(64, 5, 7),
                                 arena_buffer(1, 3, 5)};
  EXPECT_EQ(place(buffers), 192u);
  EXPECT_FALSE(bytes_meet(buffers[0], buffers[1]));
  EXPECT_FALSE(bytes_meet(buffers[1], buffers[2]));
}

// The operand [192, 320) may be overwritten by the result, which a larger, later value would push
// to 256: shifted over its own operand.
TEST(Placement, AResultNeverLiesShiftedOverTheOperandItMayOverwrite) {
  std::vector<Buffer> buffers = {
      arena_buffer(192, 1, 5),   // makes room before the operand
      arena_buffer(128, 3, 6),   // the operand: released after the first half of step 3
      arena_buffer(128, 7, 11),  // the result
      arena_buffer(256, 9, 11),  // pushes the result up
  };
  place(buffers);
  EXPECT_FALSE(bytes_meet(buffers[0], buffers[1]));
  EXPECT_FALSE(bytes_meet(buffers[2], buffers[3]));
  EXPECT_TRUE(buffers[1].arena_offset == buffers[2].arena_offset ||
              !bytes_meet(buffers[1], buffers[2]))
      << buffers[1].arena_offset << " and " << buffers[2].arena_offset;
}

TEST(Placement, AResultTakesOverItsOperandWhereItCan) {
  std::vector<Buffer> buffers = {arena_buffer(128, 1, 4), arena_buffer(128, 5, 9)};
  EXPECT_EQ(place(buffers), 128u);
  EXPECT_EQ(buffers[0].arena_offset, buffers[1].arena_offset);
}

TEST(Placement, RandomLifetimesNeverCollide) {
  RandomStream random(4, "placement");
  for (int round = 0; round < 300; ++round) {
    std::vector<Buffer> buffers;
    std::size_t sum = 0;
    for (std::uint32_t n = 1 + random.uniform_int(30); n > 0; --n) {
      const std::int64_t first = defined_at(random.uniform_int(20));
      const std::int64_t last = first + random.uniform_int(8);  // even: overwritten in place
      buffers.push_back(arena_buffer(64 * random.uniform_int(5), first, last));
      sum += std::max<std::size_t>(64, buffers.back().spec.num_bytes());
    }
    buffers.push_back(arena_buffer(1000, 1, 99));
    buffers.back().kind = BufferKind::variable;  // not in the arena
    EXPECT_LE(place(buffers), sum);
    for (std::size_t i = 0; i + 1 < buffers.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Buffer &a = buffers[i], &b = buffers[j];
        const bool together = a.first_step <= b.last_step && b.first_step <= a.last_step;
        const bool touch = a.last_step + 1 == b.first_step || b.last_step + 1 == a.first_step;
        ASSERT_FALSE(together && bytes_meet(a, b));
        ASSERT_FALSE(touch && bytes_meet(a, b) && a.arena_offset != b.arena_offset);
      }
    }
    EXPECT_EQ(place_apart(buffers), sum);
  }
}

TEST(Liveness, AValueLivesFromItsDefinitionToItsLastUse) {
  std::vector<Buffer> buffers(2);
  Liveness alive(buffers);
  alive.define(0, 4);
  EXPECT_EQ(buffers[0].last_step, defined_at(4));  // nobody reads it
  alive.use(0, 6);
  alive.use(0, 5);
  EXPECT_EQ(buffers[0].first_step, defined_at(4));
  EXPECT_EQ(buffers[0].last_step, released_at(6, false));
  alive.define(1, 4);
  alive.use(1, 6, true);
  EXPECT_EQ(buffers[1].last_step, released_at(6, true));
  EXPECT_LT(buffers[1].last_step, defined_at(6));
}

TEST(Liveness, AValueFromOutsideALoopLivesToItsEnd) {
  std::vector<Buffer> buffers(3);
  Liveness alive(buffers);
  alive.define(0, 2);
  alive.begin_loop(3);
  alive.define(1, 4);
  alive.begin_loop(5);
  alive.define(2, 6);
  alive.use(0, 7, true);  // not in place: the next iteration reads it again
  alive.use(1, 7);
  alive.use(2, 8, true);
  alive.end_loop(9);
  alive.end_loop(12);
  EXPECT_EQ(buffers[0].last_step, released_at(12, false));  // outside both
  EXPECT_EQ(buffers[1].last_step, released_at(9, false));   // outside the inner one
  EXPECT_EQ(buffers[2].last_step, released_at(8, true));
}

}  // namespace
}  // namespace pipette
