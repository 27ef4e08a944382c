#include "render/span_batch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace pipette::render {
namespace {

std::vector<SpanInput> random_rows(int rows, int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<SpanInput> spans;
  for (int row = 0; row < rows; ++row) {
    double now = 0;
    for (int i = 0; i < count; ++i) {
      now += static_cast<double>(random() % 100) / 10;
      const double duration = static_cast<double>(random() % 200 + 1) / 20;
      spans.push_back({now, duration, static_cast<std::uint8_t>(row), 0,
                       static_cast<std::uint32_t>(spans.size())});
      now += duration;
    }
  }
  std::shuffle(spans.begin(), spans.end(), random);
  return spans;
}

TEST(SpanBatchTest, RangesAgreeWithLookingAtEverySpan) {
  SpanBatch batch;
  batch.assign(random_rows(4, 200, 7));
  ASSERT_EQ(batch.rows(), 4);
  std::mt19937 random(8);
  for (int trial = 0; trial < 300; ++trial) {
    const int row = static_cast<int>(random() % 4);
    const double from = static_cast<double>(random() % 2200);
    const double to = from + static_cast<double>(random() % 60);
    std::size_t expected = 0;
    for (const SpanInput& span : batch.spans()) {
      expected +=
          span.row == row && span.start_us <= to && span.start_us + span.duration_us >= from;
    }
    const auto [first, last] = batch.row_range(row, from, to);
    EXPECT_EQ(last - first, expected);
  }
}

TEST(SpanBatchTest, FindsTheSpanUnderThePointerAndTheNearestThinOne) {
  SpanBatch batch;
  batch.assign({{0, 10, 1, 0, 0}, {20, 0.01, 1, 0, 1}, {30, 5, 1, 0, 2}});
  const auto tag_at = [&](double time, double tolerance) {
    const std::ptrdiff_t index = batch.at(1, time, tolerance);
    return index < 0 ? -1 : static_cast<int>(batch.spans()[static_cast<std::size_t>(index)].tag);
  };
  EXPECT_EQ(tag_at(5, 0.1), 0);
  EXPECT_EQ(tag_at(20.5, 1), 1);
  EXPECT_EQ(tag_at(15, 1), -1);
  EXPECT_EQ(tag_at(32, 20), 2) << "inside beats near";
  EXPECT_EQ(batch.at(0, 5, 1), -1) << "an empty row";
  EXPECT_EQ(batch.at(9, 5, 1), -1);
}

TEST(SpanBatchTest, TimesSurviveTheSplitIntoFloats) {
  for (const double value : {0.0, 1.0 / 3, 14'600'000.1234, 23'766'914.129257202}) {
    const auto [high, low] = split_double(value);
    EXPECT_NEAR(static_cast<double>(high) + static_cast<double>(low), value, value * 1e-14 + 1e-12);
  }
}

TEST(SpanBatchTest, VersionChangesWithTheContent) {
  SpanBatch batch;
  const std::uint64_t before = batch.version();
  batch.assign({});
  EXPECT_NE(batch.version(), before);
  EXPECT_EQ(batch.end_us(), 0);
  EXPECT_EQ(batch.row_range(0, 0, 1).first, batch.row_range(0, 0, 1).second);
}

}  // namespace
}  // namespace pipette::render
