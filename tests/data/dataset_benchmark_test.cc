#include "data/dataset_benchmark.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <thread>

#include "oracle.h"

namespace pipette {
namespace {

using testing::HasSubstr;
using testing_support::Json;

Dataset images() {
  return Dataset::from_tensor_slices(Element::tuple({Array::zeros(DType::f32, Shape{100, 4, 4}),
                                                     Array::zeros(DType::i32, Shape{100})}))
      .repeat();
}

TEST(DatasetBenchmarkOracle, Benchmark_dataset) {
  PIPETTE_ORACLE_CASE(benchmark_dataset);
  const std::int64_t elements = oracle.at("inputs").at("elements_per_epoch");
  DatasetBenchmark benchmark(
      images(), {.number_of_epochs = oracle.at("inputs").at("number_of_epochs").get<int>(),
                 .elements_per_epochs = elements});
  benchmark.run();
  const Json result = Json::parse(benchmark.to_json());
  ASSERT_EQ(result.at("epochs").size(), oracle.at("expected").at("len_epochs"));
  constexpr double kElementBytes = 16 * 4 + 4;
  for (const Json& epoch : result.at("epochs")) {
    ASSERT_EQ(epoch.size(), oracle.at("expected").at("fields").size());
    for (const Json& field : oracle.at("expected").at("fields")) {
      EXPECT_GT(epoch.at(field.get<std::string>()).get<double>(), 0) << field;
    }
    const auto count = static_cast<double>(elements);
    const double time = epoch.at("time_elapsed");
    EXPECT_EQ(epoch.at("elements_processed"), count);
    EXPECT_EQ(epoch.at("total_bytes_processed"), count * kElementBytes);
    EXPECT_NEAR(epoch.at("elements_per_second"), count / time, 1e-5 * count / time);
    const double bandwidth = count * kElementBytes / (1e9 * time);
    EXPECT_NEAR(epoch.at("bandwidth"), bandwidth, 1e-5 * bandwidth);
  }
}

TEST(DatasetBenchmark, GoesOnByElements) {
  DatasetBenchmark benchmark(images(), {.number_of_epochs = 2, .elements_per_epochs = 3});
  const double no_limit = std::numeric_limits<double>::infinity();
  EXPECT_EQ(benchmark.elements_per_second_in_epoch(), 0);
  EXPECT_FALSE(benchmark.advance(no_limit, 0));
  EXPECT_EQ(benchmark.elements_in_epoch(), 0);
  EXPECT_FALSE(benchmark.advance(no_limit, 2));
  EXPECT_EQ(benchmark.elements_in_epoch(), 2);
  EXPECT_GT(benchmark.elements_per_second_in_epoch(), 0);
  EXPECT_FALSE(benchmark.advance(no_limit, 2)) << "over the end of an epoch";
  EXPECT_EQ(benchmark.epochs().size(), 1u);
  EXPECT_EQ(benchmark.elements_in_epoch(), 1);
  EXPECT_TRUE(benchmark.advance(no_limit, 2));
}

TEST(DatasetBenchmark, PrintsKeysInOrderIndentedWithTabs) {
  DatasetBenchmark benchmark(images(), {.number_of_epochs = 2, .elements_per_epochs = 3});
  benchmark.run();
  std::string layout = benchmark.to_json();
  for (char& c : layout) {  // figures differ from run to run
    if ((c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+') c = '0';
  }
  layout.erase(std::unique(layout.begin(), layout.end(),
                           [](char a, char b) { return a == '0' && b == '0'; }),
               layout.end());
  for (std::size_t at; (at = layout.find("0e0")) != std::string::npos;) layout.erase(at, 2);
  const std::string epoch =
      "\t\t{\n\t\t\t\"bandwidth\": 0,\n\t\t\t\"elements_per_second\": 0,\n"
      "\t\t\t\"elements_processed\": 0,\n\t\t\t\"time_elapsed\": 0,\n"
      "\t\t\t\"total_bytes_processed\": 0\n\t\t}";
  EXPECT_EQ(layout, "{\n\t\"epochs\": [\n" + epoch + ",\n" + epoch + "\n\t]\n}\n");
}

TEST(DatasetBenchmark, CountsOnlyTheTimeOfElements) {
  const auto slow = [](const Element& e) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    return e;
  };
  DatasetBenchmark benchmark(images().map(slow),
                             {.number_of_epochs = 1, .elements_per_epochs = 10});
  using Clock = std::chrono::steady_clock;
  int slices = 0;
  double inside = 0;
  for (bool finished = false; !finished; ++slices) {
    const Clock::time_point begin = Clock::now();
    finished = benchmark.advance(500);
    inside += std::chrono::duration<double>(Clock::now() - begin).count();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_GE(slices, 3);
  EXPECT_GE(benchmark.epochs()[0].time_elapsed, 10 * 200e-6f);
  EXPECT_LE(benchmark.epochs()[0].time_elapsed, inside);
  EXPECT_EQ(benchmark.epochs()[0].elements_processed, 10);
}

TEST(DatasetBenchmark, LogsEveryEpochAndStatisticsWhenAsked) {
  for (const bool statistics : {false, true}) {
    std::ostringstream log;
    DatasetBenchmark(images(), {.number_of_epochs = 2,
                                .elements_per_epochs = 5,
                                .print_stats = statistics,
                                .log = text_sink(log)})
        .run();
    EXPECT_THAT(log.str(), HasSubstr("Epoch 0 completed."));
    EXPECT_THAT(log.str(), HasSubstr("Epoch 1 completed."));
    EXPECT_EQ(log.str().find("GB/s") != std::string::npos, statistics);
  }
}

template <class E>
std::string message(const Dataset& dataset, const BenchmarkOptions& options) {
  try {
    DatasetBenchmark(dataset, options).run();
  } catch (const E& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(DatasetBenchmark, RefusesWhatCannotBeMeasured) {
  EXPECT_THAT(message<ValueError>(images(), {.number_of_epochs = 0}),
              HasSubstr("number_of_epochs must be at least 1, but it is 0"));
  EXPECT_THAT(message<ValueError>(images(), {.elements_per_epochs = -3}),
              HasSubstr("elements_per_epochs must be at least 1, but it is -3"));
  const Dataset empty_axis =
      Dataset::from_tensors(Element(Array::zeros(DType::f32, Shape{2, 0}))).repeat();
  EXPECT_THAT(message<InvalidArgument>(empty_axis, {}),
              HasSubstr("Detected a tensor in the dataset with a dimension of size 0"));
  EXPECT_THAT(message<InvalidArgument>(images().batch(3), {}), HasSubstr("drop_remainder=True"));
  EXPECT_THAT(message<OutOfRange>(images().take(7), {.elements_per_epochs = 8}),
              HasSubstr("ended after 7 of the 8 elements"));
}

}  // namespace
}  // namespace pipette
