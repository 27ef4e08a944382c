#include "app/trace_drawing.h"

#include <algorithm>

#include "app/format.h"

namespace pipette::app {
namespace {

enum Row { kRunRow, kHostRow, kOperationRow, kPartRow };

Activity activity_of(const Span& span) {
  switch (span.kind) {
    case SpanKind::engine_run:
      return Activity::kEngineRun;
    case SpanKind::stream_begin:
      return Activity::kStreamBegin;
    case SpanKind::stream_mid:
      return Activity::kStreamMid;
    case SpanKind::stream_end:
      return Activity::kStreamEnd;
    case SpanKind::sync:
      return Activity::kSync;
    case SpanKind::exchange:
    case SpanKind::layout:
      return Activity::kExchange;
    case SpanKind::compute:
      break;
    default:
      return Activity::kHost;
  }
  switch (span.phase) {
    case Phase::forward:
      return Activity::kForward;
    case Phase::backward:
      return Activity::kBackward;
    case Phase::weight_update:
      return Activity::kUpdate;
    case Phase::none:
      break;
  }
  return Activity::kCompute;
}

bool is_stream(const Span& span) {
  return span.kind == SpanKind::stream_begin || span.kind == SpanKind::stream_mid ||
         span.kind == SpanKind::stream_end;
}

std::string host_name(SpanKind kind) {
  switch (kind) {
    case SpanKind::host_prepare:
      return "Prepare batch";
    case SpanKind::host_call:
      return "Call";
    case SpanKind::host_pipeline:
      return "Data pipeline";
    case SpanKind::host_staging:
      return "Staging";
    case SpanKind::host_handshake:
      return "Handshake";
    default:
      return span_kind_name(kind);
  }
}

std::string part_name(const Span& span, const Trace& trace) {
  switch (span.kind) {
    case SpanKind::engine_run:
      return "Engine::run #" + std::to_string(span.run);
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
  std::vector<Span> runs, host, device;  // each by begin
};

Lanes split_lanes(const TraceBlock& block) {
  Lanes lanes;
  for (const Span& span : block.spans) {
    if (span.kind == SpanKind::engine_run) {
      lanes.runs.push_back(span);
    } else {
      (span.lane == kHostLane ? lanes.host : lanes.device).push_back(span);
    }
  }
  const auto by_begin = [](const Span& a, const Span& b) { return a.begin < b.begin; };
  for (std::vector<Span>* lane : {&lanes.runs, &lanes.host, &lanes.device}) {
    std::stable_sort(lane->begin(), lane->end(), by_begin);
  }
  return lanes;
}

// Time zero: the host begins to bring about the first run of the block.
std::int64_t first_moment(const Lanes& lanes) {
  std::int64_t first = lanes.device.empty() ? 0 : lanes.device.front().begin;
  if (!lanes.runs.empty()) first = std::min(first, lanes.runs.front().begin);
  for (const Span& span : lanes.host) {
    const bool starts_run = span.kind == SpanKind::host_call || span.kind == SpanKind::host_prepare;
    if (starts_run) first = std::min(first, span.begin);
  }
  return first;
}

std::int64_t count_steps(const std::vector<Span>& device) {
  std::int64_t steps = 0;
  std::int64_t before = -1;
  for (const Span& span : device) {
    if (span.step <= before) continue;
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
  // Rows are drawn without overlap; a span that the host put aside is cut where the other begins.
  const std::int64_t begin = std::max({item.span.begin, row_end_[row], origin_cycles_});
  if (item.span.end <= begin) return;
  row_end_[row] = item.span.end;
  inputs_.push_back({static_cast<double>(begin - origin_cycles_) * us_per_cycle_,
                     static_cast<double>(item.span.end - begin) * us_per_cycle_,
                     static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(item.activity),
                     static_cast<std::uint32_t>(items_.size())});
  items_.push_back(item);
}

// One span per StreamCopy and per operator, over the parts it consists of.
void TraceDrawing::add_groups(const std::vector<Span>& device) {
  for (std::size_t i = 0; i < device.size();) {
    std::size_t end = i + 1;
    while (end < device.size() && same_operation(device[end - 1], device[end])) ++end;
    Item group{device[i], Activity::kStreamCopy, true, false};
    group.span.end = device[end - 1].end;
    group.span.bytes = 0;
    group.span.kind = SpanKind::compute;
    for (std::size_t part = i; part < end; ++part) {
      group.span.bytes += device[part].bytes;
      add(kPartRow, {device[part], activity_of(device[part]), false, false});
    }
    if (!is_stream(device[i])) group.activity = activity_of(group.span);
    add(kOperationRow, group);
    i = end;
  }
}

// Where the IPU has nothing to do because the host has not started the next run.
void TraceDrawing::add_waits(const std::vector<Span>& runs) {
  std::int64_t idle_since = origin_cycles_;
  std::vector<Item> waits;
  for (const Span& run : runs) {
    if (run.begin > idle_since) {
      Item wait{run, Activity::kStall, false, true};
      wait.span.begin = idle_since;
      wait.span.end = run.begin;
      wait.span.reason = WaitReason::host_call;
      waits.push_back(wait);
    }
    idle_since = std::max(idle_since, run.end);
  }
  for (const Item& wait : waits) {
    row_end_[kOperationRow] = wait.span.begin;
    add(kOperationRow, wait);
  }
  row_end_[kOperationRow] = 0;
}

void TraceDrawing::build(const TraceBlock& block, const Session& session, RunKind run) {
  clear();
  session_ = &session;
  us_per_cycle_ = 1e6 / session.device().arch().clock_hz;
  const Lanes lanes = split_lanes(block);
  origin_cycles_ = first_moment(lanes);
  std::fill(std::begin(row_end_), std::end(row_end_), origin_cycles_);
  std::int64_t last = origin_cycles_;
  for (const Span& span : lanes.device) last = std::max(last, span.end);
  steps_ = count_steps(lanes.device);
  // The bar of a run begins with the host's call, as PopVision draws it.
  for (const Span& span : lanes.runs) {
    Item bar{span, Activity::kEngineRun, false, false};
    for (const Span& call : lanes.host) {
      if (call.kind == SpanKind::host_call && call.run == span.run) bar.span.begin = call.begin;
    }
    add(kRunRow, bar);
    last = std::max(last, span.end);
  }
  for (Span span :
       lanes.host) {  // what the host does for later blocks is cut at the end of this one
    span.end = std::min(span.end, last);
    add(kHostRow, {span, Activity::kHost, false, false});
  }
  add_waits(lanes.runs);
  add_groups(lanes.device);

  batch_.assign(inputs_);
  model_.run = run;
  model_.title = run == RunKind::kWithFeeds ? "With feeds" : "Without feeds";
  model_.spans = &batch_;
  model_.text = this;
  model_.rows = {{"", true}, {"Host", false}, {"IPU 0", false}, {"", false}};
  model_.duration_us = static_cast<double>(last - origin_cycles_) * us_per_cycle_;
}

std::string TraceDrawing::name(std::uint32_t tag) const {
  if (tag >= items_.size() || session_ == nullptr) return {};
  const Item& item = items_[tag];
  if (item.idle) return "Wait";
  if (item.activity == Activity::kStreamCopy) return "StreamCopy";
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

}  // namespace pipette::app
