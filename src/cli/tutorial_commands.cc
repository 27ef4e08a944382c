#include "cli/tutorial_commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "cli/flag_words.h"
#include "data/dataset_benchmark.h"
#include "experiment/catalogue.h"

namespace pipette::cli {

namespace {

// Words of the flags that take a list.
constexpr const char* kFilterHelp = "A list of words, or none to show all";

// What `flags` multiply to, refused where no whole number is meant any more, or one that a double,
// and so JSON, does not hold.
std::int64_t counted(double product, const char* flags) {
  if (std::abs(product) <= 0x1p53) return static_cast<std::int64_t>(product);
  throw InvalidArgument(
      fmt::format("{} ask for {} steps in all, but at most 2^53 can be counted; give smaller ones",
                  flags, product));
}

// The tutorials have names of their own for what an experiment calls steps per execution.
OtherFlags others_of(const CLI::App& command) {
  for (const char* flag : {"--steps-per-epoch", "--repeat-count", "--elements-per-epochs"}) {
    if (command.get_option_no_throw(flag) != nullptr) return {{"steps_per_execution", flag}};
  }
  return {};
}

double product(std::int64_t a, std::int64_t b) {
  return static_cast<double>(a) * static_cast<double>(b);
}

}  // namespace

TutorialCommands::TutorialCommands(CLI::App& app, std::ostream& out, std::ostream& err,
                                   bool terminal)
    : err_(err), runner_(out, err, terminal) {
  add_inspect_keras(app);
  add_keras_convolutions(app);
  add_inspected(
      app, "inspect-pipelined",
      "A pipeline that shows activations and gradients (TensorFlow 1 inspection tutorial)");
  add_inspected(app, "inspect-model",
                "The same on one IPU, without a pipeline (TensorFlow 1 inspection tutorial)");
  add_loops(app, "loops", "Convolutions, an epoch in one loop (loops tutorial)");
  add_loops(app, "while-loop", "Convolutions, a loop that ends by a condition (loops tutorial)");
  add_loops(app, "without-loops", "The same, every batch with a call of its own (loops tutorial)");
  add(app, "perf-training-example", "The smallest program with both queues (training guide)",
      [](const ImageData&) { return Experiment::defaults("perf-training-example"); });
  add(app, "outfeed-example", "Losses that arrive while the program runs (training guide)",
      [](const ImageData&) { return Experiment::defaults("outfeed-example"); });
  add_benchmark(app, "dataset-benchmark", "How fast this computer makes batches (training guide)");
  add_benchmark(app, "infeed-benchmark",
                "How fast this computer makes the batches of an infeed queue (training guide)");
}

CLI::App* TutorialCommands::add(CLI::App& app, const std::string& name,
                                const std::string& description,
                                std::function<Experiment(const ImageData&)> experiment) {
  CLI::App* command = app.add_subcommand(name, description);
  command->group("Programs of the tutorials");
  runner_.add_options(*command);
  flags_.push_back(std::make_unique<FieldFlags>(*command, FieldFlags::Which::with_variable));
  command->callback(
      [this, command, flags = flags_.back().get(), experiment = std::move(experiment)] {
        speaking_flags(*command, others_of(*command), [&] {
          Experiment named;  // takes the data's name
          const ImageData data = runner_.data(named);
          Experiment e = experiment(data);
          e.training.data = named.training.data;
          flags->apply(e, err_);
          e.validate();
          runner_.run(e, data, ExperimentRunner::Show::program_output);
        });
      });
  return command;
}

void TutorialCommands::add_inspect_keras(CLI::App& app) {
  CLI::App* command = add(app, "inspect-keras",
                          "A Keras model that shows activations and gradients (pipelining and "
                          "tensor inspection tutorial)",
                          [this](const ImageData&) { return inspect_keras(); });
  command->add_option("--model-type", model_type_, "Which kind of Keras model")
      ->check(CLI::IsMember({"Sequential", "Model"}))
      ->capture_default_str();
  command->add_flag("--no-pipelining", no_pipelining_, "One IPU instead of two stages");
  command->add_flag("--use-gradient-accumulation", use_gradient_accumulation_,
                    "Also without a pipeline; 4 mini-batches");
  command->add_flag("--outfeed-pre-accumulated-gradients", pre_accumulated_,
                    "Show the gradients of every mini-batch");
  add_epochs_and_filters(*command, 2000, 3, "Dense_128");
}

void TutorialCommands::add_keras_convolutions(CLI::App& app) {
  CLI::App* command = add(app, "keras-convolutions", "A Keras model that shows its kernels",
                          [this](const ImageData&) {
                            Experiment e = Experiment::defaults("keras-convolutions");
                            set_epochs_and_filters(e);
                            return e;
                          });
  const Experiment e = Experiment::defaults("keras-convolutions");
  add_epochs_and_filters(*command, e.training.steps_per_execution, e.num_runs(),
                         e.inspection.gradients_filters[0]);
}

// With these defaults.
void TutorialCommands::add_epochs_and_filters(CLI::App& command, std::int64_t steps,
                                              std::int64_t epochs,
                                              const std::string& gradients_filter) {
  command.preparse_callback([=, this](std::size_t) {
    steps_per_epoch_ = steps;
    epochs_ = static_cast<double>(epochs);
    gradients_filters_ = {gradients_filter};
  });
  command.add_option("--steps-per-epoch", steps_per_epoch_, "Mini-batches")
      ->default_str(std::to_string(steps));
  command.add_option("--epochs", epochs_, "")->default_str(std::to_string(epochs));
  command.add_option("--gradients-filters", gradients_filters_, kFilterHelp)
      ->default_str("[" + gradients_filter + "]");
  command.add_option("--activations-filters", activations_filters_, kFilterHelp)
      ->capture_default_str();
}

double TutorialCommands::whole_epochs() const {
  if (!(epochs_ > std::floor(epochs_))) return epochs_;
  throw InvalidArgument(
      fmt::format("--epochs must be a whole number, but it is {}; the next one is {}", epochs_,
                  std::ceil(epochs_)));
}

void TutorialCommands::set_epochs_and_filters(Experiment& e) const {
  e.inspection.gradients_filters = gradients_filters_;
  e.inspection.activations_filters = activations_filters_;
  e.training.steps_per_execution = steps_per_epoch_;
  e.training.steps = counted(whole_epochs() * static_cast<double>(steps_per_epoch_),
                             "--epochs and --steps-per-epoch");
}

Experiment TutorialCommands::inspect_keras() const {
  Experiment e = Experiment::defaults("inspect-keras");
  if (no_pipelining_) {
    // As upstream has it: the Sequential model shows both layers, the functional one shows one.
    std::vector<LayerSpec> layers;
    for (LayerSpec layer : e.model.layers) {
      layer.stage = 0;
      if (model_type_ == "Model") layer.outfeed = layer.name == "Dense_128";
      if (layer.name != "Dense_256") layers.push_back(layer);
    }
    e.model.layers = layers;
    if (!use_gradient_accumulation_) e.pipeline.gradient_accumulation_count = 1;
  }
  e.model.type = model_type_ == "Model" ? ModelType::model : ModelType::sequential;
  e.inspection.outfeed_pre_accumulated_gradients = pre_accumulated_;
  set_epochs_and_filters(e);
  return e;
}

void TutorialCommands::add_inspected(CLI::App& app, const std::string& name,
                                     const std::string& description) {
  const bool pipelined = name == "inspect-pipelined";
  CLI::App* command = add(app, name, description,
                          [this, name](const ImageData& data) { return inspected(name, data); });
  command->add_option_function<std::int64_t>(
      "--gradient-accumulation-count",
      [this](const std::int64_t& count) { accumulation_count_ = count; },
      fmt::format("Mini-batches of a weight update [{}]", pipelined ? 16 : 1));
  const Inspection defaults = Experiment::defaults(name).inspection;
  command->preparse_callback([=, this](std::size_t) {
    if (!pipelined) accumulation_count_ = 1;
    gradients_filters_ = defaults.gradients_filters;
    activations_filters_ = defaults.activations_filters;
  });
  const auto filters = [&](const char* flag, std::vector<std::string>& words,
                           const std::vector<std::string>& usual) {
    command->add_option(flag, words, kFilterHelp)
        ->default_str(fmt::format("[{}]", fmt::join(usual, ",")));
  };
  filters("--gradients-filters", gradients_filters_, defaults.gradients_filters);
  filters("--activations-filters", activations_filters_, defaults.activations_filters);
  command
      ->add_option("--repeat-count", repeat_count_,
                   pipelined ? "Weight updates of one engine run"
                             : "Mini-batches of one engine run, a multiple of the count")
      ->capture_default_str();
  command->add_option("--epochs", epochs_, "May be a fraction")->capture_default_str();
  command->add_flag("--outfeed-pre-accumulated-gradients", pre_accumulated_,
                    "Show the gradients of every mini-batch");
  command->add_flag("--run-single-step", run_single_step_, "One engine run");
}

Experiment TutorialCommands::inspected(const std::string& name, const ImageData& data) const {
  Experiment e = Experiment::defaults(name);
  e.pipeline.gradient_accumulation_count = accumulation_count_;
  const std::int64_t all = counted(product(repeat_count_, accumulation_count_),
                                   "--repeat-count and --gradient-accumulation-count");
  std::int64_t mini_batches = repeat_count_;  // of an engine run
  if (e.pipeline.stages > 1) {
    mini_batches = all;
  } else if (accumulation_count_ < 1 || repeat_count_ % accumulation_count_ != 0) {
    const std::int64_t count = std::max<std::int64_t>(accumulation_count_, 1);
    throw ValueError(fmt::format(
        "--repeat-count ({}) must be a multiple of --gradient-accumulation-count ({}); "
        "the nearest valid value is {}",
        repeat_count_, accumulation_count_, (repeat_count_ + count - 1) / count * count));
  }
  const double images = epochs_ * static_cast<double>(data.train_count());
  // What is not positive is refused by its own name, with all other fields.
  const bool once = run_single_step_ || mini_batches < 1;
  const double runs = once ? 1 : std::ceil(images / product(e.training.batch_size, mini_batches));
  e.inspection.outfeed_pre_accumulated_gradients = pre_accumulated_;
  e.inspection.gradients_filters = gradients_filters_;
  e.inspection.activations_filters = activations_filters_;
  e.training.steps_per_execution = mini_batches / std::max<std::int64_t>(accumulation_count_, 1);
  e.training.steps =
      counted(runs * static_cast<double>(e.training.steps_per_execution), "--epochs");
  return e;
}

void TutorialCommands::add_loops(CLI::App& app, const std::string& name,
                                 const std::string& description) {
  CLI::App* command = add(app, name, description, [this, name](const ImageData& data) {
    Experiment e = Experiment::defaults(name);
    e.training.batch_size = batch_size_;
    const std::int64_t epoch = data.train_count() / std::max<std::int64_t>(batch_size_, 1);
    if (!catalogue_entry(name).calls_for_each_batch()) e.training.steps_per_execution = epoch;
    e.training.steps = counted(whole_epochs() * static_cast<double>(epoch), "--epochs");
    return e;
  });
  command->preparse_callback([this](std::size_t) { epochs_ = 5; });
  command->add_option("--epochs", epochs_, "[5]");
  command->add_option("--batch-size", batch_size_, "Images in a batch")->capture_default_str();
}

void TutorialCommands::add_benchmark(CLI::App& app, const std::string& name,
                                     const std::string& description) {
  CLI::App* command = add(app, name, description, [this, name](const ImageData&) {
    const BenchmarkOptions asked{.number_of_epochs = number_of_epochs_,
                                 .elements_per_epochs = elements_per_epochs_};
    asked.check();
    Experiment e = Experiment::defaults(name);
    e.training.batch_size = batch_size_;
    e.training.steps_per_execution = elements_per_epochs_;
    e.training.steps = counted(product(elements_per_epochs_, number_of_epochs_),
                               "--elements-per-epochs and --number-of-epochs");
    return e;
  });
  command->add_option("--number-of-epochs", number_of_epochs_, "")->capture_default_str();
  command->add_option("--elements-per-epochs", elements_per_epochs_, "Batches of an epoch")
      ->capture_default_str();
  command->add_option("--batch-size", batch_size_, "Images in a batch")->capture_default_str();
}

}  // namespace pipette::cli
