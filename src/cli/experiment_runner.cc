#include "cli/experiment_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/advice_lines.h"
#include "cli/console.h"
#include "cli/flag_words.h"
#include "cli/help_text.h"
#include "cli/interruption.h"
#include "cli/lockstep.h"
#include "cli/progress.h"
#include "cli/run_outputs.h"
#include "cli/summary_text.h"
#include "core/json.h"
#include "experiment/catalogue.h"
#include "report/report_text.h"
#include "session/checkpoint.h"
#include "session/session_weights.h"

namespace pipette::cli {

namespace {

constexpr double kProgressUs = 100e3;  // ten times a second

// How far a run is: its first loss is yet to come, or its last one.
void show(const Session& session, Progress& progress) {
  const RunStatus status = session.status();
  std::vector<std::string> words = {fmt::format("step {}/{}", status.step, status.num_steps)};
  if (!session.losses().empty())
    words.push_back(fmt::format("loss {:.4f}", session.losses().back()));
  words.push_back(fmt::format("modelled {:.3f} s", status.seconds));
  progress.show(static_cast<double>(status.step) /
                    static_cast<double>(std::max<std::int64_t>(1, status.num_steps)),
                words);
}

// The programs of the infeed and outfeed tutorial print one line, at their end.
bool prints_little(const Session& session) {
  const CatalogueEntry& entry = catalogue_entry(session.experiment().name);
  const bool feeds =
      entry.kind == ProgramKind::with_feeds || entry.kind == ProgramKind::without_feeds;
  return feeds && !entry.prints_losses;
}

}  // namespace

void ExperimentRunner::add_data_option(CLI::App& command) {
  command
      .add_option(
          "--data-dir", data_dir_,
          "Folder with the four IDX files of MNIST, or of a set like it (Fashion-MNIST), plain or "
          "gzipped; else generated digits")
      ->check(not_empty())
      ->type_name("FOLDER");
}

void ExperimentRunner::add_options(CLI::App& command) {
  add_data_option(command);
  command
      .add_option(
          "--trace", files_.trace,
          "Write the modelled execution trace to this file, for Perfetto; - is the standard "
          "output, here and below, and the result then goes to the standard error")
      ->check(not_empty())
      ->type_name("FILE");
  command
      .add_option("--losses", files_.losses,
                  "Write each loss with its mini-batch, the modelled cycle at which it reached "
                  "the host, and that in seconds, to this file: CSV, or an array for NumPy if its "
                  "name ends in .npy")
      ->check(not_empty())
      ->type_name("FILE");
  command
      .add_option("--load-weights", load_weights_,
                  "Begin with the weights of this safetensors file instead of random ones")
      ->check(not_empty())
      ->type_name("FILE");
  command
      .add_option("--save-weights", files_.weights,
                  "Write the trained weights to this safetensors file")
      ->check(not_empty())
      ->type_name("FILE");
  command
      .add_option(
          "--outfed", files_.outfed,
          "Write the tensors that the program sends to the host, such as gradients, to this "
          "folder, for NumPy: a file for each tensor and engine run")
      ->check(not_empty())
      ->type_name("FOLDER");
  CLI::Option* checkpoint =
      command
          .add_option("--checkpoint", files_.checkpoint,
                      "Write the whole state of the run to this file, for --resume: between two "
                      "engine runs, once ten seconds have passed since the last time, and at the "
                      "end")
          ->check(not_empty())
          ->type_name("FILE");
  command
      .add_option("--every", files_.every,
                  "Write the checkpoint after this many engine runs, instead of every ten seconds")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""))
      ->needs(checkpoint)
      ->type_name("RUNS");
  command
      .add_option("--resume", resume_,
                  "Continue from this checkpoint, with the same bits as without the break; the "
                  "experiment is that of the checkpoint, only --steps may differ")
      ->check(not_empty())
      ->excludes(command.get_option("--load-weights"))
      ->type_name("FILE");
  std::string names;
  for (const ResultName& each : result_names()) {
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", each.name, each.help);
  }
  command
      .add_option(
          "--until", until_,
          fmt::format(
              "Stop where this first holds, as in \"accuracy >= 0.9 and steps <= 5000\"; exit "
              "code 1 where it never does. What can be compared: {}, and fields of the "
              "experiment. It is checked after every step, the accuracy after every "
              "hundredth of all steps",
              names))
      ->check(not_empty())
      ->type_name("CONDITION");
  command
      .add_option("--pvti-options", files_.pvti_options,
                  "\"enable\" and \"directory\" of the system trace, as a JSON object of texts")
      ->envname("PVTI_OPTIONS")
      ->capture_default_str()
      ->type_name("JSON");
  leave_to_help_all(*command.get_option("--pvti-options"));
  command.add_flag("--json", json_, "Print one JSON object");
}

void ExperimentRunner::add_profile_options(CLI::App& command) {
  command.add_flag("--try-advice", try_advice_,
                   "Run what each insight advises, and print what came beside what was promised");
}

ImageData ExperimentRunner::data(Experiment& experiment) const {
  if (!data_dir_.empty()) {
    experiment.training.data = "mnist";
    return ImageData::from_sets("mnist", load_mnist_directory(data_dir_));
  }
  if (experiment.training.data != "digits") {
    throw InvalidArgument("the experiment uses data \"" + experiment.training.data +
                          "\": say where with --data-dir");
  }
  return ImageData::generated(experiment.training.seed);
}

void ExperimentRunner::print_new(const Session& session, std::size_t& printed) {
  if (json_) return;
  result() << session.printed().substr(printed) << std::flush;
  printed = session.printed().size();
}

void ExperimentRunner::print_profile(const report::Report& report, const Session& session) const {
  if (report.profiles.empty()) {
    throw FailedPrecondition(
        "the experiment runs no program on the device, so there is nothing to profile");
  }
  Json json = report_json(report);
  add_commands(session.experiment(), json);
  if (try_advice_) {
    Progress progress(err_, terminal_);
    try_advice(report.profiles, session, json, progress);
    progress.clear();
  }
  result() << (json_ ? shown_json(document("profile", std::move(json))) + "\n"
                     : report::report_text(json));
}

bool ExperimentRunner::advance(Session& session, Show show_what, RunOutputs& outputs) {
  // Between slices the trace is written out and progress shown; slices change no result.
  const Machine& machine = session.observed().machine();
  const bool prints = show_what == Show::program_output;
  Progress progress(err_, terminal_);
  std::size_t printed = 0;
  bool finished = false;
  const Interruption interruption;
  Lockstep lockstep;
  while (!finished) {
    Budget slice = Budget::microseconds(kProgressUs);
    if (outputs.has_trace()) slice.step_count = TraceFile::kStepsPerSlice;
    if (outputs.looks_at_runs()) slice.until_run = machine.runs + (session.status().in_run ? 0 : 1);
    if (lockstep.interrupted(interruption.asked(), slice)) break;
    finished = session.advance(slice);
    outputs.append();
    if (prints && session.printed().size() > printed) {
      progress.clear();
      print_new(session, printed);
    }
    // A program may be drawing a bar of its own, which only ends with its line.
    const std::string& text = session.printed();
    if (!prints || json_ || text.empty() || text.back() == '\n') show(session, progress);
  }
  prints ? progress.clear() : progress.end();
  if (finished && prints_little(session)) print_new(session, printed);
  return finished;
}

std::string ExperimentRunner::tell_of_until(Session& session, double accuracy) {
  const Condition& until = *session.stop_condition();
  const RunStatus status = session.status();
  if (session.stopped()) {
    err_ << fmt::format("pipette: {} after {} of {} steps\n", until.text(), status.step,
                        status.num_steps);
    return "";
  }
  const auto measured = accuracy < 0 ? std::nullopt : std::optional(accuracy);
  return fmt::format("\"{}\" did not hold within {} steps: {}", until.text(), status.step,
                     until.found(session, measured));
}

std::optional<Experiment> ExperimentRunner::resumed() const {
  if (resume_.empty()) return std::nullopt;
  try {
    return experiment_of(read_together(resume_));
  } catch (const InvalidArgument& cause) {
    throw_again(cause, resume_ + ": ");
  }
}

Session ExperimentRunner::session(const Experiment& experiment, const ImageData& data) const {
  if (resume_.empty()) {
    Session session(experiment, data);
    if (!load_weights_.empty()) set_weights(session, read_together(load_weights_));
    return session;
  }
  try {
    Session session = resume(read_together(resume_), experiment, data);
    const RunStatus status = session.status();
    err_ << fmt::format("pipette: continues after {} of {} steps, from \"{}\"\n", status.step,
                        status.num_steps, resume_);
    return session;
  } catch (const InvalidArgument& cause) {
    throw_again(cause, resume_ + ": ");
  }
}

void ExperimentRunner::run(const Experiment& experiment, const ImageData& data, Show show) {
  for (const std::string& note : experiment.device.engine_options.notes()) {
    err_ << "pipette: " << note << "\n";
  }
  require_same("the experiment", experiment.to_json());
  Session session = this->session(experiment, data);
  if (!until_.empty()) session.stop_when(Condition::parse(until_));
  RunOutputs outputs(files_, session, err_);
  bool finished = false;
  try {
    finished = advance(session, show, outputs);
  } catch (const Error&) {  // what ran until then, or did not fit, is worth reading
    outputs.finish_after_error();
    throw;
  }
  outputs.finish();
  if (!finished) {
    outputs.tell_failures();
    tell_result(session, show);
    const RunStatus status = session.status();
    throw Interrupted(
        fmt::format("interrupted after {} of {} steps{}", status.step, status.num_steps,
                    outputs.has_files() ? "; the files hold what there was until then" : ""));
  }
  print_result(session, show, outputs);
}

std::ostream& ExperimentRunner::result() const {
  const bool taken = files_.trace == kStandardStream || files_.losses == kStandardStream ||
                     files_.weights == kStandardStream;
  return taken ? err_ : out_;
}

Summary ExperimentRunner::tell_result(Session& session, Show show) {
  if (show == Show::profile) print_profile(report_of(session), session);
  const Summary summary = session.summary(show == Show::summary || json_ || !until_.empty());
  if (show != Show::profile && json_) {
    result() << shown_json(summary_document(summary), 2) << "\n";
  } else if (show == Show::summary) {
    print_summary(summary, result());
  }
  return summary;
}

void ExperimentRunner::print_result(Session& session, Show show, const RunOutputs& outputs) {
  const Summary summary = tell_result(session, show);
  err_ << session.observed().record().advice;
  const std::string not_met = until_.empty() ? "" : tell_of_until(session, summary.test_accuracy);
  if (!not_met.empty() && outputs.failed()) err_ << fmt::format("pipette: {}\n", not_met);
  outputs.check();
  if (!not_met.empty()) throw NotMet(not_met);
}

}  // namespace pipette::cli
