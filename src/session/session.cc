#include "session/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/hash.h"
#include "program/budget_meter.h"
#include "session/describe.h"
#include "session/workload.h"

namespace pipette {

struct Session::State {
  State(const Experiment& e, ImageData d)
      : experiment(e),
        data(std::move(d)),
        machine(e.device_config()),
        strategy(machine),
        workload(make_workload(experiment, data, strategy, record)),
        evaluator(workload->classifier(), data) {
    describe_program();
  }
  // A run that is going on still uses the workload's queues, which go before the strategy does.
  ~State() { strategy.abandon(); }

  Experiment experiment;
  ImageData data;
  Record record;
  Machine machine;
  Strategy strategy;
  std::unique_ptr<Workload> workload;
  Evaluator evaluator;
  std::optional<PipelineInfo> pipeline;
  double real_seconds = 0;

  std::int64_t now() const { return machine.device.now(); }
  bool go_on(const Budget& budget);
  void describe_program();
};

// When there is one, and it is another than before.
void Session::State::describe_program() {
  const Function* function = workload->pipeline();
  if (function == nullptr || (pipeline && pipeline->program == function->uid())) return;
  pipeline = describe(experiment, *workload, strategy);
}

bool Session::State::go_on(const Budget& budget) {
  const BudgetMeter meter(budget, machine);
  try {
    const bool finished = workload->advance(budget);
    real_seconds += meter.real_us() * 1e-6;
    describe_program();
    return finished;
  } catch (const Error& error) {
    real_seconds += meter.real_us() * 1e-6;
    record.events.add(EventKind::failed, now(), 0,
                      fmt::format("{}: {}", error.name(), error.what()));
    throw;
  }
}

namespace {

const Experiment& validated(const Experiment& experiment) {
  experiment.validate();
  return experiment;
}

ImageData data_for(const Experiment& experiment) {
  if (experiment.training.data != "digits") {
    throw InvalidArgument(fmt::format("data \"{}\" is not loaded; load it first, or use \"digits\"",
                                      experiment.training.data));
  }
  return ImageData::generated(experiment.training.seed);
}

}  // namespace

Session::Session(const Experiment& experiment)
    : Session(validated(experiment), data_for(experiment)) {}

Session::Session(const Experiment& experiment, const ImageData& data)
    : state_(std::make_unique<State>(validated(experiment), data)) {
  if (experiment.training.data != data.name()) {
    throw InvalidArgument(fmt::format("the experiment wants data \"{}\", but \"{}\" is given",
                                      experiment.training.data, data.name()));
  }
  state_->record.events.add(EventKind::created, 0);
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

const Experiment& Session::experiment() const { return state_->experiment; }
bool Session::finished() const { return state_->workload->finished(); }
const std::vector<float>& Session::losses() const { return state_->record.losses.values; }
const LossRecord& Session::loss_record() const { return state_->record.losses; }
const std::vector<OutfedTensor>& Session::outfed() const { return state_->record.outfed; }
const std::string& Session::printed() const { return state_->record.printed; }
const Trace& Session::trace() const { return state_->machine.trace; }
const Device& Session::device() const { return state_->machine.device; }
EventLog& Session::events() { return state_->record.events; }
Evaluator& Session::evaluator() { return state_->evaluator; }
const ImageData& Session::data() const { return state_->data; }

bool Session::advance(const Budget& budget) { return state_->go_on(budget); }

bool Session::step(StepSize size) {
  switch (size) {
    case StepSize::instruction:
      return state_->go_on(Budget::instructions(1));
    case StepSize::slot:
      return state_->go_on(state_->pipeline ? Budget::slots(1) : Budget::steps(1));
    case StepSize::training_step:
      return state_->go_on(Budget::steps(1));
    case StepSize::engine_run: {
      Budget budget;  // to the end of the run that is going on, or of another one
      budget.until_run = state_->machine.runs + (state_->strategy.running() ? 0 : 1);
      return state_->go_on(budget);
    }
  }
  return finished();
}

bool Session::continue_as(const Experiment& changed) {
  changed.validate();
  if (!state_->experiment.same_apart_from_outfeeds(changed)) return false;
  if (!state_->workload->continue_as(changed)) return false;
  state_->experiment = changed;
  state_->describe_program();
  return true;
}

void Session::reset() {
  // The data, and the digits made so far, stay.
  auto fresh = std::make_unique<State>(state_->experiment, state_->data);
  state_ = std::move(fresh);
  state_->record.events.add(EventKind::reset, 0);
}

const PipelineInfo* Session::pipeline() const {
  return state_->pipeline ? &*state_->pipeline : nullptr;
}

PipelinePosition Session::pipeline_position() const {
  const State& s = *state_;
  if (s.pipeline) return pipette::pipeline_position(*s.pipeline, s.strategy);
  PipelinePosition at;
  at.update = s.machine.steps;
  return at;
}

const Instruction* Session::program() const {
  const Engine* engine = state_->strategy.engine();
  return engine == nullptr ? nullptr : &engine->executable().root;
}

std::string Session::explain(const Span& span) const {
  return pipette::explain(span, state_->machine.device.arch());
}

SessionStatus Session::status() const {
  const State& s = *state_;
  SessionStatus status;
  status.finished = s.workload->finished();
  status.in_run = s.strategy.running();
  status.run = s.workload->runs_finished();
  status.num_runs = s.workload->num_runs();
  status.step = s.workload->steps_done().value_or(s.machine.steps);
  status.num_steps = s.workload->num_steps();
  if (const Engine* engine = s.strategy.engine(); engine != nullptr && engine->running()) {
    const Instruction& next = *engine->next_instruction();
    status.instruction = next.name;
    status.instruction_kind = next.kind();
    status.phase = next.phase;
  }
  status.cycles = s.now();
  status.seconds = s.machine.device.seconds();
  status.compile_seconds = s.experiment.device.host.compile_seconds;
  status.infeed = infeed_status(s.machine, s.workload->infeed());
  status.outfeed = outfeed_status(s.workload->outfeed());
  return status;
}

Summary Session::summary(bool with_accuracy) {
  const State& s = *state_;
  Summary summary;
  summary.experiment = s.experiment;
  summary.steps = s.workload->steps_done().value_or(s.machine.steps);
  summary.runs = s.workload->runs_finished();
  const std::vector<float>& values = s.record.losses.values;
  summary.losses = static_cast<std::int64_t>(values.size());
  if (!values.empty()) {
    summary.final_loss = values.back();
    const std::size_t count = std::min<std::size_t>(500, values.size());
    double sum = 0;
    for (std::size_t i = values.size() - count; i < values.size(); ++i) {
      sum += static_cast<double>(values[i]);
    }
    summary.mean_loss_last_500 = sum / static_cast<double>(count);
  }
  Hash losses, weights;
  losses.add(values.data(), values.size() * sizeof(float));
  for (const Variable& variable : s.workload->variables()) {
    weights.add(variable.storage().bytes(), variable.storage().num_bytes());
  }
  summary.loss_hash = losses.hex();
  summary.weight_hash = weights.hex();
  summary.modelled_cycles = s.now();
  summary.modelled_seconds_without_compile = s.machine.device.seconds();
  summary.modelled_seconds =
      summary.modelled_seconds_without_compile + s.experiment.device.host.compile_seconds;
  summary.modelled_stream_wait_cycles = s.machine.total_wait_cycles;
  summary.real_seconds = s.real_seconds;
  if (with_accuracy && s.evaluator.possible()) {
    Evaluator evaluator(s.workload->classifier(), s.data);
    evaluator.advance(std::numeric_limits<double>::infinity());
    summary.test_accuracy = evaluator.accuracy();
  }
  return summary;
}

}  // namespace pipette
