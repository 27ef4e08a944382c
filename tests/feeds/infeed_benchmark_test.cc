#include "feeds/infeed_benchmark.h"

#include <gtest/gtest.h>

namespace pipette {
namespace {

TEST(InfeedBenchmark, MeasuresFromTheBeginningAndTakesNoElement) {
  InfeedQueue queue = iter(
      Dataset::range(5).map([](const Element& e) { return Element(e.leaf().cast(DType::i32)); }));
  queue.read();
  DatasetBenchmark benchmark =
      infeed_benchmark(queue, {.number_of_epochs = 1, .elements_per_epochs = 5});
  benchmark.run();
  EXPECT_EQ(benchmark.epochs()[0].total_bytes_processed, 5 * 4);
  EXPECT_EQ(queue.elements_read(), 1);
  EXPECT_EQ(queue.read()[0].item<std::int32_t>(), 1);
}

}  // namespace
}  // namespace pipette
