#include "feeds/infeed_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "feeds/outfeed_queue.h"
#include "graph/ops.h"
#include "message_of.h"

namespace pipette {
namespace {

using testing::HasSubstr;
using testing_support::message_of;

Dataset counting() {
  return Dataset::range(1000).map(
      [](const Element& e) { return Element(e.leaf().cast(DType::f32)); });
}

float read_scalar(InfeedQueue& queue) { return queue.read()[0].item<float>(); }

TEST(InfeedQueue, PrefetchDepthIsOneTo255AndZeroMeansThree) {
  EXPECT_EQ(InfeedQueue(counting()).timing().depth, 3);
  EXPECT_EQ(InfeedQueue(counting(), {.prefetch_depth = 0}).timing().depth, 3);
  EXPECT_EQ(InfeedQueue(counting(), {.prefetch_depth = 1}).timing().depth, 1);
  EXPECT_EQ(InfeedQueue(counting(), {.prefetch_depth = 255}).timing().depth, 255);
  EXPECT_THAT(message_of<ValueError>([] { InfeedQueue(counting(), {.prefetch_depth = 256}); }),
              HasSubstr("must be less than 256"));
  EXPECT_THAT(message_of<ValueError>([] { InfeedQueue(counting(), {.prefetch_depth = -1}); }),
              HasSubstr("-1"));
}

TEST(InfeedQueue, DeviceOrdinalIsNotNegative) {
  EXPECT_EQ(InfeedQueue(counting()).device_ordinal(), std::nullopt);
  EXPECT_EQ(InfeedQueue(counting(), {.device_ordinal = 2}).device_ordinal(), 2);
  EXPECT_THROW(InfeedQueue(counting(), {.device_ordinal = -1}), ValueError);
}

TEST(InfeedQueue, BelongsToTheDeviceOfItsOrdinal) {
  InfeedQueue second(counting(), {.device_ordinal = 1}), any(counting());
  OutfeedQueue losses({.device_ordinal = 0});
  Graph graph("on device 1");
  graph.set_target({.ordinal = 1});
  const Graph::Scope tracing(graph);
  EXPECT_NO_THROW(stream_in(second));
  EXPECT_NO_THROW(stream_in(any));
  EXPECT_THAT(message_of<FailedPrecondition>([&] { losses.enqueue(constant(1.0f)); }),
              HasSubstr("belongs to device 0, but this function runs on device 1"));
}

TEST(InfeedQueue, NeedsFullyDefinedShapesAndSaysWhatToDo) {
  const std::string message = message_of<ValueError>([] { InfeedQueue(counting().batch(10)); });
  EXPECT_THAT(message, HasSubstr("[?]"));
  EXPECT_THAT(message, HasSubstr("drop_remainder=True"));
  EXPECT_NO_THROW(InfeedQueue(counting().batch(10, true)));
}

TEST(InfeedQueue, HasToBeInitializedBeforeItRuns) {
  InfeedQueue queue(counting());
  EXPECT_THAT(message_of<FailedPrecondition>([&] { queue.check_ready(); }),
              HasSubstr("Trying to access an infeed context which has not been created. Did you "
                        "initialize the infeed_queue"));
  EXPECT_THROW(queue.read(), FailedPrecondition);
  queue.initialize();
  EXPECT_NO_THROW(queue.check_ready());
}

TEST(InfeedQueue, DeletingBeforeInitializingIsNotFound) {
  InfeedQueue queue(counting());
  EXPECT_THAT(message_of<NotFound>([&] { queue.destroy(); }), HasSubstr("Infeed with id="));
  queue.initialize();
  queue.destroy();
  EXPECT_THROW(queue.destroy(), NotFound);
  EXPECT_THROW(queue.check_ready(), FailedPrecondition);
}

TEST(InfeedQueue, InitializingAgainStartsTheDataAgainButNotInGraphMode) {
  InfeedQueue queue = iter(counting());
  EXPECT_EQ(read_scalar(queue), 0);
  EXPECT_EQ(read_scalar(queue), 1);
  EXPECT_EQ(queue.elements_read(), 2);
  queue.initialize();
  EXPECT_EQ(read_scalar(queue), 0);
  queue.destroy();
  queue.initialize();
  EXPECT_EQ(read_scalar(queue), 0);

  InfeedQueue graph_mode(counting(), {.graph_mode = true});
  graph_mode.initialize();
  EXPECT_THAT(message_of<ValueError>([&] { graph_mode.initialize(); }),
              HasSubstr("can only be accessed once"));
}

TEST(InfeedQueue, TypesTheDeviceLacksFailWhenRun) {
  InfeedQueue queue = iter(Dataset::range(3));
  EXPECT_THAT(message_of<FailedPrecondition>([&] { queue.check_ready(); }),
              HasSubstr("Unsupported datatype int64 on index 0 of feed operation"));
  InfeedQueue second =
      iter(Dataset::from_tensors(Element::tuple({Array::scalar(1.0f), Array::scalar(1.0)})));
  EXPECT_THAT(message_of<FailedPrecondition>([&] { second.check_ready(); }),
              HasSubstr("Unsupported datatype float64 on index 1"));
}

TEST(InfeedQueue, ADimensionOfSizeZeroFailsWhenRun) {
  InfeedQueue queue = iter(Dataset::from_tensors(Array::zeros(DType::f32, {2, 0})));
  EXPECT_THAT(message_of<InvalidArgument>([&] { queue.check_ready(); }),
              HasSubstr("dimension of size 0"));
}

TEST(InfeedQueue, TheEndOfTheDataIsAnErrorThatCounts) {
  InfeedQueue queue = iter(counting().take(2));
  queue.read();
  queue.read();
  EXPECT_THAT(message_of<OutOfRange>([&] { queue.read(); }), HasSubstr("after 2 elements"));
  EXPECT_THROW(queue.read(), OutOfRange);
}

TEST(InfeedQueue, ErrorsOfTheDatasetPassThrough) {
  InfeedQueue queue = iter(Dataset::range(5).map(
      [](const Element& e) -> Element {
        if (e.leaf().item<std::int64_t>() == 2) throw NotFound("the picture is gone");
        return e.leaf().cast(DType::f32);
      },
      ArraySpec{DType::f32, {}}));
  queue.read();
  queue.read();
  EXPECT_THAT(message_of<NotFound>([&] { queue.read(); }), HasSubstr("the picture is gone"));
}

TEST(InfeedQueue, NextWorksOnlyInsideAFunction) {
  InfeedQueue queue = iter(counting());
  EXPECT_FALSE(queue.dequeued());
  EXPECT_THROW(queue.next(), RuntimeError);
  EXPECT_FALSE(queue.dequeued());
  EXPECT_THROW(queue.get_next(), ValueError);
  Graph graph("f");
  const Graph::Scope scope(graph);
  EXPECT_TRUE(next(queue).is_leaf());
  EXPECT_TRUE(queue.dequeued());
}

TEST(InfeedQueue, RestartsWithOtherDataOfTheSameKind) {
  InfeedQueue queue(counting());
  queue.restart_with(counting());
  EXPECT_EQ(queue.read()[0].item<float>(), 0.0f);
  EXPECT_EQ(queue.read()[0].item<float>(), 1.0f);
  queue.restart_with(counting().map(
      [](const Element& e) { return Element(Array::scalar(e.leaf().item<float>() + 5)); }));
  EXPECT_EQ(queue.read()[0].item<float>(), 5.0f);
  EXPECT_THROW(queue.restart_with(counting().batch(2, true)), InvalidArgument);
  EXPECT_THROW(queue.restart_with(
                   counting().map([](const Element& e) { return Element::tuple({e.leaf()}); })),
               InvalidArgument);
  EXPECT_EQ(queue.read()[0].item<float>(), 6.0f);  // as it was
}

TEST(InfeedQueue, GivesTheStructureOfItsElements) {
  const Dataset pairs = counting().map([](const Element& e) {
    return Element::dict({{"b", e.leaf()}, {"a", Element::tuple({e.leaf(), e.leaf()})}});
  });
  InfeedQueue queue = iter(pairs);
  EXPECT_EQ(queue.number_of_tuple_elements(), 3);
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Nest<Tensor> element = queue.next();
  EXPECT_TRUE(element.same_structure(pairs.element_spec()));
  EXPECT_EQ(element["a"][1].leaf().dtype(), DType::f32);
}

// Upstream's quirk.
TEST(IpuIterator, OneComponentArrivesAsATupleOfOne) {
  IpuIterator single(counting());
  IpuIterator pair(counting().map([](const Element& e) {
    return Element::tuple({e.leaf(), e.leaf()});
  }));
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Nest<Tensor> one = single.next();
  ASSERT_TRUE(one.is_tuple());
  EXPECT_EQ(one.size(), 1u);
  EXPECT_EQ(pair.next().size(), 2u);
  EXPECT_THROW(single.get_next_as_optional(), Unimplemented);
}

}  // namespace
}  // namespace pipette
