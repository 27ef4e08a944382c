#include "program/recorder.h"

#include "core/item.h"

namespace pipette {

namespace {

void intern_names(const Instruction& instruction, Trace& trace,
                  std::vector<std::vector<std::int32_t>>& names) {
  auto& own = item(names, instruction.id);
  for (const Superstep& step : instruction.supersteps()) own.push_back(trace.intern(step.name));
  if (own.empty()) own.push_back(trace.intern(instruction.name));
  for (const Instruction& child : instruction.children) intern_names(child, trace, names);
}

}  // namespace

Recorder::Recorder(const Executable& executable, Machine& machine)
    : machine_(machine), names_(static_cast<std::size_t>(executable.num_instructions)) {
  intern_names(executable.root, machine_.trace, names_);
}

Span Recorder::span(SpanKind kind, std::int64_t begin, std::int64_t end, std::int32_t name,
                    int lane) const {
  Span span;
  span.kind = kind;
  span.begin = begin;
  span.end = end;
  span.name = name;
  span.run = narrow(run_);
  span.step = narrow(machine_.steps);
  span.mini_batch = mini_batch_ < 0 ? -1 : narrow(mini_batch_);
  span.lane = static_cast<std::int16_t>(lane);
  return span;
}

void Recorder::add_superstep(const Span& span, const Cost& cost) {
  machine_.trace.add_superstep(span, {narrow(cost.sync_cycles), narrow(cost.exchange_cycles),
                                      narrow(cost.layout_cycles), narrow(cost.compute_cycles)});
}

void Recorder::spend(const Instruction& instruction, std::span<const Superstep> supersteps,
                     int ipu) {
  const auto& names = item(names_, instruction.id);
  const std::int64_t begin = machine_.device.cycles(ipu);
  std::int64_t now = begin;
  Span s = span(SpanKind::compute, now, now, 0, ipu);
  s.instruction = instruction.id;
  for (std::size_t i = 0; i < supersteps.size(); ++i) {
    const Superstep& step = supersteps[i];
    s.begin = now;
    s.name = names[i];
    s.phase = step.phase;
    s.bytes = step.cost.bytes;
    add_superstep(s, step.cost);
    now += step.cost.total_cycles();
  }
  machine_.device.spend(ipu, now - begin);
}

}  // namespace pipette
