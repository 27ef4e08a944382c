// What is trained, and for how long.
#include "experiment/field_binding.h"

namespace pipette {

namespace {

constexpr Programs kAll = Programs::all_but({});
constexpr Programs kWithImages = Programs::all_but({ProgramKind::arithmetic});
constexpr Programs kTraining = Programs::all_but({ProgramKind::arithmetic, ProgramKind::benchmark});

std::pair<std::string, std::string> words_of_steps(const Experiment& e) {
  using enum ProgramKind;
  const ProgramKind kind = catalogue_entry(e.name).kind;
  if (kind == benchmark) return {"Batches", "Batches that the host makes in all."};
  if (kind == arithmetic) return {"Steps", "Iterations of the loop on the device in all."};
  if (e.steps_are_updates()) {
    return {"Weight updates", "Weight updates in all; each learns from all of its mini-batches."};
  }
  return {"Steps", "Training steps in all: mini-batches that the network learns from."};
}

std::pair<std::string, std::string> words_of_run(const Experiment& e) {
  using enum ProgramKind;
  switch (catalogue_entry(e.name).kind) {
    case with_feeds:
    case without_feeds:
      return {"Steps per execution",
              "Training steps in one Engine::run, with feeds. More steps share the cost of one "
              "call from the host. Without feeds it is always one."};
    case without_loops:
      return {"Per engine run", "Without loops it is always one mini-batch."};
    case keras:
      return {"Per engine run", "Mini-batches of one execution, which is an epoch here."};
    case benchmark:
      return {"Per epoch", "Batches that are timed together."};
    case loops:
      return {"Per engine run", "Mini-batches of one Engine::run, which is an epoch here."};
    case arithmetic:
      return {"Per engine run", "Iterations of the loop in one Engine::run."};
    default:
      return {"Per engine run", "Weight updates in one Engine::run."};
  }
}

const char* needs_decay(const Experiment& e) {
  return e.training.decay == Decay::none ? "it needs a learning rate that decays" : nullptr;
}
const char* needs_exponential_decay(const Experiment& e) {
  return e.training.decay != Decay::exponential
             ? "it needs a learning rate that decays exponentially"
             : nullptr;
}
const char* needs_adamw(const Experiment& e) {
  return e.training.optimizer != OptimizerName::adamw ? "it needs the optimizer adamw" : nullptr;
}

void add_decay(std::vector<Field>& all) {
  using enum ProgramKind;
  const std::string group = "Training";
  const Programs shown = {pipelined, keras};
  all.push_back(bound(PIPETTE_MEMBER(training.decay),
                      {.name = "learning_rate_decay",
                       .label = "Learning rate decay",
                       .help = "How the learning rate falls from one weight update to the next.",
                       .programs = kTraining,
                       .group = group,
                       .panel = shown}));
  all.push_back(bound(PIPETTE_MEMBER(training.decay_steps),
                      {.name = "decay_steps",
                       .label = "Decay over",
                       .help = "Weight updates after which an exponential decay has reached its "
                               "rate, or a cosine its end.",
                       .minimum = 1,
                       .maximum = 1e9,
                       .growth = Growth::one_two_five,
                       .programs = kTraining,
                       .lacks = needs_decay,
                       .group = group,
                       .panel = shown}));
  all.push_back(
      bound(PIPETTE_MEMBER(training.decay_rate),
            {.name = "decay_rate",
             .label = "Decay rate",
             .help = "The learning rate is multiplied by this over that many weight updates.",
             .minimum = 0,
             .maximum = 1,
             .programs = kTraining,
             .lacks = needs_exponential_decay,
             .group = group,
             .panel = shown}));
  all.push_back(bound(
      PIPETTE_MEMBER(training.weight_decay),
      {.name = "weight_decay",
       .label = "Weight decay",
       .help =
           "The share of each weight that AdamW subtracts at an update, times the learning rate.",
       .minimum = 0,
       .maximum = 100,
       .programs = kTraining,
       .lacks = needs_adamw,
       .group = group,
       .panel = shown}));
}

void add_model_and_data(std::vector<Field>& all) {
  using enum ProgramKind;
  all.push_back(
      bound(PIPETTE_MEMBER(model.hidden_units), {.name = "hidden_units",
                                                 .label = "Hidden units",
                                                 .help = "Widths of the hidden layers.",
                                                 .minimum = 1,
                                                 .maximum = keras::kMaxLayerSize,
                                                 .min_items = 1,
                                                 .max_items = kMaxHiddenLayers,
                                                 .growth = Growth::doubles,
                                                 .programs = {with_feeds, without_feeds, pipelined},
                                                 .group = "Model"}));
  all.push_back(
      bound(PIPETTE_MEMBER(training.seed),
            {.name = "seed",
             .label = "Seed",
             .help = "The seed of the initial weights, the order of the images and the generated "
                     "digits: the same seed gives the same bits everywhere.",
             .minimum = 0,
             .maximum = 0x1p53,
             .programs = kTraining,
             .group = "Training",
             .panel = kTraining}));
  all.push_back(
      bound(PIPETTE_MEMBER(training.data), {.name = "data",
                                            .label = "Data",
                                            .help = "\"digits\" for generated digits, "
                                                    "or the name of data that was loaded.",
                                            .has_flag = false,
                                            .programs = kWithImages,
                                            .group = "Training"}));
  all.push_back(
      bound(PIPETTE_MEMBER(training.optimizer), {.name = "optimizer",
                                                 .label = "Optimizer",
                                                 .help = "How gradients become weight updates.",
                                                 .programs = kTraining,
                                                 .group = "Training",
                                                 .panel = {pipelined, keras}}));
}

}  // namespace

void add_training_fields(std::vector<Field>& all) {
  using enum ProgramKind;
  const std::string group = "Training";
  all.push_back(bound(PIPETTE_MEMBER(training.steps),
                      {.name = "steps",
                       .label = "Steps",
                       .help = "Training steps in all. A step is a mini-batch; for mnist-pipelined "
                               "and the inspect programs of TensorFlow 1 it is a weight update.",
                       .minimum = 1,
                       .maximum = 1e9,
                       .growth = Growth::one_two_five,
                       .programs = kAll,
                       .group = group,
                       .panel = kAll,
                       .everyday = kAll,
                       .words = words_of_steps}));
  all.push_back(bound(PIPETTE_MEMBER(training.steps_per_execution),
                      {.name = "steps_per_execution",
                       .label = "Steps per execution",
                       .help = "Steps of one engine run. A run is never cut short, "
                               "so the steps in all are rounded up to whole runs.",
                       .minimum = 1,
                       .maximum = 1e6,
                       .growth = Growth::one_two_five,
                       .programs = Programs::all_but({without_feeds, without_loops}),
                       .group = group,
                       .panel = kAll,
                       .everyday = kAll,
                       .words = words_of_run}));
  all.push_back(bound(PIPETTE_MEMBER(training.batch_size), {.name = "batch_size",
                                                            .label = "Batch size",
                                                            .help = "Images in one mini-batch.",
                                                            .minimum = 1,
                                                            .maximum = 10000,
                                                            .growth = Growth::doubles,
                                                            .programs = kWithImages,
                                                            .group = group,
                                                            .panel = kWithImages,
                                                            .everyday = kWithImages}));
  all.push_back(bound(PIPETTE_MEMBER(training.learning_rate),
                      {.name = "learning_rate",
                       .label = "Learning rate",
                       .help = "How far each weight update moves the weights.",
                       .minimum = 0,
                       .maximum = 1000,
                       .programs = kTraining,
                       .group = group,
                       .panel = kTraining,
                       .everyday = kTraining}));
  add_decay(all);
  add_model_and_data(all);
}

}  // namespace pipette
