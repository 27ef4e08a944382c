#include "profile/run_recorder.h"

#include <algorithm>
#include <numeric>

#include "core/item.h"
#include "program/span_words.h"

namespace pipette::profile {

namespace {

// Spans that hold others, which are counted by themselves.
bool holds_others(SpanKind kind) {
  return kind == SpanKind::engine_run || kind == SpanKind::stage_program;
}

}  // namespace

std::int64_t Tally::total_cycles() const {
  return std::accumulate(cycles.begin(), cycles.end(), std::int64_t{0});
}

// Memory may run out wherever something is added: what has been counted until then stays whole.

void RunRecorder::begin_run(const std::shared_ptr<const Executable>& executable) {
  const auto found = std::find_if(programs_.begin(), programs_.end(), [&](const auto& program) {
    return program.executable == executable;
  });
  const auto number = static_cast<std::size_t>(found - programs_.begin());
  if (found == programs_.end()) {
    tallies_of_.resize(number);  // memory may have run out here before
    tallies_of_.emplace_back(static_cast<std::size_t>(executable->num_instructions) + 1);
    programs_.emplace_back().executable = executable;
  }
  current_ = number;
  begins_ = true;
}

RecordedRun& RunRecorder::run_of(const Span& span) {
  RecordedProgram& program = programs_[current_];
  if (!begins_) return program.runs.back();
  if (program.runs.size() == kMostRuns) {  // the last place is the latest run's
    program.runs.pop_back();
    ++program.runs_left_out;
  }
  RecordedRun run;
  run.run = span.run;
  run.host_begin = run.set_up_begin = run.call_begin = run.begin = run.end = span.begin;
  program.runs.push_back(run);
  begins_ = false;
  profiled_ = program.profiled_runs < limits_.runs;
  program.profiled_runs += profiled_;
  return program.runs.back();
}

// An engine run's own span comes last and has the number of the step that follows; until then the
// step that is under way counts as well.
void RunRecorder::count_step(RecordedRun& run, const Span& span) {
  if (run.first_step < 0) run.first_step = span.step;
  const std::int64_t under_way = span.kind == SpanKind::engine_run ? 0 : 1;
  run.steps = std::max<std::int64_t>(1, span.step - run.first_step + under_way);
}

Tally& RunRecorder::tally_of(const Span& span) {
  RecordedProgram& program = programs_[current_];
  std::vector<std::int32_t>& own = item(tallies_of_[current_], span.instruction + 1);
  for (const std::int32_t number : own) {
    Tally& tally = item(program.tallies, number);
    if (tally.name == span.name && tally.lane == span.lane) return tally;
  }
  Tally tally;
  tally.instruction = span.instruction;
  tally.name = span.name;
  tally.lane = span.lane;
  tally.phase = span.phase;
  program.tallies.push_back(tally);
  own.push_back(static_cast<std::int32_t>(program.tallies.size()) - 1);
  return program.tallies.back();
}

void RunRecorder::keep(const Span& span) {
  RecordedProgram& program = programs_[current_];
  if (program.spans.size() < limits_.spans) {
    program.spans.push_back(span);
  } else {
    ++program.spans_left_out;
  }
}

void RunRecorder::add_host(const Span& span) {
  RecordedRun& run = run_of(span);
  switch (span.kind) {
    case SpanKind::host_prepare:
      run.set_up_begin = run.call_begin = run.begin = span.end;
      break;
    case SpanKind::host_set_up:
      run.set_up_begin = span.begin;
      run.call_begin = run.begin = span.end;
      break;
    case SpanKind::host_call:
      run.call_begin = span.begin;
      run.begin = span.end;
      break;
    default:
      break;
  }
  if (!profiled_) return;
  RecordedProgram& program = programs_[current_];
  item(program.host_cycles, span.kind) += span.end - span.begin;
  if (makes_elements(span.kind) && element_ != span.step) {
    element_ = span.step;
    ++program.elements;
  }
  keep(span);
}

void RunRecorder::add(const Span& span) {
  if (span.lane == kHostLane) return add_host(span);
  RecordedRun& run = run_of(span);
  count_step(run, span);
  if (span.kind == SpanKind::engine_run) {
    run.begin = span.begin;
    run.end = span.end;
    run.finished = true;
  } else {
    run.end = std::max(run.end, span.end);
  }
  const std::int64_t cycles = span.end - span.begin;
  const bool for_host = span.kind == SpanKind::stream_begin || span.kind == SpanKind::stream_end;
  if (for_host && span.lane == 0) run.wait_cycles += cycles;
  if (!holds_others(span.kind)) {
    const bool waits = span.reason != WaitReason::none;
    overview_.add(span.lane, waits ? theme::Activity::stall : activity_of(span.kind, span.phase),
                  span.begin, span.end);
  }
  if (!profiled_) return;
  if (!holds_others(span.kind)) {
    Tally& tally = tally_of(span);
    item(tally.cycles, span.kind) += cycles;
    if (span.reason != WaitReason::none) {
      item(tally.waits, span.reason) += cycles;
    } else {
      tally.calls += span.kind != SpanKind::sync;
      tally.bytes += span.bytes;
    }
  }
  keep(span);
}

void RunRecorder::add_superstep(const Span& span, const SuperstepCycles& cycles) {
  RecordedRun& run = run_of(span);
  count_step(run, span);
  run.end = std::max(run.end,
                     span.begin + cycles.sync + cycles.exchange + cycles.layout + cycles.compute);
  const std::int64_t compute_begin = span.begin + cycles.sync + cycles.exchange + cycles.layout;
  overview_.add(span.lane, theme::Activity::sync, span.begin, span.begin + cycles.sync);
  overview_.add(span.lane, theme::Activity::exchange, span.begin + cycles.sync, compute_begin);
  overview_.add(span.lane, activity_of(span.phase), compute_begin, compute_begin + cycles.compute);
  if (!profiled_) return;
  Tally& tally = tally_of(span);
  ++tally.calls;
  tally.bytes += span.bytes;
  Span part = span;
  const auto add_part = [&](SpanKind kind, std::int32_t length) {
    if (length == 0) return;
    item(tally.cycles, kind) += length;
    part.kind = kind;
    part.end = part.begin + length;
    keep(part);
    part.begin = part.end;
  };
  add_part(SpanKind::sync, cycles.sync);
  add_part(SpanKind::exchange, cycles.exchange);
  add_part(SpanKind::layout, cycles.layout);
  add_part(SpanKind::compute, cycles.compute);
}

}  // namespace pipette::profile
