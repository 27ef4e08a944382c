#include "scenes/feeds/trace_drawing.h"

#include <algorithm>
#include <optional>

#include "core/item.h"
#include "scenes/feeds/activities.h"
#include "ui/format.h"

namespace pipette::app::feeds_scene {
namespace {

// Rows of the drawing: runs, the host, then two for each IPU.
enum Row { kRunRow, kHostRow, kFirstIpuRow };
int operation_row(int ipu) { return kFirstIpuRow + 2 * ipu; }
int part_row(int ipu) { return operation_row(ipu) + 1; }

bool is_stream(const Span& span) {
  return span.kind == SpanKind::stream_begin || span.kind == SpanKind::stream_mid ||
         span.kind == SpanKind::stream_end;
}

std::string host_name(SpanKind kind) {
  switch (kind) {
    case SpanKind::host_prepare:
      return "Prepare batch";
    case SpanKind::host_set_up:
      return "Set up";
    case SpanKind::host_call:
      return "Call";
    case SpanKind::host_pipeline:
      return "Data pipeline";
    case SpanKind::host_staging:
      return "Staging";
    case SpanKind::host_handshake:
      return "Handshake";
    default:
      return to_label(kind);
  }
}

std::string part_name(const Span& span, const Trace& trace) {
  switch (span.kind) {
    case SpanKind::engine_run:
      return "Engine::run #" + format_count(span.run);
    case SpanKind::stream_begin:
      return "Begin";
    case SpanKind::stream_mid:
      return "Mid";
    case SpanKind::stream_end:
      return "End";
    case SpanKind::sync:
      return "Sync";
    case SpanKind::exchange:
      return "Exchange";
    case SpanKind::layout:
      return "Rearrange";
    case SpanKind::compute:
      return trace.name(span.name);
    default:
      return host_name(span.kind);
  }
}

struct Lanes {
  std::vector<Span> runs, host;         // each by begin
  std::vector<std::vector<Span>> ipus;  // at least one, each by begin; without I/O tiles
};

// A running engine run has no span of its own yet: it gets one up to the last known span.
void add_unfinished_runs(const TraceBlock& block, std::vector<Span>* runs) {
  std::int32_t known = -1;
  for (const Span& run : *runs) known = std::max(known, run.run);
  std::optional<Span> unfinished;
  for (const Span& span : block.spans) {
    if (span.lane == kHostLane || span.kind == SpanKind::engine_run || span.run <= known) continue;
    if (!unfinished) {
      unfinished = Span{.begin = span.begin, .run = span.run, .kind = SpanKind::engine_run};
    }
    unfinished->end = std::max(unfinished->end, span.end);
  }
  if (unfinished) runs->push_back(*unfinished);
}

Lanes split_lanes(const TraceBlock& block) {
  Lanes lanes;
  lanes.ipus.resize(1);
  for (const Span& span : block.spans) {
    if (span.kind == SpanKind::engine_run) {
      lanes.runs.push_back(span);
    } else if (span.lane == kHostLane) {
      lanes.host.push_back(span);
    } else if (!is_io_lane(span.lane)) {
      const auto ipu = static_cast<std::size_t>(span.lane);
      if (ipu >= lanes.ipus.size()) lanes.ipus.resize(ipu + 1);
      lanes.ipus[ipu].push_back(span);
    }
  }
  add_unfinished_runs(block, &lanes.runs);
  const auto by_begin = [](const Span& a, const Span& b) { return a.begin < b.begin; };
  std::stable_sort(lanes.runs.begin(), lanes.runs.end(), by_begin);
  std::stable_sort(lanes.host.begin(), lanes.host.end(), by_begin);
  for (std::vector<Span>& ipu : lanes.ipus) std::stable_sort(ipu.begin(), ipu.end(), by_begin);
  return lanes;
}

bool starts_run(const Span& span) {
  return span.kind == SpanKind::host_prepare || span.kind == SpanKind::host_set_up ||
         span.kind == SpanKind::host_call;
}

// The time zero of the block.
std::int64_t first_moment(const Lanes& lanes) {
  std::optional<std::int64_t> first;
  const auto consider = [&](const Span& span) {
    first = std::min(first.value_or(span.begin), span.begin);
  };
  for (const std::vector<Span>& ipu : lanes.ipus) {
    if (!ipu.empty()) consider(ipu.front());
  }
  for (const Span& span : lanes.host) {
    if (starts_run(span)) consider(span);
  }
  return first.value_or(0);
}

std::int64_t count_steps(const std::vector<Span>& device) {
  std::int64_t steps = 0;
  std::int64_t before = -1;
  for (const Span& span : device) {
    if (span.step <= before || span.kind == SpanKind::stream_end) continue;
    before = span.step;
    ++steps;
  }
  return steps;
}

// Whether two neighbouring spans of an IPU belong to one operation.
bool same_operation(const Span& a, const Span& b) {
  if (is_stream(a) != is_stream(b)) return false;
  if (is_stream(a)) return b.begin == a.end && b.kind != SpanKind::stream_begin;
  return a.instruction == b.instruction && a.name == b.name && a.step == b.step;
}

}  // namespace

void TraceDrawing::clear() {
  model_ = TraceModel{};
  items_.clear();
  inputs_.clear();
  session_ = nullptr;
}

void TraceDrawing::add(int row, const Item& item) {
  // Rows are drawn without overlap; a span interrupted by another is cut where that one begins.
  std::int64_t& end = pipette::item(row_end_, row);
  const std::int64_t begin = std::max({item.span.begin, end, origin_cycles_});
  if (item.span.end <= begin) return;
  end = item.span.end;
  inputs_.push_back({static_cast<double>(begin - origin_cycles_) * us_per_cycle_,
                     static_cast<double>(item.span.end - begin) * us_per_cycle_,
                     static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(item.activity),
                     static_cast<std::uint32_t>(items_.size())});
  items_.push_back(item);
}

// One span per StreamCopy and per operator, above its parts.
void TraceDrawing::add_groups(int ipu, const std::vector<Span>& device) {
  for (std::size_t i = 0; i < device.size();) {
    std::size_t end = i + 1;
    while (end < device.size() && same_operation(device[end - 1], device[end])) ++end;
    Item group{device[i], Activity::stream_copy, true, false};
    group.span.end = device[end - 1].end;
    group.span.bytes = 0;
    group.span.kind = SpanKind::compute;
    for (std::size_t part = i; part < end; ++part) {
      group.span.bytes += device[part].bytes;
      add(part_row(ipu), {device[part], activity_of(device[part]), false, false});
    }
    if (!is_stream(device[i])) group.activity = activity_of(group.span);
    add(operation_row(ipu), group);
    i = end;
  }
}

// Spans in which an IPU is idle because the host has not started the next run.
void TraceDrawing::add_waits(int ipu, const std::vector<Span>& runs) {
  std::int64_t idle_since = origin_cycles_;
  for (const Span& run : runs) {
    if (run.begin > idle_since) {
      Item wait{run, Activity::stall, false, true};
      wait.span.begin = idle_since;
      wait.span.end = run.begin;
      wait.span.reason = WaitReason::host_call;
      add(operation_row(ipu), wait);
    }
    idle_since = std::max(idle_since, run.end);
  }
  item(row_end_, operation_row(ipu)) = origin_cycles_;
}

// The bar of a run begins with the host's call, as in PopVision.
void TraceDrawing::add_runs(const std::vector<Span>& runs, const std::vector<Span>& host) {
  for (const Span& span : runs) {
    Item bar{span, Activity::engine_run, false, false};
    for (const Span& call : host) {
      const bool of_call = call.kind == SpanKind::host_set_up || call.kind == SpanKind::host_call;
      if (of_call && call.run == span.run) {
        bar.span.begin = std::min(bar.span.begin, call.begin);
      }
    }
    add(kRunRow, bar);
  }
}

void TraceDrawing::build(const TraceBlock& block, const Run& run) {
  clear();
  session_ = &run.session();
  us_per_cycle_ = 1e6 / session_->device().arch().clock_hz;
  const Lanes lanes = split_lanes(block);
  const int num_ipus = static_cast<int>(lanes.ipus.size());
  origin_cycles_ = first_moment(lanes);
  row_end_.assign(static_cast<std::size_t>(operation_row(num_ipus)), origin_cycles_);
  steps_ = count_steps(lanes.ipus.front());
  add_runs(lanes.runs, lanes.host);
  std::int64_t last = origin_cycles_;
  for (const Span& span : lanes.runs) last = std::max(last, span.end);
  for (Span span : lanes.host) {
    span.end = std::min(span.end, last);  // host work for later blocks is cut at the end
    add(kHostRow, {span, Activity::host, false, false});
  }
  model_.rows = {{"", true}, {"Host", false}};
  for (int ipu = 0; ipu < num_ipus; ++ipu) {
    add_waits(ipu, lanes.runs);
    add_groups(ipu, item(lanes.ipus, ipu));
    model_.rows.push_back({"IPU " + std::to_string(ipu), false});
    model_.rows.push_back({"", false});
  }

  batch_.assign(inputs_);
  model_.run = run.kind();
  model_.title = run.title();
  model_.spans = &batch_;
  model_.text = this;
  model_.duration_us = static_cast<double>(last - origin_cycles_) * us_per_cycle_;
}

std::string TraceDrawing::name(std::uint32_t tag) const {
  if (tag >= items_.size() || session_ == nullptr) return {};
  const Item& item = items_[tag];
  if (item.idle) return "Wait";
  if (item.activity == Activity::stream_copy) return "StreamCopy";
  if (item.group) return session_->trace().name(item.span.name);
  return part_name(item.span, session_->trace());
}

TraceText::Detail TraceDrawing::detail(std::uint32_t tag) const {
  Detail detail;
  if (tag >= items_.size() || session_ == nullptr) return detail;
  const Item& item = items_[tag];
  detail.name = name(tag);
  detail.cycles = static_cast<double>(item.span.end - item.span.begin);
  detail.bytes = static_cast<double>(item.span.bytes);
  if (item.span.reason != WaitReason::none && !item.group) {
    detail.reason = session_->explain(item.span);
    const char first = detail.reason.empty() ? ' ' : detail.reason[0];
    if (first >= 'a' && first <= 'z') detail.reason[0] = static_cast<char>(first - 'a' + 'A');
  }
  return detail;
}

}  // namespace pipette::app::feeds_scene
