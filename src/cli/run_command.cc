#include "cli/run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "cli/trace_file.h"
#include "session/catalogue.h"
#include "session/session.h"

namespace pipette {

namespace {

constexpr double kProgressUs = 100e3;  // ten times a second

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw NotFound("cannot open \"" + path + "\"");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string progress_line(const SessionStatus& status, float loss) {
  constexpr int kWidth = 30;
  const double done = static_cast<double>(status.step) /
                      static_cast<double>(std::max<std::int64_t>(1, status.num_steps));
  const int filled = static_cast<int>(done * kWidth);
  return fmt::format("\r[{:=<{}}{:>{}}] {:3.0f} %  step {}/{}  loss {:.4f}  modelled {:.3f} s ", "",
                     filled, "", kWidth - filled, 100 * done, status.step, status.num_steps, loss,
                     status.seconds);
}

void print_text(const Summary& s, std::ostream& out) {
  out << fmt::format("experiment          {} ({}, seed {})\n", s.experiment.name, s.experiment.data,
                     s.experiment.seed);
  out << fmt::format("steps               {} in {} engine runs\n", s.steps, s.runs);
  out << fmt::format("loss                {:.4f} at the end, {:.4f} over the last 500 steps\n",
                     s.final_loss, s.mean_loss_last_500);
  out << fmt::format("test accuracy       {:.2f} %\n", 100 * s.test_accuracy);
  out << fmt::format("weights             {}\n", s.weight_hash);
  out << fmt::format("losses              {}\n", s.loss_hash);
  out << fmt::format("modelled time       {:.3f} s, {:.3f} s without compiling ({} cycles)\n",
                     s.modelled_seconds, s.modelled_seconds_without_compile, s.modelled_cycles);
  out << fmt::format("real time           {:.3f} s, {:.0f} steps per second\n", s.real_seconds,
                     s.steps_per_second());
}

}  // namespace

RunCommand::RunCommand(CLI::App& app, std::ostream& out, std::ostream& err, bool terminal)
    : out_(out), err_(err), terminal_(terminal) {
  CLI::App* command = app.add_subcommand("run", "Run an experiment of the catalogue");
  command->add_option("name", name_, "Its name; `pipette list` shows them");
  command->add_option("--experiment", experiment_file_, "JSON file with an experiment instead");
  command->add_option("--steps", steps_, "Training steps");
  command->add_option("--steps-per-execution", steps_per_execution_, "Steps of one engine run");
  command->add_option("--batch-size", batch_size_, "Images in a batch");
  command->add_option("--hidden-units", hidden_units_, "Width of the hidden layer");
  command->add_option("--learning-rate", learning_rate_, "Of stochastic gradient descent");
  command->add_option("--seed", seed_, "Of initial weights, shuffling and generated digits");
  command->add_option("--prefetch-depth", prefetch_depth_, "Infeed elements prepared ahead");
  command->add_option("--architecture", architecture_, "Mk1, Mk2 or Bow");
  command->add_option("--compile-seconds", compile_seconds_, "Modelled compile time, an input");
  command->add_option("--data-dir", data_dir_,
                      "Folder with MNIST's four IDX files, plain or gzipped");
  command->add_option("--trace", trace_file_, "Write the modelled execution trace to this file");
  command->add_flag("--json", json_, "Print one JSON object");
  command->callback([this] { run(); });
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
  set(hidden_units_, e.hidden_units);
  set(learning_rate_, e.learning_rate);
  set(seed_, e.seed);
  set(prefetch_depth_, e.prefetch_depth);
  set(architecture_, e.device.architecture);
  set(compile_seconds_, e.device.host.compile_seconds);
  if (!data_dir_.empty()) e.data = "mnist";
  e.validate();
  return e;
}

void RunCommand::run() {
  const Experiment e = experiment();
  if (e.data != "digits" && data_dir_.empty()) {
    throw InvalidArgument("the experiment uses data \"" + e.data + "\": say where with --data-dir");
  }
  Session session(e, data_dir_.empty()
                         ? ImageData::generated(e.seed)
                         : ImageData::from_sets("mnist", load_mnist_directory(data_dir_)));
  std::optional<TraceFile> trace;
  if (!trace_file_.empty()) trace.emplace(trace_file_, session);
  // Between slices the trace is written out and progress shown; slices change no result.
  Budget slice = Budget::microseconds(kProgressUs);
  if (trace) slice.step_count = TraceFile::kStepsPerSlice;
  bool finished = false;
  while (!finished) {
    finished = session.advance(slice);
    if (trace) trace->append();
    if (terminal_ && !json_) {
      err_ << progress_line(session.status(),
                            session.losses().empty() ? 0 : session.losses().back())
           << std::flush;
    }
  }
  if (terminal_ && !json_) err_ << "\n";
  if (trace) {
    trace->close();
    if (trace->left_out() > 0) {
      err_ << fmt::format(
          "pipette: \"{}\" holds the first {} spans; {} later ones are left out: trace a shorter "
          "run with --steps\n",
          trace_file_, trace->written(), trace->left_out());
    }
  }
  const Summary summary = session.summary();
  if (json_) {
    out_ << summary.to_json() << "\n";
  } else {
    print_text(summary, out_);
  }
}

}  // namespace pipette
