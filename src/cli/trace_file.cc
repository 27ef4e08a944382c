#include "cli/trace_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace pipette::cli {

namespace {

constexpr int kHostThread = 1;
constexpr int kFirstIpuThread = 2;
constexpr int kFirstIoThread = kFirstIpuThread + DeviceConfig::kMaxIpus;

constexpr int thread_of(int lane) {
  if (lane == kHostLane) return kHostThread;
  return (is_io_lane(lane) ? kFirstIoThread : kFirstIpuThread) + ipu_of_lane(lane);
}

constexpr const char* kEnd = "\n]}\n";

}  // namespace

TraceFile::TraceFile(const std::string& path, const Session& session, std::int64_t max_spans)
    : session_(session), max_spans_(max_spans), file_(path) {
  file_.stream() << "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
  file_.stream() << R"({"ph":"M","pid":1,"name":"process_name","args":{"name":"Pipette"}})";
  name_thread(kHostThread, "Host");
  for (int ipu = 0; ipu < session.device().num_ipus(); ++ipu) {
    name_thread(thread_of(ipu), fmt::format("IPU {}", ipu));
    if (session.device().config().place_ops_on_io_tiles) {
      name_thread(thread_of(lane_of(ipu, Tiles::io)), fmt::format("IPU {} I/O tiles", ipu));
    }
  }
}

TraceFile::~TraceFile() {
  if (closed_) return;
  try {
    close();
  } catch (const std::exception&) {  // there is an error on its way already
  }
}

void TraceFile::close() {
  closed_ = true;
  file_.stream() << kEnd;
  file_.commit();
}

void TraceFile::name_thread(int tid, const std::string& name) {
  file_.stream() << fmt::format(
      ",\n{{\"ph\":\"M\",\"pid\":1,\"tid\":{},\"name\":\"thread_name\",\"args\":{{\"name\":\"{}\"}}"
      "}}",
      tid, name);
}

void TraceFile::append() {
  const Trace& trace = session_.trace();
  std::int64_t number = std::max(next_, trace.first());
  left_out_ += number - next_;  // none while the trace holds a slice
  for (; number < trace.end() && written_ < max_spans_; ++number) {
    write(trace[number]);
    ++written_;
  }
  left_out_ += trace.end() - number;
  next_ = trace.end();
  file_.check();
}

void TraceFile::write(const Span& span) {
  const Trace& trace = session_.trace();
  const Architecture& arch = session_.device().arch();
  std::string name = to_label(span.kind);
  if (span.kind == SpanKind::engine_run) {
    name += fmt::format(" #{}", span.run);
  } else if (span.kind == SpanKind::compute) {
    name = trace.name(span.name);
  }
  const nlohmann::ordered_json event = {
      {"ph", "X"},
      {"pid", 1},
      {"tid", thread_of(span.lane)},
      {"ts", cycles_to_us(span.begin, arch)},
      {"dur", cycles_to_us(span.end - span.begin, arch)},
      {"name", name},
      {"cat", span.phase == Phase::none ? to_label(span.kind) : to_label(span.phase)},
      {"args",
       {{"operator", trace.name(span.name)},
        {"cycles", span.end - span.begin},
        {"run", span.run},
        {"step", span.step},
        {"what", session_.explain(span)}}}};
  file_.stream() << ",\n" << event.dump();
}

}  // namespace pipette::cli
