#include "render/span_batch.h"

#include <algorithm>

namespace pipette::render {

std::pair<float, float> split_double(double value) {
  const auto high = static_cast<float>(value);
  return {high, static_cast<float>(value - static_cast<double>(high))};
}

void SpanBatch::assign(std::vector<SpanInput> spans) {
  spans_ = std::move(spans);
  std::stable_sort(spans_.begin(), spans_.end(), [](const SpanInput& a, const SpanInput& b) {
    return a.row != b.row ? a.row < b.row : a.start_us < b.start_us;
  });
  instances_.clear();
  instances_.reserve(spans_.size());
  row_begin_.assign(1, 0);
  end_us_ = 0;
  for (const SpanInput& span : spans_) {
    while (row_begin_.size() <= span.row) row_begin_.push_back(instances_.size());
    const auto [high, low] = split_double(span.start_us);
    instances_.push_back(
        {high, low, static_cast<float>(span.duration_us), span.row, span.kind, span.group});
    end_us_ = std::max(end_us_, span.start_us + span.duration_us);
  }
  row_begin_.push_back(instances_.size());
  static std::uint64_t last_version = 0;  // of all batches: one may take another's address
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

}  // namespace pipette::render
