#include "kernels/reduce.h"

#include <limits>

#include "core/error.h"
#include "core/half.h"
#include "kernels/kernel_testing.h"

namespace pipette::kernels {
namespace {

// The order that reduce.h promises for inner = 1, written down once more.
float eight_lane_sum(const float* x, std::int64_t count) {
  float lane[8] = {};
  for (std::int64_t i = 0; i < count; ++i) lane[i % 8] += x[i];
  const float even = (lane[0] + lane[4]) + (lane[2] + lane[6]);
  const float odd = (lane[1] + lane[5]) + (lane[3] + lane[7]);
  return even + odd;
}

TEST(Reduce, SumsAlongTheLastAxisInEightLanes) {
  for (const std::int64_t count : {0, 1, 7, 8, 9, 31, 64, 1000}) {
    const auto x = random_floats(count * 3, "sums");
    under_every_set([&] {
      std::vector<float> y(3);
      reduce(ReduceOp::sum, DType::f32, {3, count, 1}, x.data(), y.data());
      for (std::int64_t o = 0; o < 3; ++o) {
        EXPECT_EQ(y[static_cast<std::size_t>(o)], eight_lane_sum(x.data() + o * count, count));
      }
    });
  }
}

TEST(Reduce, SumsOverEarlierAxesInOrder) {
  const auto x = random_floats(4 * 37 * 13, "vertical");
  under_every_set([&] {
    std::vector<float> y(4 * 13);
    reduce(ReduceOp::sum, DType::f32, {4, 37, 13}, x.data(), y.data());
    for (std::size_t o = 0; o < 4; ++o) {
      for (std::size_t i = 0; i < 13; ++i) {
        float sum = 0;
        for (std::size_t r = 0; r < 37; ++r) sum += x[(o * 37 + r) * 13 + i];
        EXPECT_EQ(y[o * 13 + i], sum);
      }
    }
  });
}

TEST(Reduce, MeansMaximaAndMinima) {
  const auto x = random_floats(2 * 5 * 3, "extremes");
  std::vector<float> mean(6);
  std::vector<float> high(6);
  std::vector<float> low(6);
  reduce(ReduceOp::mean, DType::f32, {2, 5, 3}, x.data(), mean.data());
  reduce(ReduceOp::max, DType::f32, {2, 5, 3}, x.data(), high.data());
  reduce(ReduceOp::min, DType::f32, {2, 5, 3}, x.data(), low.data());
  for (std::size_t o = 0; o < 2; ++o) {
    for (std::size_t i = 0; i < 3; ++i) {
      double sum = 0;
      float largest = -2;
      float smallest = 2;
      for (std::size_t r = 0; r < 5; ++r) {
        const float value = x[(o * 5 + r) * 3 + i];
        sum += static_cast<double>(value);
        largest = std::max(largest, value);
        smallest = std::min(smallest, value);
      }
      EXPECT_NEAR(static_cast<double>(mean[o * 3 + i]), sum / 5, 1e-6);
      EXPECT_EQ(high[o * 3 + i], largest);
      EXPECT_EQ(low[o * 3 + i], smallest);
    }
  }
}

TEST(Reduce, NaNWinsMaximaAndMinima) {
  const float x[3] = {1, std::nanf(""), 3};
  float y = 0;
  reduce(ReduceOp::max, DType::f32, {1, 3, 1}, x, &y);
  EXPECT_TRUE(std::isnan(y));
  reduce(ReduceOp::min, DType::f32, {1, 3, 1}, x, &y);
  EXPECT_TRUE(std::isnan(y));
  std::int32_t index = -1;
  argmax(DType::f32, x, 1, 3, &index);
  EXPECT_EQ(index, 1);
}

TEST(Reduce, IntegersWrapAndTruncate) {
  const std::uint8_t bytes[3] = {200, 100, 4};
  std::uint8_t y = 0;
  reduce(ReduceOp::sum, DType::u8, {1, 3, 1}, bytes, &y);
  EXPECT_EQ(y, 48);  // 304 modulo 256
  reduce(ReduceOp::mean, DType::u8, {1, 3, 1}, bytes, &y);
  EXPECT_EQ(y, 101);  // 304 / 3
  const std::int32_t big[2] = {std::numeric_limits<std::int32_t>::max(), 1};
  std::int32_t sum = 0;
  reduce(ReduceOp::sum, DType::i32, {1, 2, 1}, big, &sum);
  EXPECT_EQ(sum, std::numeric_limits<std::int32_t>::min());
  const std::int8_t negative[2] = {-3, -4};
  std::int8_t mean = 0;
  reduce(ReduceOp::mean, DType::i8, {1, 2, 1}, negative, &mean);
  EXPECT_EQ(mean, -3);
}

// 2048 + 1 is not a half: adding ones in half precision would stop at 2048.
TEST(Reduce, HalvesAreSummedInFloat) {
  const std::vector<Half> ones(4000, Half(1.0f));
  Half y(0.0f);
  reduce(ReduceOp::sum, DType::f16, {1, 4000, 1}, ones.data(), &y);
  EXPECT_EQ(static_cast<float>(y), 4000.0f);
  reduce(ReduceOp::mean, DType::f16, {1, 4000, 1}, ones.data(), &y);
  EXPECT_EQ(static_cast<float>(y), 1.0f);
}

TEST(Reduce, EmptyReductionsAndWrongTypes) {
  float y = 5;
  reduce(ReduceOp::sum, DType::f32, {1, 0, 1}, nullptr, &y);
  EXPECT_EQ(y, 0.0f);
  reduce(ReduceOp::mean, DType::f32, {1, 0, 1}, nullptr, &y);
  EXPECT_TRUE(std::isnan(y));
  EXPECT_THROW(reduce(ReduceOp::max, DType::f32, {1, 0, 1}, nullptr, &y), InvalidArgument);
  std::int32_t integer = 0;
  EXPECT_THROW(reduce(ReduceOp::mean, DType::i32, {1, 0, 1}, nullptr, &integer), InvalidArgument);
  EXPECT_THROW(argmax(DType::f32, nullptr, 1, 0, &integer), InvalidArgument);
  const bool flags[2] = {true, false};
  EXPECT_THROW(reduce(ReduceOp::sum, DType::boolean, {1, 2, 1}, flags, &integer), TypeError);
}

TEST(Reduce, ArgmaxTakesTheFirstLargest) {
  const std::int32_t x[8] = {1, 7, 7, 0, -5, -6, -4, -4};
  std::int32_t y[2] = {};
  argmax(DType::i32, x, 2, 4, y);
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[1], 2);
}

TEST(Reduce, ColumnSumsStoreAsTheMatrixProductDoes) {
  for (const std::int64_t columns : {1, 3, 10, 16, 37, 128}) {
    const auto x = random_floats(33 * columns, "columns");
    const auto before = random_floats(columns, "before");
    for (const auto store : {Epilogue::Store::assign, Epilogue::Store::add, Epilogue::Store::sgd}) {
      under_every_set([&] {
        std::vector<float> y = before;
        column_sum(x.data(), 33, columns, y.data(), store, 0.125f);
        for (std::int64_t j = 0; j < columns; ++j) {
          float sum = 0;
          for (std::int64_t r = 0; r < 33; ++r) {
            sum += x[static_cast<std::size_t>(r * columns + j)];
          }
          const auto at = static_cast<std::size_t>(j);
          const float expected = store == Epilogue::Store::assign ? sum
                                 : store == Epilogue::Store::add  ? before[at] + sum
                                                                  : before[at] - 0.125f * sum;
          EXPECT_EQ(y[at], expected) << columns << " columns, column " << j;
        }
      });
    }
  }
}

// A layer with one unit: its bias gradient is a sum over one column, on its own or fused into the
// update of the bias. Both add in the order of reduce().
TEST(Reduce, OneColumnIsAddedAsReduceAdds) {
  RandomStream random(3, "one column");
  for (const std::int64_t rows : {1, 7, 8, 9, 32, 1000}) {
    std::vector<float> x(static_cast<std::size_t>(rows));
    for (float& value : x) value = random.uniform(-1.0f, 1.0f);
    float sum = 0;
    reduce(ReduceOp::sum, DType::f32, {.outer = 1, .reduced = rows, .inner = 1}, x.data(), &sum);
    float assigned = 5, added = 0.25f, stepped = 0.25f;
    column_sum(x.data(), rows, 1, &assigned);
    column_sum(x.data(), rows, 1, &added, Epilogue::Store::add);
    column_sum(x.data(), rows, 1, &stepped, Epilogue::Store::sgd, 0.5f);
    EXPECT_EQ(assigned, sum);
    EXPECT_EQ(added, 0.25f + sum);
    EXPECT_EQ(stepped, 0.25f - 0.5f * sum);
  }
}

}  // namespace
}  // namespace pipette::kernels
