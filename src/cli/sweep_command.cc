#include "cli/sweep_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <thread>

#include "cli/console.h"
#include "cli/flag_words.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "cli/summary_text.h"
#include "core/json.h"
#include "sweep/command.h"
#include "sweep/results_file.h"
#include "sweep/results_table.h"

namespace pipette::cli {

namespace {

constexpr int kMostJobs = 1024;
constexpr const char* kGroup = "Sweeps";

}  // namespace

SweepCommand::SweepCommand(CLI::App& app, std::ostream& out, std::ostream& err, bool terminal)
    : out_(out), err_(err), terminal_(terminal), choice_(err), runner_(out, err, terminal) {
  add_sweep(app);
  add_table(app);
  add_plot(app);
}

void SweepCommand::add_sweep(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("sweep", "Run an experiment with every combination of some values");
  command->group(kGroup);
  command
      ->add_option(
          "--vary", variations_,
          "A field and its values, as in stages=1,2,4; of a field that is a list itself, hidden_units=128;256,64. "
          "May be given for several fields, of which the last changes fastest")
      ->required()
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("FIELD=VALUES");
  command
      ->add_option(
          "-o,--output", file_,
          "Write a line of JSON for each experiment to this file. A sweep that was interrupted goes on where the file ends. "
          "Without it the lines are printed")
      ->check(not_empty())
      ->type_name("FILE");
  command
      ->add_option("-j,--jobs", jobs_,
                   "Experiments at a time; 0 for as many as there are processors")
      ->check(CLI::Range(0, kMostJobs))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option(
          "--under", under_,
          "Run each experiment by this launcher, as in --under \"mpirun -n 2\" or \"srun -n 1\"")
      ->check(not_empty())
      ->type_name("COMMAND");
  runner_.add_data_option(*command);
  choice_.add_options(*command);
  command->callback([this, command] { speaking_flags(*command, {}, [&] { run(*command); }); });
}

void SweepCommand::add_table(CLI::App& app) {
  CLI::App* command = app.add_subcommand("table", "Print the results of a sweep as a table");
  command->group(kGroup);
  command->add_option("results", file_, "The file that `pipette sweep` wrote")
      ->required()
      ->type_name("FILE");
  command
      ->add_option(
          "--columns", columns_,
          "Figures, as in stages,modelled.seconds; else what was varied, losses, accuracy and times")
      ->delimiter(',')
      ->type_name("NAME,...");
  command->add_flag("--csv", csv_, "Print it as CSV");
  command->callback([this] { print_table(); });
}

void SweepCommand::add_plot(CLI::App& app) {
  CLI::App* command = app.add_subcommand("plot", "Draw two figures of a sweep's results as SVG");
  command->group(kGroup);
  command->add_option("results", file_, "The file that `pipette sweep` wrote")
      ->required()
      ->type_name("FILE");
  command->add_option("--x", plot_.x, "The figure from left to right, as in stages")
      ->required()
      ->type_name("NAME");
  command->add_option("--y", plot_.y, "The figure upwards, as in modelled.seconds")
      ->required()
      ->type_name("NAME");
  command->add_flag("--log-x", plot_.log_x, "On a logarithmic axis");
  command->add_flag("--log-y", plot_.log_y, "On a logarithmic axis");
  command->callback([this] { print_plot(); });
}

Json SweepCommand::launched(const Experiment& experiment) const {
  std::vector<std::string> words;
  std::istringstream under(under_);
  for (std::string word; under >> word;) words.push_back(word);
  words.push_back(sweep::this_program());
  for (const char* word : {"run", "--experiment", "-", "--json"}) words.emplace_back(word);
  if (!runner_.data_dir().empty()) {
    words.emplace_back("--data-dir");
    words.push_back(runner_.data_dir());
  }
  const sweep::Output output = sweep::run_command(words, experiment.to_json());
  Json line = parse_json(output.text);
  if (line.is_object()) return line;  // a result, or an error
  throw Internal(fmt::format("\"{}\" has {}, and printed: {}", under_, output.fault,
                             output.errors.substr(0, 500)));
}

Json SweepCommand::line_of(const CLI::App& command, const sweep::Sweep& sweep,
                           std::size_t number) const {
  Json line;
  try {
    speaking_flags(command, {}, [&] {
      Experiment e = sweep.experiment(number);
      check(e);
      if (!under_.empty()) {
        line = launched(e);
        return;
      }
      Session session(e, runner_.data(e));
      while (!session.advance(Budget::unlimited())) {
      }
      line = summary_document(session.summary());
    });
  } catch (const Error& error) {
    line = error_document({error.name(), error.what(), exit_code(error.code())});
  }
  line["varied"] = sweep.varied(number);
  return line;
}

void SweepCommand::run(const CLI::App& command) {
  std::vector<Variation> variations;
  for (const std::string& text : variations_) variations.push_back(parse_variation(text));
  const sweep::Sweep sweep(choice_.experiment(command), std::move(variations));
  std::optional<sweep::ResultsFile> file;
  if (!file_.empty() && file_ != kStandardStream) file.emplace(file_, sweep);
  const std::size_t before = file ? file->size() : 0;
  if (before > 0) {
    err_ << fmt::format("pipette: \"{}\" has {} of {} experiments already\n", file_, before,
                        sweep.size());
  }
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t jobs = jobs_ > 0 ? static_cast<std::size_t>(jobs_) : processors;
  std::size_t done = before, failed = 0;
  const auto take = [&](const sweep::Ended& ended) {
    Json line = parse_json(ended.text);
    if (!ended.fault.empty() || line.is_discarded()) {
      line = error_document({"RuntimeError", "its process has " + ended.fault, 5});
      line["varied"] = sweep.varied(ended.number);
    }
    ++done;
    if (line.contains("error")) ++failed;
    if (file) {
      file->append(line);
    } else {
      out_ << shown_json(line) << "\n" << std::flush;
    }
  };
  Progress progress(err_, terminal_);
  const Interruption interruption;
  const bool ended = sweep::run_in_order(
      before, sweep.size(), jobs,
      [&](std::size_t number) { return shown_json(line_of(command, sweep, number)); }, take,
      [&](std::size_t ready, std::size_t running) {
        const std::size_t all = before + ready;
        progress.show(static_cast<double>(all) / static_cast<double>(sweep.size()),
                      {fmt::format("{} of {} experiments", all, sweep.size()),
                       fmt::format("{} running", running)});
        return !interruption.asked();
      });
  progress.clear();
  if (!ended) {
    const std::string more = file ? fmt::format("; the same command goes on from there") : "";
    throw Interrupted(
        fmt::format("interrupted after {} of {} experiments{}", done, sweep.size(), more));
  }
  if (file) {
    const std::vector<Json> lines = sweep::read_results(file_);
    out_ << sweep::table_text(lines, sweep::usual_columns(lines));
  }
  if (failed > 0) {
    err_ << fmt::format("pipette: {} of {} experiments could not be run; their lines say why\n",
                        failed, sweep.size() - before);
  }
}

void SweepCommand::print_table() const {
  const std::vector<Json> lines = sweep::read_results(file_);
  for (const std::string& column : columns_) sweep::require_figure(lines, column);
  const std::vector<std::string> columns =
      columns_.empty() ? sweep::usual_columns(lines) : columns_;
  out_ << (csv_ ? sweep::table_csv(lines, columns) : sweep::table_text(lines, columns));
}

void SweepCommand::print_plot() const {
  out_ << sweep::plot_svg(sweep::read_results(file_), plot_);
}

}  // namespace pipette::cli
