#include "feeds/outfeed_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "core/random.h"
#include "feeds/outfeed_fixture.h"
#include "graph/ops.h"

namespace pipette {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using namespace outfeed_fixture;

TEST(OutfeedQueue, OptionsAreChecked) {
  EXPECT_EQ(OutfeedQueue().mode(), OutfeedMode::all);
  EXPECT_EQ(OutfeedQueue().timing().depth, 3);
  EXPECT_EQ(OutfeedQueue({.buffer_depth = 7}).timing().depth, 7);
  EXPECT_THROW(OutfeedQueue({.buffer_depth = 0}), ValueError);
  EXPECT_THROW(OutfeedQueue({.device_ordinal = -1}), ValueError);
}

TEST(OutfeedQueue, EnqueuesOncePerFunction) {
  OutfeedQueue queue;
  EXPECT_FALSE(queue.enqueued());
  EXPECT_THROW(queue.enqueue(1.0f), RuntimeError);  // no function is being traced
  trace(queue);
  EXPECT_TRUE(queue.enqueued());
  EXPECT_NO_THROW(trace(queue));  // another function
  Graph graph("g");
  const Graph::Scope scope(graph);
  queue.enqueue(1.0f);
  EXPECT_THROW(queue.enqueue(1.0f), ValueError);
}

TEST(OutfeedQueue, AllFunctionsEnqueueTheSameKindOfElement) {
  OutfeedQueue queue;
  trace(queue);
  Graph graph("g");
  const Graph::Scope scope(graph);
  EXPECT_THROW(queue.enqueue(constant(Array::zeros(DType::f32, {2}))), InvalidArgument);
  EXPECT_THROW(queue.enqueue(constant(Array::scalar(std::int32_t{1}))), InvalidArgument);
  EXPECT_THROW(queue.enqueue(Nest<Tensor>::tuple({constant(1.0f)})), InvalidArgument);
  EXPECT_NO_THROW(queue.enqueue(2.0f));
}

TEST(OutfeedQueue, RefusesADimensionOfSizeZeroAsTheInfeedDoes) {
  OutfeedQueue queue;
  Graph graph("f");
  const Graph::Scope scope(graph);
  EXPECT_THAT(
      [&] {
        queue.enqueue(constant(Array::zeros(DType::f32, {2, 0})));
      },
      testing::ThrowsMessage<InvalidArgument>(HasSubstr("component 0 has shape [2, 0]")));
}

TEST(OutfeedQueue, AllConcatenatesRunsAndEmpties) {
  OutfeedQueue queue;
  EXPECT_TRUE(queue.dequeue().empty());  // nothing was traced yet
  trace(queue);
  EXPECT_EQ(queue.dequeue().leaf().shape(), (Shape{0}));
  for (int run = 0; run < 3; ++run) {
    queue.begin_run(false);
    for (int i = 0; i < 2; ++i) write(queue, static_cast<float>(10 * run + i));
    queue.end_run();
  }
  EXPECT_EQ(queue.pending(), 6);
  EXPECT_THAT(values(queue.dequeue().leaf()), ElementsAre(0, 1, 10, 11, 20, 21));
  EXPECT_EQ(queue.dequeue().leaf().shape(), (Shape{0}));
  EXPECT_EQ(queue.elements_written(), 6);
}

TEST(OutfeedQueue, AllMayBeDequeuedInTheMiddleOfARunByItsOwnThread) {
  OutfeedQueue queue;
  trace(queue);
  queue.begin_run(false);
  write(queue, 1);
  EXPECT_THAT(values(queue.dequeue().leaf()), ElementsAre(1));
  EXPECT_THROW(queue.dequeue(/*wait_for_completion=*/true), FailedPrecondition);  // would never end
  write(queue, 2);
  queue.end_run();
  EXPECT_THAT(values(queue.dequeue(true).leaf()), ElementsAre(2));
}

TEST(OutfeedQueue, LastKeepsTheMostRecentElement) {
  OutfeedQueue queue({.mode = OutfeedMode::last});
  EXPECT_THROW(queue.dequeue(), FailedPrecondition);
  trace(queue);
  EXPECT_THROW(queue.dequeue(), FailedPrecondition);
  queue.begin_run(false);
  write(queue, 1);
  write(queue, 2);
  EXPECT_THROW(queue.dequeue(), FailedPrecondition);  // locked until the run ends
  queue.end_run();
  EXPECT_EQ(queue.dequeue().leaf().shape(), Shape{});
  EXPECT_EQ(queue.dequeue().leaf().item<float>(), 2);  // stays
}

TEST(OutfeedQueue, GraphModeCannotDequeueBeforeAnEnqueue) {
  OutfeedQueue queue({.graph_mode = true});
  EXPECT_THROW(queue.dequeue(), ValueError);
  trace(queue);
  EXPECT_EQ(queue.dequeue().leaf().shape(), (Shape{0}));
  EXPECT_THROW(queue.begin(), RuntimeError);
}

TEST(OutfeedQueue, SyntheticDataLeavesNothing) {
  for (const OutfeedMode mode : {OutfeedMode::all, OutfeedMode::last}) {
    OutfeedQueue queue({.mode = mode});
    trace(queue);
    queue.begin_run(true);
    queue.end_run();
    if (mode == OutfeedMode::all) {
      EXPECT_EQ(queue.dequeue().leaf().shape(), (Shape{0}));
    } else {
      EXPECT_THROW(queue.dequeue(), FailedPrecondition);
    }
  }
}

TEST(OutfeedQueue, IterationGivesOneItemPerElementAndCanStartAgain) {
  OutfeedQueue queue;
  trace(queue);
  for (int i = 0; i < 5; ++i) write(queue, static_cast<float>(i));
  std::vector<float> seen;
  for (const Nest<Array>& item : queue) {
    seen.push_back(item.leaf().item<float>());
    if (seen.size() == 2) break;
  }
  EXPECT_THAT(seen, ElementsAre(0, 1));
  write(queue, 5);
  for (const Nest<Array>& item : queue) seen.push_back(item.leaf().item<float>());
  EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3, 4, 5));
  for (const Nest<Array>& item : queue) seen.push_back(item.leaf().item<float>());
  EXPECT_EQ(seen.size(), 6u);
}

TEST(OutfeedQueue, IterationNeedsModeAll) {
  OutfeedQueue last({.mode = OutfeedMode::last});
  try {
    last.begin();
    FAIL();
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("IPUOutfeedQueue can only be iterated"));
  }
  EXPECT_THROW(last.pop(), RuntimeError);
}

// Any mixture of writing, popping and dequeuing, on a queue that hardly ever runs empty.
TEST(OutfeedQueue, MixedUseKeepsOrderAndLosesNothing) {
  OutfeedQueue queue;
  trace(queue);
  RandomStream random(2, "outfeed");
  std::deque<float> model;
  float next = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::uint32_t what = random.uniform_int(100);
    if (what < 52) {
      write(queue, next);
      model.push_back(next++);
    } else if (what < 99) {
      const auto item = queue.pop();
      ASSERT_EQ(item.has_value(), !model.empty());
      if (!item) continue;
      ASSERT_EQ(item->leaf().item<float>(), model.front());
      model.pop_front();
    } else {
      const std::vector<float> all = values(queue.dequeue().leaf());
      ASSERT_TRUE(std::equal(all.begin(), all.end(), model.begin(), model.end()));
      model.clear();
    }
    ASSERT_EQ(queue.pending(), static_cast<std::int64_t>(model.size()));
  }
}

TEST(OutfeedQueue, DestroyDropsWhatIsPending) {
  OutfeedQueue queue;
  trace(queue);
  write(queue, 1);
  queue.destroy();
  EXPECT_EQ(queue.pending(), 0);
  write(queue, 2);
  EXPECT_THAT(values(queue.dequeue().leaf()), ElementsAre(2));

  OutfeedQueue last({.mode = OutfeedMode::last});
  trace(last);
  write(last, 1);
  last.destroy();
  EXPECT_THROW(last.dequeue(), FailedPrecondition);
}

TEST(OutfeedQueue, KeepsStructureAndKeysThatAreNotStrings) {
  OutfeedQueue queue;
  {
    Graph graph("f");
    const Graph::Scope scope(graph);
    queue.enqueue(
        Nest<Tensor>::dict({{"x", constant(1.0f)},
                            {7, Nest<Tensor>::tuple({constant(Array::zeros(DType::i32, {2}))})}}));
  }
  // Leaves come in flatten order: the number's before the string's.
  queue.write({Array::of<std::int32_t>({2}, {3, 4}), Array::scalar(5.0f)}, 0);
  const Nest<Array> out = queue.dequeue();
  EXPECT_THAT(values(out["x"].leaf()), ElementsAre(5));
  EXPECT_EQ(out.at(7)[0].leaf().shape(), (Shape{1, 2}));
  EXPECT_EQ(out.at(7)[0].leaf().slice(0).data<std::int32_t>()[1], 4);
}

TEST(OutfeedQueue, CopiesWhatTheDeviceOverwrites) {
  OutfeedQueue queue;
  trace(queue);
  const Array device = Array::scalar(1.0f);
  queue.write({device}, 0);
  device.data<float>()[0] = 2;
  queue.write({device}, 0);
  const Array out = queue.dequeue().leaf();
  EXPECT_THAT(values(out), ElementsAre(1, 2));
}

#if !defined(__EMSCRIPTEN__)
TEST(OutfeedQueue, LastBlocksAnotherThreadUntilTheRunIsOver) {
  OutfeedQueue queue({.mode = OutfeedMode::last});
  trace(queue);
  queue.begin_run(false);
  write(queue, 1);
  std::vector<float> seen;
  std::thread reader([&] { seen.push_back(queue.dequeue().leaf().item<float>()); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  write(queue, 2);
  queue.end_run();
  reader.join();
  EXPECT_THAT(seen, ElementsAre(2));  // never the 1 of the unfinished run
}

TEST(OutfeedQueue, AllFromAnotherThreadKeepsOrder) {
  OutfeedQueue queue;
  trace(queue);
  queue.begin_run(false);
  std::thread writer([&] {
    for (int i = 0; i < 3000; ++i) write(queue, static_cast<float>(i));
    queue.end_run();
  });
  std::vector<float> seen;
  while (seen.size() < 3000) {
    for (const float x : values(queue.dequeue().leaf())) seen.push_back(x);
    if (const auto item = queue.pop()) seen.push_back(item->leaf().item<float>());
    std::this_thread::yield();
  }
  writer.join();
  for (std::size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], static_cast<float>(i));
}
#endif

TEST(ScopedOutfeedQueue, IsAnOutfeedQueue) {
  ScopedOutfeedQueue queue;
  trace(queue);
  write(queue, 3);
  EXPECT_THAT(values(queue.dequeue().leaf()), ElementsAre(3));
}

TEST(OutfeedQueue, ElementsKeepTheCycleAtWhichTheyCame) {
  OutfeedQueue queue;
  trace(queue);
  write(queue, 1, 100);
  write(queue, 2, 250);
  write(queue, 3, 260);
  const auto popped = queue.pop_with_cycle();
  EXPECT_EQ(popped->cycle, 100);
  EXPECT_EQ(popped->element.leaf().item<float>(), 1);
  OutfeedQueue::Dequeued taken = queue.dequeue_with_cycles();
  EXPECT_THAT(values(taken.elements.leaf()), ElementsAre(2, 3));
  EXPECT_THAT(taken.cycles, ElementsAre(250, 260));
  EXPECT_EQ(taken.first, 1);
  EXPECT_THAT(queue.dequeue_with_cycles().cycles, IsEmpty());
}

TEST(OutfeedQueue, LastKeepsTheCycleOfTheMostRecentElement) {
  OutfeedQueue queue({.mode = OutfeedMode::last});
  trace(queue);
  write(queue, 1, 100);
  write(queue, 2, 250);
  const OutfeedQueue::Dequeued taken = queue.dequeue_with_cycles();
  EXPECT_THAT(taken.cycles, ElementsAre(250));
  EXPECT_EQ(taken.first, 1);
}

}  // namespace
}  // namespace pipette
