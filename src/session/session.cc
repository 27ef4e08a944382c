#include "session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "core/archive.h"
#include "core/hash.h"
#include "core/json.h"
#include "experiment/catalogue.h"
#include "program/budget_meter.h"
#include "session/advised_experiment.h"
#include "session/replay.h"
#include "session/workload.h"

namespace pipette {

struct Session::State {
  State(const Experiment& e, ImageData d, const SessionOptions& o)
      : experiment(e),
        options(o),
        data(std::move(d)),
        run(
            experiment.device_config(),
            [this](Strategy& strategy, Record& record) {
              auto made = make_workload(experiment, data, strategy, record);
              workload = made.get();
              return made;
            },
            options.profiled_spans),
        evaluator(workload->classifier(), data),
        layers(workload->layers()) {
    run.express_advice([this](profile::Advice& advice) {
      const auto changed = advised_experiment(advice, experiment);
      if (changed) advice.changes = changes_between(experiment, *changed).dump();
      return changed.has_value();
    });
  }

  Experiment experiment;
  SessionOptions options;
  ImageData data;
  Workload* workload = nullptr;  // that the run owns
  ObservedRun run;
  Evaluator evaluator;
  LayerProbe layers;
  std::optional<Condition> until;
  bool checks = false;   // for `until` to hold
  bool stopped = false;  // where it did
};

namespace {

const Experiment& validated(const Experiment& experiment) {
  experiment.validate();
  return experiment;
}

const ImageData& of_ten_classes(const ImageData& data) {
  if (data.num_classes() == 10) return data;
  throw InvalidArgument(fmt::format(
      "\"{}\" has {} classes, but the networks of experiments have ten; train a model of your own on "
      "them, with as many outputs",
      data.name(), data.num_classes()));
}

}  // namespace

ImageData data_for(const Experiment& experiment) {
  if (experiment.training.data != "digits") {
    throw InvalidArgument(fmt::format("data \"{}\" is not loaded; load it first, or use \"digits\"",
                                      experiment.training.data));
  }
  return ImageData::generated(experiment.training.seed);
}

Session::Session(const Experiment& experiment, const SessionOptions& options)
    : Session(validated(experiment), data_for(experiment), options) {}

Session::Session(const Experiment& experiment, const ImageData& data, const SessionOptions& options)
    : state_(std::make_unique<State>(validated(experiment), of_ten_classes(data), options)) {
  if (experiment.training.data != data.name()) {
    throw InvalidArgument(fmt::format("the experiment wants data \"{}\", but \"{}\" is given",
                                      experiment.training.data, data.name()));
  }
  observed().record().events.add(EventKind::created, 0);
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

const Experiment& Session::experiment() const { return state_->experiment; }
ObservedRun& Session::observed() { return state_->run; }
const ObservedRun& Session::observed() const { return state_->run; }
bool Session::finished() const { return observed().finished(); }
RunStatus Session::status() const { return observed().status(); }
const LatestList<float>& Session::losses() const { return observed().record().losses.values; }
void Session::keep_losses(std::size_t latest) { observed().record().losses.keep = latest; }
const std::string& Session::printed() const { return observed().record().printed; }
const Trace& Session::trace() const { return observed().trace(); }
const Device& Session::device() const { return observed().device(); }
const PipelineInfo* Session::pipeline() const { return observed().pipeline(); }
std::string Session::explain(const Span& span) const { return observed().explain(span); }
std::vector<profile::Profile> Session::profiles() const { return observed().profiles(); }
Evaluator& Session::evaluator() { return state_->evaluator; }
const ImageData& Session::data() const { return state_->data; }

std::vector<Variable> Session::variables() const { return state_->workload->variables(); }
Variable Session::variable(const std::string& name) const {
  return variable_named(name, variables());
}
const LayerProbe& Session::layers() const { return state_->layers; }
const BatchRates* Session::batch_rates() const { return state_->workload->batch_rates(); }

bool Session::continue_as(const Experiment& changed) {
  changed.validate();
  if (!state_->experiment.same_apart_from_outfeeds(changed)) return false;
  if (!state_->workload->continue_as(changed)) return false;
  state_->experiment = changed;
  observed().update();
  return true;
}

void Session::stop_when(std::optional<Condition> condition) {
  if (condition && condition->needs_accuracy() && !state_->evaluator.possible()) {
    throw FailedPrecondition("this program classifies no images, so it has no accuracy");
  }
  if (condition && catalogue_entry(state_->experiment.name).kind == ProgramKind::benchmark) {
    throw FailedPrecondition(
        "a benchmark runs to its end, because what it measures is the whole: nothing stops it");
  }
  state_->until = std::move(condition);
  state_->checks = state_->until.has_value();
  state_->stopped = false;
}

const std::optional<Condition>& Session::stop_condition() const { return state_->until; }
bool Session::stopped() const { return state_->stopped; }

// The machine's step after which the condition is checked next.
std::int64_t Session::next_check() const {
  const std::int64_t every =
      state_->until->needs_accuracy() ? std::max<std::int64_t>(1, status().num_steps / 100) : 1;
  return (observed().machine().steps / every + 1) * every;
}

bool Session::check() {
  std::optional<double> accuracy;
  if (state_->until->needs_accuracy()) {
    Evaluator& evaluator = state_->evaluator;
    evaluator.restart();
    evaluator.advance(std::numeric_limits<double>::infinity());
    accuracy = evaluator.accuracy();
  }
  state_->stopped = state_->until->holds(*this, accuracy);
  state_->checks = !state_->stopped;
  return state_->stopped;
}

bool Session::advance(const Budget& budget) {
  state_->stopped = false;
  if (!state_->checks) return observed().advance(budget);
  const Machine& machine = observed().machine();
  const BudgetMeter meter(budget, machine);
  while (true) {
    const std::int64_t goal = next_check();
    Budget slice = meter.left();
    slice.step_count = std::min(slice.step_count, goal - machine.steps);
    const bool ended = observed().advance(slice);
    if ((ended || machine.steps >= goal) && check()) return true;
    if (ended || meter.spent()) return ended;
  }
}

bool Session::step(StepSize size) {
  const std::int64_t steps = observed().machine().steps;
  if (size == StepSize::training_step) return advance(Budget::steps(1));
  state_->stopped = false;
  const bool ended = observed().step(size);
  const bool checks = state_->checks && observed().machine().steps > steps &&
                      (ended || !state_->until->needs_accuracy());
  return (checks && check()) || ended;
}

std::optional<double> Session::mean_loss() const {
  const LatestList<float>& values = losses();
  if (values.empty()) return {};
  const std::size_t count = std::min<std::size_t>(500, values.kept().size());
  double sum = 0;
  for (std::size_t i = values.size() - count; i < values.size(); ++i) {
    sum += static_cast<double>(values[i]);
  }
  return sum / static_cast<double>(count);
}

void Session::reset() {
  // The data, and the digits made so far, stay.
  auto fresh = std::make_unique<State>(state_->experiment, state_->data, state_->options);
  fresh->run.record().events.add(EventKind::reset, 0);
  fresh->until = state_->until;
  fresh->checks = fresh->until.has_value();
  state_ = std::move(fresh);
}

bool Session::step_back(StepSize size) {
  const std::optional<EarlierPlace> place = EarlierPlace::before(*this, size);
  if (!place) return false;
  const std::size_t kept = observed().record().losses.keep;
  const std::optional<Condition> until = state_->until;
  reset();
  keep_losses(kept);
  stop_when({});  // on the way
  while (!place->reached(*this)) {
    advance(place->budget(*this, std::numeric_limits<double>::infinity()));
  }
  stop_when(until);
  return true;
}

namespace {

// The values of variables by name; a name that several have is followed by a number. In the order
// of the names: that in which a program first uses its variables depends on the compiler.
class VariableValues {
 public:
  VariableValues(const std::vector<Variable>& variables, int most_replicas)
      : most_replicas_(most_replicas) {
    for (const Variable& variable : variables) {
      std::string key = variable.name();
      for (int i = 2; by_name_.contains(key); ++i) key = fmt::format("{}#{}", variable.name(), i);
      by_name_.emplace(std::move(key), variable);
    }
  }

  void archive(Archive& a) {
    for (const auto& [name, variable] : by_name_) {
      Array values = variable.by_replica();
      a(name.c_str(), values);
      if (a.restores()) variable.restore(values, most_replicas_);
    }
  }

 private:
  std::map<std::string, Variable> by_name_;
  int most_replicas_;
};

}  // namespace

// The program first: its outfeed queues have no structure, and its optimizer no variables, before
// it has been compiled. What is compiled adds to the machine, so that comes after it.
void Session::archive(Archive& a) {
  if (observed().strategy().running()) {
    throw FailedPrecondition(fmt::format(
        "a checkpoint is taken between engine runs, and run {} is under way: first go to its end, "
        "with step(\"engine_run\") or StepSize::engine_run",
        status().run));
  }
  bool begun = observed().machine().runs > 0;
  a("begun", begun);
  const Executable* executable = begun ? state_->workload->compiled() : nullptr;
  VariableValues values(executable == nullptr ? variables() : executable->variables,
                        device().num_ipus());
  a("variables", values)("program", *state_->workload)("run", state_->run);
  if (a.restores()) observed().update();
}

Summary Session::summary(bool with_accuracy) {
  const State& s = *state_;
  const RunStatus status = s.run.status();
  Summary summary;
  summary.experiment = s.experiment;
  if (catalogue_entry(s.experiment.name).kind == ProgramKind::benchmark) {
    summary.benchmark = printed();
  }
  summary.steps = status.step;
  summary.runs = status.run;
  const LatestList<float>& values = losses();
  summary.losses = static_cast<std::int64_t>(values.size());
  if (!values.empty()) {
    summary.final_loss = values.back();
    summary.mean_loss_last_500 = *mean_loss();
  }
  Hash weight_hash;
  for (const Variable& variable : variables()) {
    weight_hash.add(variable.storage().bytes(), variable.storage().num_bytes());
  }
  summary.loss_hash = observed().record().losses.hash().hex();
  summary.weight_hash = weight_hash.hex();
  summary.modelled_cycles = status.cycles;
  summary.modelled_seconds_without_compile = status.seconds;
  summary.modelled_seconds = status.seconds + status.compile_seconds;
  summary.modelled_stream_wait_cycles = s.run.machine().total_wait_cycles;
  summary.real_seconds = s.run.real_seconds();
  if (with_accuracy && s.evaluator.possible()) {
    Evaluator evaluator(s.workload->classifier(), s.data);
    evaluator.advance(std::numeric_limits<double>::infinity());
    summary.test_accuracy = evaluator.accuracy();
  }
  return summary;
}

}  // namespace pipette
