#include "report/trace_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "profile/run_recorder.h"

namespace pipette::report {

namespace {

constexpr int kHostProcess = 1;
constexpr int kFirstReplica = 2;
constexpr int kFirstIoThread = 1001;  // after all IPUs

// Bytes that are not always live when an instruction runs.
std::int64_t bytes_at(const MemoryReport& memory, std::int64_t step) {
  const auto after =
      std::upper_bound(memory.curve.begin(), memory.curve.end(), step,
                       [](std::int64_t s, const MemoryStep& entry) { return s < entry.step; });
  return after == memory.curve.begin() ? 0 : (after - 1)->bytes;
}

}  // namespace

TraceEvents::TraceEvents(std::ostream& out, TraceAbout about)
    : out_(out), about_(std::move(about)) {
  out_ << "[\n";
  write({{"ph", "I"},
         {"s", "g"},
         {"pid", kHostProcess},
         {"tid", 1},
         {"ts", 0},
         {"name", "otherData"},
         {"args", about_.other}});
  name("process", {kHostProcess, 0}, "Host", 0);
  name("thread", {kHostProcess, 1}, "Host", 0);
  const int replicas = about_.num_ipus / about_.ipus_per_replica;
  for (int replica = 0; replica < replicas; ++replica) {
    name("process", {kFirstReplica + replica, 0},
         replicas == 1 ? "IPUs" : fmt::format("Replica {}", replica), 1 + replica);
  }
  for (int ipu = 0; ipu < about_.num_ipus; ++ipu) {
    name("thread", thread_of(ipu), fmt::format("IPU {}", ipu), 2 * ipu);
    if (!about_.io_tiles) continue;
    name("thread", thread_of(lane_of(ipu, Tiles::io)), fmt::format("IPU {} I/O tiles", ipu),
         2 * ipu + 1);
  }
}

TraceEvents::Thread TraceEvents::thread_of(int lane) const {
  if (lane == kHostLane) return {kHostProcess, 1};
  const int ipu = ipu_of_lane(lane);
  return {kFirstReplica + ipu / about_.ipus_per_replica,
          (is_io_lane(lane) ? kFirstIoThread : 1) + ipu};
}

std::int64_t TraceEvents::nanoseconds(std::int64_t cycle) const {
  return std::llround(static_cast<double>(cycle) * 1e9 / about_.clock_hz);
}

std::string TraceEvents::microseconds(std::int64_t cycle) const {
  const std::int64_t ns = nanoseconds(cycle);
  return fmt::format("{}.{:03}", ns / 1000, ns % 1000);
}

void TraceEvents::write_text(const std::string& event) {
  out_ << (first_ ? "" : ",\n") << event;
  first_ = false;
}

void TraceEvents::write(const Json& event) { write_text(event.dump()); }

void TraceEvents::name(const char* what, Thread thread, const std::string& name, int order) {
  Json event = {{"ph", "M"}, {"pid", thread.pid}};
  if (thread.tid > 0) event["tid"] = thread.tid;
  event["name"] = fmt::format("{}_name", what);
  event["args"] = {{"name", name}};
  write(event);
  event["name"] = fmt::format("{}_sort_index", what);
  event["args"] = {{"sort_index", order}};
  write(event);
}

void TraceEvents::add(const Span& span, const std::string& name, const std::string& what) {
  const Thread thread = thread_of(span.lane);
  std::string title = to_label(span.kind);
  if (span.kind == SpanKind::engine_run) {
    title += fmt::format(" #{}", span.run);
  } else if (span.kind == SpanKind::compute) {
    title = name;
  } else if (span.kind == SpanKind::stage_program) {
    title = fmt::format("{} mini-batch {}", name, span.mini_batch);
  }
  const std::int64_t length = nanoseconds(span.end) - nanoseconds(span.begin);
  const Json args = {{"operation", name},   {"cycles", span.end - span.begin},
                     {"run", span.run},     {"step", span.step},
                     {"bytes", span.bytes}, {"what", what}};
  write_text(fmt::format(
      R"({{"ph":"X","pid":{},"tid":{},"ts":{},"dur":{}.{:03},"name":{},"cat":{},"args":{}}})",
      thread.pid, thread.tid, microseconds(span.begin), length / 1000, length % 1000,
      Json(title).dump(),
      Json(span.phase == Phase::none ? to_label(span.kind) : to_label(span.phase)).dump(),
      args.dump()));
  follow_element(span);
  follow_mini_batch(span);
  count_bytes(span);
  count_waits(span);
}

void TraceEvents::add_counter(const std::string& name, std::int64_t cycle, double value) {
  write_text(fmt::format(R"({{"ph":"C","pid":{},"ts":{},"name":{},"args":{{"value":{}}}}})",
                         kHostProcess, microseconds(cycle), Json(name).dump(), Json(value).dump()));
}

void TraceEvents::add_tracepoint(const std::string& name, std::int64_t cycle) {
  write_text(fmt::format(R"({{"ph":"i","s":"p","pid":{},"tid":{},"ts":{},"name":{}}})",
                         kHostProcess, thread_of(-1).tid, microseconds(cycle), Json(name).dump()));
}

void TraceEvents::add_arrow(const char* phase, const char* category, std::int64_t id,
                            const Span& span) {
  const Thread thread = thread_of(span.lane);
  write_text(fmt::format(
      R"({{"ph":"{}","bp":"e","pid":{},"tid":{},"ts":{},"cat":"{}","name":"{}","id":{}}})", phase,
      thread.pid, thread.tid, microseconds(span.begin), category, category, id));
}

// The host's spans for an element come right before the copy that waits for it.
void TraceEvents::follow_element(const Span& span) {
  if (span.lane == kHostLane) {
    if (!profile::makes_elements(span.kind)) return;
    if (element_ != span.step) {
      element_ = span.step;
      element_arrow_ = ++arrows_;
      add_arrow("s", "infeed element", element_arrow_, span);
      queue_changes_.emplace_back(span.end, 1);
    } else {
      queue_changes_.back().first = span.end;
    }
  } else if (span.kind == SpanKind::stream_mid && element_ >= 0) {
    add_arrow("f", "infeed element", element_arrow_, span);
    queue_changes_.emplace_back(span.begin, -1);
    element_ = -1;
  }
}

void TraceEvents::follow_mini_batch(const Span& span) {
  if (span.kind != SpanKind::stage_program) return;
  const std::int64_t replica = ipu_of_lane(span.lane) / about_.ipus_per_replica;
  std::int64_t& arrow =
      mini_batch_arrows_[{span.run, span.step, replica, std::int64_t{span.mini_batch}}];
  const bool begins = arrow == 0;
  if (begins) arrow = ++arrows_;
  add_arrow(begins ? "s" : "t", "mini-batch", arrow, span);
}

void TraceEvents::count_bytes(const Span& span) {
  if (memory_ == nullptr || span.instruction < 0 || span.lane < 0) return;
  if (span.lane >= to_int(memory_->size())) return;  // of the first replica
  const MemoryReport& memory = item(*memory_, span.lane);
  const std::int64_t bytes =
      memory.total_always_live_bytes + bytes_at(memory, 2 * std::int64_t{span.instruction} + 1);
  const auto [at, is_new] = live_bytes_.emplace(span.lane, bytes);
  if (!is_new && at->second == bytes) return;
  at->second = bytes;
  add_counter(fmt::format("IPU {} live bytes", span.lane), span.begin, static_cast<double>(bytes));
}

void TraceEvents::count_waits(const Span& span) {
  if (span.lane < 0 || span.reason == WaitReason::none) return;
  wait_changes_.emplace_back(span.begin, 1);
  wait_changes_.emplace_back(span.end, -1);
}

void TraceEvents::write_level(const std::string& name, Changes changes) {
  std::stable_sort(changes.begin(), changes.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  int level = 0, written = -1;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const auto [cycle, change] = changes[i];
    level += change;
    const bool more_at_once = i + 1 < changes.size() && changes[i + 1].first == cycle;
    if (more_at_once || level == written) continue;
    add_counter(name, cycle, level);
    written = level;
  }
}

void TraceEvents::end() {
  write_level("infeed elements", std::move(queue_changes_));
  write_level("IPUs waiting", std::move(wait_changes_));
  out_ << "\n]\n";
}

}  // namespace pipette::report
