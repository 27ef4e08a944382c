#include <fmt/format.h>

#include <algorithm>

#include "core/archive.h"
#include "core/error.h"
#include "core/item.h"
#include "device/clock.h"
#include "device/host_model.h"

namespace pipette {

InfeedTimeline::InfeedTimeline(const ProductionCycles& cost, std::int64_t data_cycles, int depth,
                               std::int64_t opened_at, std::int64_t num_elements)
    : cost_(cost),
      on_demand_(depth == 0),
      data_cycles_(data_cycles),
      entries_(static_cast<std::size_t>(std::max(depth, 1)),
               Entry{.free_at = opened_at, .cost = cost}),
      num_elements_(num_elements) {}

InfeedTimeline::Entry& InfeedTimeline::entry(std::int64_t element) {
  return item(entries_, element % depth());
}

const InfeedTimeline::Entry& InfeedTimeline::entry(std::int64_t element) const {
  return item(entries_, element % depth());
}

int InfeedTimeline::fill(std::int64_t now) const {
  int ready = 0;
  for (std::int64_t e = consumed_; e < produced_; ++e) ready += entry(e).host_end <= now;
  return ready;
}

const ProductionCycles& InfeedTimeline::latest_cost() const {
  return produced_ > 0 ? entry(produced_ - 1).cost : cost_;
}

bool InfeedTimeline::has_room() const {
  return produced_ < num_elements_ && produced_ - consumed_ < depth();
}

bool InfeedTimeline::can_produce() const { return !on_demand_ && has_room(); }

std::int64_t InfeedTimeline::requested_at() const { return entry(produced_).free_at; }

std::int64_t InfeedTimeline::produce(std::int64_t start, double pace) {
  PIPETTE_CHECK(has_room(), fmt::format("produced {} consumed {}", produced_, consumed_));
  Entry& s = entry(produced_);
  s.host_start = start;
  s.pace = pace;
  s.cost = cost_;
  if (pace != 1) {
    for (std::int64_t* part : {&s.cost.pipeline, &s.cost.staging, &s.cost.handshake}) {
      *part = ceil_cycles(static_cast<double>(*part) * pace);
    }
  }
  s.host_end = after(start, s.cost.total());
  ++produced_;
  return s.host_end;
}

void InfeedTimeline::postpone(std::int64_t cycles) {
  Entry& s = entry(produced_ - 1);
  s.host_end = after(s.host_end, cycles);
}

Ready InfeedTimeline::consume(std::int64_t now) {
  PIPETTE_CHECK(consumed_ < produced_, fmt::format("element {} is not there", consumed_));
  Entry& s = entry(consumed_);
  Ready ready;
  ready.element = consumed_;
  ready.asked_at = now;
  ready.host_start = s.host_start;
  ready.host_end = s.host_end;
  ready.ready_at = std::max(now, s.host_end);
  ready.data_cycles = data_cycles_;
  ready.production = s.cost;
  ready.pace = s.pace;

  // What the host was doing while the device waited. A call that came in between is over by the
  // time the device runs, so counting back from the end finds the parts that were still to do.
  std::int64_t from = now;
  const auto waited_until = [&from](std::int64_t end) {
    const std::int64_t waited = std::max<std::int64_t>(0, end - from);
    from = std::max(from, end);
    return waited;
  };
  ready.host_busy_cycles = waited_until(s.host_end - s.cost.total());
  ready.pipeline_cycles = waited_until(s.host_end - s.cost.handshake - s.cost.staging);
  ready.staging_cycles = waited_until(s.host_end - s.cost.handshake);
  ready.handshake_cycles = waited_until(s.host_end);

  s.free_at = after(ready.ready_at, data_cycles_);
  ++consumed_;
  return ready;
}

void InfeedTimeline::Entry::archive(Archive& a) {
  a("free_at", free_at)("host_start", host_start)("host_end", host_end)("cost", cost)("pace", pace);
}

void InfeedTimeline::archive(Archive& a) {
  a("cost", cost_)("on_demand", on_demand_)("data_cycles", data_cycles_)("entries", entries_);
  a("produced", produced_)("consumed", consumed_);
  a.require(depth() >= 1, "needs an entry");
  a.require(consumed_ >= 0 && consumed_ <= produced_ && produced_ - consumed_ <= depth(),
            "cannot have produced and consumed so many");
}

}  // namespace pipette
