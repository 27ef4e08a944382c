#include "render/span_batch.h"

#include <algorithm>
#include <array>

namespace pipette::render {
namespace {

constexpr std::size_t kBlock = 64;  // spans that next_lasting() skips at once

double end_of(const SpanInput& span) { return span.start_us + span.duration_us; }

SpanRecord record(double start_us, double duration_us, const SpanInput& like) {
  const auto [high, low] = split_double(start_us);
  return {high, low, static_cast<float>(duration_us), like.row, like.kind, like.group};
}

unsigned of_63(double part, double whole) {
  return static_cast<unsigned>(63 * std::clamp(part / whole, 0.0, 1.0) + 0.5);
}

// Merges spans [first, last) into one record that extends to `end_us`.
SpanRecord merged(const std::vector<SpanInput>& spans, std::size_t first, std::size_t last,
                  double end_us) {
  std::array<double, 16> time_us{};  // by kind
  double covered_us = 0;
  for (std::size_t i = first; i < last; ++i) {
    time_us[spans[i].kind % time_us.size()] += spans[i].duration_us;
    covered_us += spans[i].duration_us;
  }
  const auto most = std::max_element(time_us.begin(), time_us.end());
  const auto kind = static_cast<std::uint8_t>(most - time_us.begin());
  const double most_us = *most;
  *most = 0;
  const auto second = std::max_element(time_us.begin(), time_us.end());
  const double start_us = spans[first].start_us;
  SpanRecord result = record(start_us, end_us - start_us, spans[first]);
  result.kind = kind | SpanRecord::kMerged;
  const auto rank = static_cast<std::uint32_t>(second - time_us.begin());
  result.group = static_cast<std::uint16_t>(rank | of_63(*second, most_us + *second) << 4 |
                                            of_63(covered_us, end_us - start_us) << 10);
  return result;
}

}  // namespace

std::pair<float, float> split_double(double value) {
  const auto high = static_cast<float>(value);
  return {high, static_cast<float>(value - static_cast<double>(high))};
}

void SpanBatch::assign(std::vector<SpanInput> spans) {
  spans_ = std::move(spans);
  std::stable_sort(spans_.begin(), spans_.end(), [](const SpanInput& a, const SpanInput& b) {
    return a.row != b.row ? a.row < b.row : a.start_us < b.start_us;
  });
  row_begin_.assign(1, 0);
  end_us_ = 0;
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    while (row_begin_.size() <= spans_[i].row) row_begin_.push_back(i);
    end_us_ = std::max(end_us_, end_of(spans_[i]));
  }
  row_begin_.push_back(spans_.size());
  longest_us_.assign((spans_.size() + kBlock - 1) / kBlock, 0);
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    longest_us_[i / kBlock] = std::max(longest_us_[i / kBlock], spans_[i].duration_us);
  }
  static std::uint64_t last_version = 0;  // of all batches: a new one may get an old one's address
  version_ = ++last_version;
}

std::pair<std::size_t, std::size_t> SpanBatch::row_range(int row, double from_us,
                                                         double to_us) const {
  if (row < 0 || row >= rows()) return {0, 0};
  const auto index = static_cast<std::size_t>(row);
  const auto begin = spans_.begin() + static_cast<std::ptrdiff_t>(row_begin_[index]);
  const auto end = spans_.begin() + static_cast<std::ptrdiff_t>(row_begin_[index + 1]);
  const auto first = std::partition_point(begin, end, [from_us](const SpanInput& span) {
    return span.start_us + span.duration_us < from_us;
  });
  const auto last = std::partition_point(
      first, end, [to_us](const SpanInput& span) { return span.start_us <= to_us; });
  return {static_cast<std::size_t>(first - spans_.begin()),
          static_cast<std::size_t>(last - spans_.begin())};
}

std::size_t SpanBatch::next_lasting(std::size_t first, std::size_t last, double duration_us) const {
  while (first < last) {
    const std::size_t block = first / kBlock;
    const std::size_t end = std::min(last, (block + 1) * kBlock);
    if (longest_us_[block] >= duration_us) {
      for (; first < end; ++first) {
        if (spans_[first].duration_us >= duration_us) return first;
      }
    }
    first = end;
  }
  return last;
}

std::ptrdiff_t SpanBatch::at(int row, double time_us, double tolerance_us) const {
  const auto [first, last] = row_range(row, time_us - tolerance_us, time_us + tolerance_us);
  std::ptrdiff_t best = -1;
  double best_distance = tolerance_us;
  for (std::size_t i = first; i < last; ++i) {
    const SpanInput& span = spans_[i];
    const double distance =
        std::max({span.start_us - time_us, time_us - span.start_us - span.duration_us, 0.0});
    if (distance <= best_distance && (best < 0 || distance < best_distance)) {
      best_distance = distance;
      best = static_cast<std::ptrdiff_t>(i);
    }
  }
  return best;
}

SpanLevel merge_narrow(const std::vector<SpanInput>& spans, double narrow_us) {
  SpanLevel level;
  std::size_t next = 0;
  for (std::size_t first = 0; first < spans.size(); first = next) {
    next = first + 1;
    const double limit_us = spans[first].start_us + 4 * narrow_us;
    const auto joins = [&](const SpanInput& span) {
      return span.row == spans[first].row && span.duration_us < narrow_us;
    };
    if (joins(spans[first])) {
      while (next < spans.size() && joins(spans[next]) && end_of(spans[next]) <= limit_us) ++next;
    }
    level.first.push_back(first);
    if (next == first + 1) {
      level.records.push_back(
          record(spans[first].start_us, spans[first].duration_us, spans[first]));
      continue;
    }
    // Extend to the next span if the gap would be visible only now and then, as stripes that do not
    // exist.
    double end_us = end_of(spans[next - 1]);
    if (next < spans.size() && spans[next].row == spans[first].row) {
      const double least_gap_us = joins(spans[next]) ? 2 * narrow_us : narrow_us;
      if (spans[next].start_us - end_us < least_gap_us) end_us = spans[next].start_us;
    }
    level.records.push_back(merged(spans, first, next, end_us));
  }
  return level;
}

std::size_t SpanLevel::record_of(std::size_t span) const {
  const auto after = std::upper_bound(first.begin(), first.end(), span);
  return static_cast<std::size_t>(after - first.begin()) - 1;
}

}  // namespace pipette::render
