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

TEST(SpanBatch, RangesAgreeWithLookingAtEverySpan) {
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

TEST(SpanBatch, LongSpansAreFoundAsByLookingAtEverySpan) {
  SpanBatch batch;
  std::vector<SpanInput> spans = random_rows(3, 500, 11);
  for (std::size_t i = 0; i < spans.size(); i += 211) spans[i].duration_us = 12;  // 10 at most else
  batch.assign(std::move(spans));
  std::mt19937 random(12);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t first = random() % 1500, last = first + random() % (1501 - first);
    for (const double least : {0.0, 9.0, 11.0, 13.0}) {
      std::vector<std::size_t> expected, found;
      for (std::size_t i = first; i < last; ++i) {
        if (batch.spans()[i].duration_us >= least) expected.push_back(i);
      }
      for (std::size_t i = batch.next_lasting(first, last, least); i < last;
           i = batch.next_lasting(i + 1, last, least)) {
        found.push_back(i);
      }
      EXPECT_EQ(found, expected) << first << " to " << last << ", " << least;
    }
  }
}

TEST(SpanBatch, FindsTheSpanUnderThePointerAndTheNearestThinOne) {
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

TEST(SpanBatch, TimesSurviveTheSplitIntoFloats) {
  for (const double value : {0.0, 1.0 / 3, 14'600'000.1234, 23'766'914.129257202}) {
    const auto [high, low] = split_double(value);
    EXPECT_NEAR(static_cast<double>(high) + static_cast<double>(low), value, value * 1e-14 + 1e-12);
  }
}

TEST(SpanBatch, VersionChangesWithTheContent) {
  SpanBatch batch;
  const std::uint64_t before = batch.version();
  batch.assign({});
  EXPECT_NE(batch.version(), before);
  EXPECT_EQ(batch.end_us(), 0);
  EXPECT_EQ(batch.row_range(0, 0, 1).first, batch.row_range(0, 0, 1).second);
}

double start_of(const SpanRecord& record) {
  return static_cast<double>(record.start_high_us) + static_cast<double>(record.start_low_us);
}

TEST(MergeNarrow, LeavesWideSpansAlone) {
  SpanBatch batch;
  batch.assign(random_rows(3, 100, 11));
  const SpanLevel level = merge_narrow(batch.spans(), 1e-9);
  ASSERT_EQ(level.records.size(), batch.spans().size());
  for (std::size_t i = 0; i < level.records.size(); ++i) {
    EXPECT_EQ(level.first[i], i);
    EXPECT_NEAR(start_of(level.records[i]), batch.spans()[i].start_us, 1e-9);
    EXPECT_EQ(level.records[i].kind, batch.spans()[i].kind);
  }
}

TEST(MergeNarrow, EverySpanLiesInsideItsRecordAndWideOnesStandAlone) {
  for (const double narrow : {0.3, 2.0, 7.0, 40.0}) {
    SpanBatch batch;
    batch.assign(random_rows(5, 300, 12));
    const SpanLevel level = merge_narrow(batch.spans(), narrow);
    ASSERT_EQ(level.records.size(), level.first.size());
    for (std::size_t i = 0; i < batch.spans().size(); ++i) {
      const SpanInput& span = batch.spans()[i];
      const SpanRecord& record = level.records.at(level.record_of(i));
      const double end = start_of(record) + static_cast<double>(record.duration_us);
      EXPECT_EQ(record.row, span.row);
      EXPECT_GE(span.start_us, start_of(record) - 1e-6);
      EXPECT_LE(span.start_us + span.duration_us, end + 1e-3);
      const bool merged = (record.kind & SpanRecord::kMerged) != 0;
      EXPECT_FALSE(merged && span.duration_us >= narrow);
      if (merged) {
        EXPECT_LE(static_cast<double>(record.duration_us), 6 * narrow + 1e-3);
      }
    }
    for (std::size_t i = 0; i + 1 < level.records.size(); ++i) {  // they never overlap
      if (level.records[i].row != level.records[i + 1].row) continue;
      EXPECT_LE(start_of(level.records[i]) + static_cast<double>(level.records[i].duration_us),
                start_of(level.records[i + 1]) + 1e-3);
    }
  }
}

TEST(MergeNarrow, MixesTheKindsByTheirTime) {
  // 1 of kind 2, 3 of kind 5, half a gap: 8 of 9 parts are covered, three quarters by kind 5.
  const std::vector<SpanInput> spans = {{0, 1, 0, 2}, {1.5, 3, 0, 5}, {100, 1, 0, 2}};
  const SpanLevel level = merge_narrow(spans, 4);
  ASSERT_EQ(level.records.size(), 2U);
  const SpanRecord& both = level.records[0];
  EXPECT_EQ(both.kind, 5 | SpanRecord::kMerged);
  EXPECT_EQ(both.group & 15, 2);
  EXPECT_EQ(both.group >> 4 & 63, 16);  // 63 / 4
  EXPECT_EQ(both.group >> 10, 56);      // 63 * 4 / 4.5
  EXPECT_EQ(both.duration_us, 4.5f);
  EXPECT_EQ(level.records[1].kind, 2) << "alone it keeps its colour";
}

TEST(MergeNarrow, ManyThousandBecomeAFewHundred) {
  std::vector<SpanInput> spans;
  for (int i = 0; i < 20000; ++i) {
    spans.push_back({static_cast<double>(i), 0.8, 0, static_cast<std::uint8_t>(i % 2)});
  }
  EXPECT_LE(merge_narrow(spans, 20).records.size(), 251U);
}

}  // namespace
}  // namespace pipette::render
