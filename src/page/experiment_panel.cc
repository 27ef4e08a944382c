#include "page/experiment_panel.h"

#include <cstdint>
#include <map>

#include "core/error.h"
#include "page/experiment_bindings.h"
#include "page/inspector_panel.h"
#include "page/pipeline_panel.h"
#include "scenes/model_edit.h"
#include "session/catalogue.h"

namespace pipette::app {
namespace {

constexpr const char* kWithFeedsName = "mnist-with-feeds";
constexpr const char* kWithoutFeedsName = "mnist-without-feeds";

using Binding = ParameterBinding;

Binding host(ParameterField field, double HostOptions::*member) {
  field.kind = FieldKind::kReal;
  return {"Modelled host", std::move(field),
          [member](const Experiment& e) { return e.device.host.*member; },
          [member](Experiment& e, double value) { e.device.host.*member = value; }};
}

std::vector<Binding> make_bindings() {
  std::vector<Binding> bindings;
  const char* training = "Training";
  bindings.push_back(bind_integer(training,
                                  {.name = "steps",
                                   .label = "Steps",
                                   .help = "Training steps in all: batches the network learns from",
                                   .minimum = 1,
                                   .maximum = 1e9,
                                   .steps_125 = true},
                                  &Experiment::steps));
  bindings.push_back(bind_integer(
      training,
      {.name = "steps_per_execution",
       .label = "Steps per execution",
       .help = "Training steps in one Engine::run, with feeds. More steps share the cost of "
               "one call from the host. Without feeds it is always one.",
       .minimum = 1,
       .maximum = 1e6,
       .steps_125 = true},
      &Experiment::steps_per_execution));
  bindings.push_back(bind_batch_size(training));
  bindings.push_back(bind_learning_rate(training));
  bindings.push_back(bind_seed(training));
  bindings.push_back(bind_prefetch_depth(training));
  bindings.push_back(
      host({.name = "host.call_us",
            .label = "One call",
            .help = "What the host spends on one Strategy::run before the IPU starts",
            .minimum = 0,
            .maximum = 1e9,
            .unit = "µs"},
           &HostOptions::call_us));
  bindings.push_back(host({.name = "host.element_us",
                           .label = "Prepare a batch",
                           .help = "What the data pipeline spends on one batch",
                           .minimum = 0,
                           .maximum = 1e9,
                           .unit = "µs"},
                          &HostOptions::element_us));
  bindings.push_back(host({.name = "host.compile_seconds",
                           .label = "Compile",
                           .help = "Added once to the modelled total; an input, never simulated",
                           .minimum = 0,
                           .maximum = 1e6,
                           .unit = "s"},
                          &HostOptions::compile_seconds));
  return bindings;
}

const std::vector<Binding>& bindings(const Experiment& experiment) {
  static std::map<std::pair<ProgramKind, bool>, std::vector<Binding>> made;
  const ProgramKind kind = catalogue_entry(experiment.name).kind;
  const bool staged = has_layers(experiment) && experiment.num_stages() > 1;
  const auto [at, missing] = made.try_emplace({kind, staged});
  if (!missing) return at->second;
  if (is_pipelined(experiment)) {
    at->second = pipeline_bindings();
  } else if (has_layers(experiment)) {
    at->second = model_bindings(staged);
  } else if (kind == ProgramKind::with_feeds || kind == ProgramKind::without_feeds) {
    at->second = make_bindings();
  } else {
    at->second = inspection_bindings(kind);
  }
  return at->second;
}

}  // namespace

ParameterBinding bind_steps(const char* group, const char* label, const char* help) {
  return bind_integer(group,
                      {.name = "steps",
                       .label = label,
                       .help = help,
                       .minimum = 1,
                       .maximum = 1e9,
                       .steps_125 = true},
                      &Experiment::steps);
}

ParameterBinding bind_steps_per_run(const char* group, const char* help) {
  return bind_integer(group,
                      {.name = "steps_per_execution",
                       .label = "Per engine run",
                       .help = help,
                       .minimum = 1,
                       .maximum = 1e6,
                       .steps_125 = true},
                      &Experiment::steps_per_execution);
}

ParameterBinding bind_batch_size(const char* group) {
  return bind_integer(group,
                      {.name = "batch_size",
                       .label = "Batch size",
                       .help = "Digits in one batch",
                       .minimum = 1,
                       .maximum = 10000,
                       .doubles = true},
                      &Experiment::batch_size);
}

ParameterBinding bind_learning_rate(const char* group) {
  return {group,
          {.name = "learning_rate",
           .label = "Learning rate",
           .help = "How far one step of gradient descent goes",
           .kind = FieldKind::kReal,
           .minimum = 0,
           .maximum = 1000},
          [](const Experiment& e) { return e.learning_rate; },
          [](Experiment& e, double value) { e.learning_rate = value; }};
}

ParameterBinding bind_seed(const char* group) {
  return bind_integer(group,
                      {.name = "seed",
                       .label = "Seed",
                       .help = "Of weights, order of digits and the generated digits: the "
                               "same seed gives the same bits everywhere",
                       .minimum = 0,
                       .maximum = 9007199254740992.0},
                      &Experiment::seed);
}

ParameterBinding bind_prefetch_depth(const char* group) {
  return bind_integer(group,
                      {.name = "prefetch_depth",
                       .label = "Prefetch depth",
                       .help = "Batches the infeed queue holds ready on the host",
                       .minimum = 1,
                       .maximum = 255},
                      &Experiment::prefetch_depth);
}

ParameterModel panel_of(const Experiment& experiment) {
  ParameterModel model;
  for (const Binding& binding : bindings(experiment)) {
    if (model.groups.empty() || model.groups.back().title != binding.group) {
      model.groups.push_back({binding.group, {}});
    }
    ParameterField field = binding.field;
    if (binding.get_text) {
      field.text = binding.get_text(experiment);
    } else {
      field.value = binding.get(experiment);
    }
    model.groups.back().fields.push_back(std::move(field));
  }
  return model;
}

void set_parameter(Experiment* experiment, const std::string& name, double value,
                   const std::string& text) {
  if (edit_model(experiment, name, value, text)) return;
  for (const Binding& binding : bindings(*experiment)) {
    if (binding.field.name != name) continue;
    if (binding.set_text) return binding.set_text(*experiment, text);
    if (binding.field.kind != FieldKind::kReal) check_whole(name, value);
    binding.set(*experiment, value);
    return;
  }
  throw NotFound("the panel has no parameter \"" + name + "\"");
}

bool page_shows(const std::string& experiment_name) {
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.name != experiment_name) continue;
    return run_of(entry.name) || is_pipelined(entry.defaults) || is_inspection(entry.defaults);
  }
  return false;
}

std::optional<RunKind> run_of(const std::string& experiment_name) {
  if (experiment_name == kWithFeedsName) return RunKind::with_feeds;
  if (experiment_name == kWithoutFeedsName) return RunKind::without_feeds;
  return std::nullopt;
}

void check_shown(const Experiment& experiment) {
  if (!is_pipelined(experiment) || experiment.stages > 1) return;
  throw InvalidArgument(
      "the page shows pipelines of at least 2 stages; the nearest valid value is 2");
}

Experiment for_page(const Experiment& experiment) {
  return run_of(experiment.name) ? with_feeds(experiment) : experiment;
}

Experiment with_feeds(const Experiment& experiment) {
  Experiment result = experiment;
  result.name = kWithFeedsName;
  return result;
}

Experiment without_feeds(const Experiment& experiment) {
  Experiment result = experiment;
  result.name = kWithoutFeedsName;
  result.steps = experiment.num_steps();  // an engine run is never cut short
  result.steps_per_execution = 1;
  return result;
}

}  // namespace pipette::app
