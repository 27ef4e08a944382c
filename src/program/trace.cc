#include "program/trace.h"

#include <algorithm>

namespace pipette {

Trace::Trace(std::size_t capacity) : records_(capacity, Overflow::overwrite) { intern(""); }

std::int32_t Trace::intern(const std::string& name) {
  const auto [at, is_new] = ids_.emplace(name, static_cast<std::int32_t>(names_.size()));
  if (is_new) names_.push_back(name);
  return at->second;
}

void Trace::add(const Span& span) {
  if (!enabled_) return;
  if (watcher_ != nullptr) watcher_->add(span);
  records_.push({end_, span});
  ++end_;
}

void Trace::add_superstep(const Span& span, const SuperstepCycles& cycles) {
  const std::array<std::int32_t, 4> parts{cycles.sync, cycles.exchange, cycles.layout,
                                          cycles.compute};
  const auto count = 4 - std::count(parts.begin(), parts.end(), 0);
  if (!enabled_ || count == 0) return;
  if (watcher_ != nullptr) watcher_->add_superstep(span, cycles);
  Record record{end_, span};
  record.span.end = kSuperstep;
  record.span.wait_cycles = parts;
  records_.push(record);
  end_ += count;
}

Span Trace::operator[](std::int64_t number) const {
  PIPETTE_CHECK(number >= first() && number < end_, std::to_string(number));
  std::size_t low = 0;
  std::size_t high = records_.size();
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (records_[middle].number <= number ? low : high) = middle;
  }
  const Record& record = records_[low];
  Span span = record.span;
  if (span.end != kSuperstep) return span;
  constexpr std::array<SpanKind, 4> kKinds{SpanKind::sync, SpanKind::exchange, SpanKind::layout,
                                           SpanKind::compute};
  span.wait_cycles = {};
  std::int64_t skip = number - record.number;
  for (std::size_t part = 0; part < kKinds.size(); ++part) {
    const std::int32_t cycles = record.span.wait_cycles[part];
    if (cycles == 0) continue;
    span.end = span.begin + cycles;
    span.kind = kKinds[part];
    if (skip-- == 0) return span;
    span.begin = span.end;
  }
  PIPETTE_CHECK(false, std::to_string(number));
  return span;
}

}  // namespace pipette
