// The parameter panel of the pipelined experiment.
#include "app/pipeline_panel.h"

#include "app/experiment_bindings.h"
#include "app/experiment_panel.h"
#include "core/error.h"

namespace pipette::app {

using pipelining::PipelineSchedule;

namespace {

constexpr const char* kPipeline = "Pipeline";
constexpr const char* kTraining = "Training";

template <class Member>
ParameterBinding bind_choice(const char* group, const char* name, const char* label,
                             std::vector<std::string> options, Member Experiment::*member) {
  ParameterField field = {.name = name, .label = label, .kind = FieldKind::kChoice};
  const auto most = static_cast<double>(options.size() - 1);
  field.maximum = most;
  field.options = std::move(options);
  return {
      group, std::move(field),
      [member](const Experiment& e) { return static_cast<double>(static_cast<int>(e.*member)); },
      [member, most](Experiment& e, double value) {
        e.*member = static_cast<Member>(static_cast<int>(value > most ? most : value));
      }};
}

}  // namespace

std::vector<ParameterBinding> pipeline_bindings() {
  std::vector<ParameterBinding> bindings;
  bindings.push_back(bind_choice(kPipeline, "pipeline_schedule", "Schedule",
                                 {"Grouped", "Interleaved", "Sequential"},
                                 &Experiment::pipeline_schedule));
  bindings.push_back({kPipeline,
                      {.name = "stages",
                       .label = "Stages",
                       .help = "Parts the network is cut into, each on an IPU of its own",
                       .minimum = 2,
                       .maximum = 64},
                      [](const Experiment& e) { return static_cast<double>(e.stages); },
                      [](Experiment& e, double value) {
                        e.stages = static_cast<std::int64_t>(value);
                        e.device_mapping.clear();
                      }});
  bindings.push_back(
      bind_integer(kPipeline,
                   {.name = "gradient_accumulation_count",
                    .label = "Mini-batches",
                    .help = "Gradient accumulation count: mini-batches between two weight updates",
                    .minimum = 1,
                    .maximum = 100000},
                   &Experiment::gradient_accumulation_count));
  bindings.push_back(bind_choice(kPipeline, "recompute", "Recompute",
                                 {"Stash activations", "Recompute them"}, &Experiment::recompute));
  bindings.push_back(
      {kPipeline,
       {.name = "hidden_layers",
        .label = "Hidden layers",
        .help = "More layers can be cut into more stages; new ones are as wide as "
                "the last",
        .minimum = 1,
        .maximum = 62},
       [](const Experiment& e) { return static_cast<double>(e.hidden_units.size()); },
       [](Experiment& e, double value) {
         if (value < 1 || value > 62) {
           throw InvalidArgument(
               "the page makes 1 to 62 hidden layers; the nearest "
               "valid value is " +
               std::string(value < 1 ? "1" : "62"));
         }
         const std::int64_t last = e.hidden_units.back();
         e.hidden_units.resize(static_cast<std::size_t>(value), last);
       }});
  bindings.push_back(
      bind_integer(kPipeline,
                   {.name = "replicas",
                    .label = "Replicas",
                    .help = "Copies of the whole pipeline, each on IPUs of its own and with "
                            "mini-batches of its own; they share their gradients",
                    .minimum = 1,
                    .maximum = 64,
                    .doubles = true},
                   &Experiment::replicas));
  bindings.push_back(bind_integer(kTraining,
                                  {.name = "steps",
                                   .label = "Weight updates",
                                   .help = "In all; each learns from all of its mini-batches",
                                   .minimum = 1,
                                   .maximum = 1e9,
                                   .steps_125 = true},
                                  &Experiment::steps));
  bindings.push_back(bind_integer(kTraining,
                                  {.name = "steps_per_execution",
                                   .label = "Per engine run",
                                   .help = "Weight updates in one Engine::run",
                                   .minimum = 1,
                                   .maximum = 1e6,
                                   .steps_125 = true},
                                  &Experiment::steps_per_execution));
  bindings.push_back(bind_batch_size(kTraining));
  bindings.push_back(bind_learning_rate(kTraining));
  bindings.push_back(bind_choice(kTraining, "optimizer", "Optimizer",
                                 {"SGD", "Momentum", "Adam", "RMSprop"}, &Experiment::optimizer));
  bindings.push_back(bind_seed(kTraining));
  bindings.push_back(bind_prefetch_depth(kTraining));
  return bindings;
}

bool is_pipelined(const Experiment& experiment) { return experiment.name == "mnist-pipelined"; }

std::optional<CountProblem> count_problem(const Experiment& e) {
  if (!is_pipelined(e)) return std::nullopt;
  try {
    const auto devices = pipelining::program_devices(e.stage_devices(), true);
    pipelining::check_device_mapping(e.pipeline_schedule, static_cast<int>(e.stages),
                                     e.stage_devices(), true);
    const int overlap = pipelining::overlap_length(e.pipeline_schedule, devices);
    const auto near = nearest_valid_counts(overlap, e.gradient_accumulation_count);
    if (near.below == e.gradient_accumulation_count) return std::nullopt;
    CountProblem problem;
    problem.text = std::string(pipelining::schedule_name(e.pipeline_schedule)) + " with " +
                   std::to_string(e.stages) + " stages starts " + std::to_string(overlap) +
                   " mini-batches one after another, so their number must be a multiple of " +
                   std::to_string(overlap) + ".";
    for (const std::int64_t count : {near.below, near.above}) {
      if (count > 0) problem.nearest.push_back(static_cast<double>(count));
    }
    return problem;
  } catch (const Error&) {
    return std::nullopt;  // something else is wrong; validate() says what
  }
}

}  // namespace pipette::app
