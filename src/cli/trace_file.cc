#include "cli/trace_file.h"

#include <algorithm>

namespace pipette::cli {

namespace {

report::TraceAbout about(const Session& session) {
  const Device& device = session.device();
  const Experiment& experiment = session.experiment();
  report::TraceAbout about;
  about.clock_hz = device.arch().clock_hz;
  about.num_ipus = device.num_ipus();
  about.ipus_per_replica = experiment.ipus_per_replica();
  about.io_tiles = device.config().place_ops_on_io_tiles;
  about.other = {{"experiment", parse_json(experiment.to_json())},
                 {"version", PIPETTE_VERSION},
                 {"seed", experiment.training.seed}};
  return about;
}

}  // namespace

TraceFile::TraceFile(const std::string& path, const Session& session, std::int64_t max_spans)
    : session_(session),
      max_spans_(max_spans),
      file_(path),
      events_(file_.stream(), about(session)) {}

TraceFile::~TraceFile() {
  if (closed_ || !begun_) return;
  try {
    close();
  } catch (const std::exception&) {  // there is an error on its way already
  }
}

void TraceFile::close() {
  closed_ = true;
  const LossRecord& losses = session_.observed().record().losses;
  for (std::size_t i = 0; i < losses.size() && losses.cycles[i] <= last_cycle_; ++i) {
    events_.add_counter("loss", losses.cycles[i], static_cast<double>(losses.values[i]));
  }
  events_.end();
  file_.commit();
}

void TraceFile::append() {
  begun_ = true;
  const Trace& trace = session_.trace();
  const auto& programs = session_.observed().recorder().programs();
  if (!programs.empty()) events_.set_memory(&programs.back().executable->memory);
  std::int64_t number = std::max(next_, trace.first());
  left_out_ += number - next_;  // none while the trace holds a slice
  for (; number < trace.end() && written_ < max_spans_; ++number) {
    const Span span = trace[number];
    events_.add(span, trace.name(span.name), session_.explain(span));
    last_cycle_ = std::max(last_cycle_, span.end);
    ++written_;
  }
  left_out_ += trace.end() - number;
  next_ = trace.end();
  file_.check();
}

}  // namespace pipette::cli
