#include "cli/run_command.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "session/catalogue.h"
#include "session/model_code.h"
#include "session/session.h"
#include "training/gradient_accumulation.h"

namespace pipette {

namespace {

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw NotFound("cannot open \"" + path + "\"");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

RunCommand::RunCommand(CLI::App& app, std::ostream& out, std::ostream& err, bool terminal)
    : out_(out), runner_(out, err, terminal) {
  CLI::App* run_any = add_command(app, "run", "Run an experiment of the catalogue");
  run_any->add_option("name", name_, "Its name; `pipette list` shows them");
  run_any->add_option("--experiment", experiment_file_, "JSON file with an experiment instead");
  run_any->add_option("--code", code_,
                      "Print the program of a model with layers instead of running it: python, cpp "
                      "or javascript");
  run_any->callback([this] { code_.empty() ? run() : print_code(); });
  CLI::App* train = add_command(app, "train", "Train MNIST over stages and replicas");
  train->callback([this] {
    name_ = "mnist-pipelined";
    run();
  });
}

CLI::App* RunCommand::add_command(CLI::App& app, const std::string& name,
                                  const std::string& description) {
  CLI::App* command = app.add_subcommand(name, description);
  command->add_option("--steps", steps_, "Training steps (pipelined: weight updates)");
  command->add_option("--steps-per-execution", steps_per_execution_, "Steps of one engine run");
  command->add_option("--batch-size", batch_size_, "Images in a (mini-)batch");
  command->add_option("--hidden-units", hidden_units_, "Widths of the hidden layers: 256,128")
      ->delimiter(',');
  command->add_option("--learning-rate", learning_rate_, "Of the optimizer");
  command->add_option("--optimizer", optimizer_, "sgd, momentum, adam or rmsprop");
  command->add_option("--seed", seed_, "Of initial weights, shuffling and generated digits");
  command->add_option("--prefetch-depth", prefetch_depth_, "Infeed elements prepared ahead");
  command->add_option("--architecture", architecture_, "Mk1, Mk2 or Bow");
  command->add_option("--compile-seconds", compile_seconds_, "Modelled compile time, an input");
  runner_.add_options(*command);
  const std::string group = "Pipelines and replicas (mnist-pipelined)";
  command->add_option("--stages", stages_, "Parts that the network is cut into; 1: no pipeline")
      ->group(group);
  command->add_option("--schedule", schedule_, "grouped, interleaved or sequential")->group(group);
  command
      ->add_option("--gradient-accumulation", gradient_accumulation_,
                   "Mini-batches of one weight update")
      ->group(group);
  command->add_option("--reduction", reduction_, "sum, mean or running_mean of their gradients")
      ->group(group);
  command->add_option("--device-mapping", device_mapping_, "IPU of each stage: 0,1,1,0")
      ->delimiter(',')
      ->group(group);
  command->add_flag("--recompute", recompute_, "Recompute activations instead of stashing them")
      ->group(group);
  command
      ->add_option("--offload", offload_,
                   "Also to remote buffers: activations, gradients, weights (a list)")
      ->delimiter(',')
      ->check(CLI::IsMember({"activations", "gradients", "weights"}))
      ->group(group);
  command->add_flag("--keep-state", keep_state_, "Optimizer state stays on the IPUs")->group(group);
  command->add_flag("--shard-state", shard_state_, "Each replica keeps its share of the state")
      ->group(group);
  command->add_option("--replicas", replicas_, "Copies that train on data of their own")
      ->group(group);
  return command;
}

Experiment RunCommand::experiment() const {
  if (name_.empty() == experiment_file_.empty()) {
    throw InvalidArgument("give either the name of an experiment or --experiment FILE");
  }
  Experiment e = experiment_file_.empty() ? Experiment::defaults(name_)
                                          : Experiment::from_json(read_text(experiment_file_));
  const auto set = [](const auto& option, auto& member) {
    if (option) member = *option;
  };
  set(steps_, e.steps);
  set(steps_per_execution_, e.steps_per_execution);
  set(batch_size_, e.batch_size);
  set(stages_, e.stages);
  set(gradient_accumulation_, e.gradient_accumulation_count);
  set(replicas_, e.replicas);
  if (recompute_) e.recompute = true;
  if (keep_state_) e.offload_weight_update_variables = false;
  if (shard_state_) e.replicated_optimizer_state_sharding = true;
  for (const std::string& what : offload_) {
    (what == "activations" ? e.offload_activations
     : what == "gradients" ? e.offload_gradient_accumulation_buffers
                           : e.offload_weights) = true;
  }
  if (!hidden_units_.empty()) e.hidden_units = hidden_units_;
  if (!device_mapping_.empty()) e.device_mapping = device_mapping_;
  if (optimizer_) e.optimizer = parse_optimizer(*optimizer_);
  if (schedule_) e.pipeline_schedule = pipelining::parse_schedule(*schedule_);
  if (reduction_) e.reduction_method = parse_reduction_method(*reduction_);
  set(learning_rate_, e.learning_rate);
  set(seed_, e.seed);
  set(prefetch_depth_, e.prefetch_depth);
  set(architecture_, e.device.architecture);
  set(compile_seconds_, e.device.host.compile_seconds);
  return e;
}

void RunCommand::print_code() {
  const Experiment e = experiment();
  e.validate();
  out_ << model_code(e, parse_code_language(code_));
}

void RunCommand::run() {
  Experiment e = experiment();
  const ImageData data = runner_.data(e);
  e.validate();
  runner_.run(e, data, ExperimentRunner::Show::summary);
}

}  // namespace pipette
