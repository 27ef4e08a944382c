#include "core/ring_buffer.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>

#include "core/random.h"

namespace pipette {
namespace {

TEST(RingBuffer, AgreesWithADequeUnderRandomUse) {
  RandomStream random(5, "ring");
  for (const Overflow overflow : {Overflow::forbidden, Overflow::overwrite}) {
    for (const std::size_t capacity : {1u, 2u, 3u, 7u}) {
      RingBuffer<int> ring(capacity, overflow);
      std::deque<int> model;
      for (int i = 0; i < 2000; ++i) {
        const std::uint32_t what = random.uniform_int(20);
        if (what == 0) {
          ring.clear();
          model.clear();
        } else if (what < 11) {
          if (ring.full() && overflow == Overflow::forbidden) {
            ASSERT_THROW(ring.push(i), Internal);
          } else {
            if (model.size() == capacity) model.pop_front();
            ring.push(i);
            model.push_back(i);
          }
        } else if (model.empty()) {
          ASSERT_THROW(ring.pop(), Internal);
        } else {
          ASSERT_EQ(ring.pop(), model.front());
          model.pop_front();
        }
        ASSERT_EQ(ring.size(), model.size());
        ASSERT_EQ(ring.empty(), model.empty());
        ASSERT_EQ(ring.full(), model.size() == capacity);
        for (std::size_t k = 0; k < model.size(); ++k) ASSERT_EQ(ring[k], model[k]);
        if (!model.empty()) {
          ASSERT_EQ(ring.back(), model.back());
        }
      }
    }
  }
}

TEST(RingBuffer, TakesTypesThatOnlyMove) {
  RingBuffer<std::unique_ptr<int>> ring(2);
  ring.push(std::make_unique<int>(4));
  EXPECT_EQ(*ring.pop(), 4);
}

TEST(RingBuffer, NeedsRoomForOne) { EXPECT_THROW(RingBuffer<int>(0), Internal); }

}  // namespace
}  // namespace pipette
