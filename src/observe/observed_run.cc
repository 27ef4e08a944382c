#include "observe/observed_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/archive.h"
#include "program/budget_meter.h"

namespace pipette {

ObservedRun::ObservedRun(const DeviceConfig& device, const MakeProgram& make_program,
                         std::size_t profiled_spans, const Strategy::Options& options)
    : recorder_({.runs = device.engine_options.profiled_runs(), .spans = profiled_spans}),
      machine_(device),
      strategy_(machine_, options),
      program_(make_program(strategy_, record_)) {
  machine_.trace.watch(&recorder_);
  machine_.print_tensor = [this](const std::string& lines) { record_.print_tensor(lines); };
  update();
}

// A run that is going on still uses the program's queues, which go before the strategy does.
ObservedRun::~ObservedRun() { strategy_.abandon(); }

void ObservedRun::update() {
  const std::optional<pipelining::PipelineOutline> outline = program_->pipeline();
  if (!outline) return pipeline_.reset();
  if (pipeline_ && pipeline_->program == outline->function.get().uid()) return;
  pipeline_ = describe(*outline, strategy_);
}

bool ObservedRun::advance(const Budget& budget) {
  const BudgetMeter meter(budget, machine_);
  try {
    const bool finished = program_->advance(budget);
    real_seconds_ += meter.real_us() * 1e-6;
    // A slice may be one instruction: while the pipeline that is known runs, nothing is asked.
    if (!pipeline_ || pipeline_->program != strategy_.function_uid()) update();
    return finished;
  } catch (const Error& error) {
    real_seconds_ += meter.real_us() * 1e-6;
    record_.events.add(EventKind::failed, machine_.device.now(), 0,
                       fmt::format("{}: {}", error.name(), error.what()));
    throw;
  }
}

namespace {

// The update that an instruction ends with, in the kernel of its gradient; null where there is
// none.
const Superstep* update_in(const Instruction& instruction) {
  const auto* compute = std::get_if<Compute>(&instruction.what);
  if (compute == nullptr || instruction.phase == Phase::weight_update) return nullptr;
  const auto& steps = compute->supersteps;
  const auto last = std::find_if(steps.rbegin(), steps.rend(), [](const Superstep& step) {
    return step.phase == Phase::weight_update;
  });
  return last == steps.rend() ? nullptr : &*last;
}

// What the next instruction is to those who watch.
Phase phase_of(const Instruction& instruction) {
  return update_in(instruction) != nullptr ? Phase::weight_update : instruction.phase;
}

enum class Part : std::uint8_t { none, load, forward, backward, weight_update };

Part part_of(const Strategy& strategy) {
  const Engine* engine = strategy.running() ? strategy.engine() : nullptr;
  if (engine == nullptr || !engine->running()) return Part::none;
  const Instruction& next = *engine->next_instruction();
  if (next.kind() == InstructionKind::stream_in) return Part::load;
  if (next.kind() == InstructionKind::stream_out) return Part::none;
  switch (phase_of(next)) {
    case Phase::forward:
      return Part::forward;
    case Phase::backward:
    case Phase::recompute:
      return Part::backward;
    case Phase::weight_update:
      return Part::weight_update;
    case Phase::none:
      return Part::none;
  }
  return Part::none;
}

}  // namespace

bool ObservedRun::step_phase() {
  if (!strategy_.running() && advance(Budget::instructions(0))) return true;  // begins a run
  Part here = part_of(strategy_);
  const std::int64_t steps = machine_.steps, slots = machine_.slots;
  while (!advance(Budget::instructions(1))) {
    const Part next = part_of(strategy_);
    const bool ended = !strategy_.running() || machine_.steps != steps || machine_.slots != slots;
    if (ended || (here != Part::none && next != Part::none && next != here)) return false;
    if (here == Part::none) here = next;
  }
  return true;
}

bool ObservedRun::step(StepSize size) {
  switch (size) {
    case StepSize::instruction:
      return advance(Budget::instructions(1));
    case StepSize::slot:
      return advance(pipeline_ ? Budget::slots(1) : Budget::steps(1));
    case StepSize::training_step:
      return advance(Budget::steps(1));
    case StepSize::phase:
      return step_phase();
    case StepSize::engine_run: {
      Budget budget;  // to the end of the run that is going on, or of another one
      budget.until_run = machine_.runs + (strategy_.running() ? 0 : 1);
      return advance(budget);
    }
  }
  return finished();
}

PipelinePosition ObservedRun::pipeline_position() const {
  if (pipeline_) return pipette::pipeline_position(*pipeline_, strategy_);
  PipelinePosition at;
  at.update = machine_.steps;
  return at;
}

namespace {

// An epoch ends when the host has the last loss of its mini-batches.
std::vector<profile::Tracepoint> ends_of_epochs(const LossRecord& losses,
                                                std::int64_t mini_batches) {
  std::vector<profile::Tracepoint> ends;
  if (mini_batches <= 0) return ends;
  const auto epochs_at = [&](std::size_t i) { return (losses.mini_batches[i] + 1) / mini_batches; };
  std::int64_t ended = losses.values.first() == 0 ? 0 : epochs_at(losses.values.first());
  for (std::size_t i = losses.values.first(); i < losses.size(); ++i) {
    const std::int64_t now = epochs_at(i);
    if (now > ended) ends.push_back({fmt::format("Epoch {}", now), losses.cycles[i]});
    ended = now;
  }
  return ends;
}

}  // namespace

std::vector<profile::Profile> ObservedRun::profiles() const {
  profile::Series losses{"loss", {}, {}};
  const LossRecord& record = record_.losses;
  for (std::size_t i = record.values.first(); i < record.size(); ++i) {
    losses.cycles.push_back(record.cycles[i]);
    // The shortest digits that are this float: as a double it would have twice as many.
    losses.values.push_back(std::stod(fmt::format("{}", record.values[i])));
  }
  const auto epochs = ends_of_epochs(record, program_->mini_batches_in_epoch());
  std::vector<profile::Profile> made;
  for (std::size_t i = 0; i < recorder_.programs().size(); ++i) {
    made.push_back(make_profile(recorder_, i, machine_));
    if (!losses.cycles.empty()) made.back().execution.series.push_back(losses);
    made.back().execution.tracepoints = epochs;
    if (!express_advice_) continue;
    for (profile::Insight& insight : made.back().insights) {
      std::erase_if(insight.advice, [&](profile::Advice& a) { return !express_advice_(a); });
    }
  }
  return made;
}

const Instruction* ObservedRun::instructions() const {
  const Engine* engine = strategy_.engine();
  return engine == nullptr ? nullptr : &engine->executable().root;
}

namespace {

// "" for a span of another program, and for one that every run comes by.
std::string branch_words(const Instruction& root, const Span& span, const std::string& name) {
  std::string words;
  const Instruction* at = &root;
  while (at->id != span.instruction) {
    std::size_t child = 0;  // the last that begins no later
    while (child + 1 < at->children.size() && at->children[child + 1].id <= span.instruction) {
      ++child;
    }
    if (child >= at->children.size()) return "";
    if (at->kind() == InstructionKind::if_else) {
      words = fmt::format(" It ran because the predicate of \"{}\" was {}.", at->name, child == 0);
    }
    at = &at->children[child];
  }
  const auto steps = at->supersteps();
  const bool is_its =
      at->name == name ||
      std::any_of(steps.begin(), steps.end(), [&](const auto& s) { return s.name == name; });
  return is_its ? words : "";
}

}  // namespace

std::string ObservedRun::explain(const Span& span) const {
  std::string words = pipette::explain(span, machine_.device.arch());
  const Instruction* root = instructions();
  if (root == nullptr || span.instruction < 0) return words;
  return words + branch_words(*root, span, machine_.trace.name(span.name));
}

RunStatus ObservedRun::status() const {
  RunStatus status;
  status.finished = program_->finished();
  status.in_run = strategy_.running();
  status.run = program_->runs_finished();
  status.num_runs = program_->num_runs();
  status.step = program_->steps_done().value_or(machine_.steps);
  status.num_steps = program_->num_steps();
  if (const Engine* engine = strategy_.engine(); engine != nullptr && engine->running()) {
    const Instruction& next = *engine->next_instruction();
    status.instruction = next.name;
    status.instruction_kind = next.kind();
    status.phase = phase_of(next);
    if (const Superstep* update = update_in(next)) status.instruction += ", " + update->name;
  }
  status.cycles = machine_.device.now();
  status.seconds = machine_.device.seconds();
  status.compile_seconds = machine_.device.config().host.compile_seconds;
  status.infeed = infeed_status(machine_, program_->infeed());
  status.outfeed = outfeed_status(program_->outfeed());
  if (const Engine* engine = strategy_.engine(); engine != nullptr) {
    for (const HostSink* sink : engine->executable().sinks) status.held_bytes += sink->held_bytes();
  }
  status.most_held_bytes = machine_.most_held_bytes;
  return status;
}

void ObservedRun::archive(Archive& a) {
  a("machine", machine_)("record", record_)("real_seconds", real_seconds_);
}

}  // namespace pipette
