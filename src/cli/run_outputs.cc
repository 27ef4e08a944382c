#include "cli/run_outputs.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "core/error.h"
#include "core/json.h"
#include "core/npy.h"
#include "program/instances.h"
#include "session/checkpoint.h"
#include "session/session_weights.h"

namespace pipette::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kCheckpointPause{10};

// Where PVTI_OPTIONS want system traces; nothing for nowhere.
std::optional<std::string> pvti_folder(const std::string& text) {
  const Json options = parse_json(text);
  if (!options.is_object()) {
    throw InvalidArgument(
        "PVTI options must be a JSON object of texts, as in {\"enable\":\"true\"}");
  }
  std::string directory = ".";
  bool enabled = false;
  for (const auto& [name, value] : options.items()) {
    if (name == "enable" && (value == "true" || value == "false")) {
      enabled = value == "true";
    } else if (name == "directory" && value.is_string()) {
      directory = value.get<std::string>();
    } else {
      throw InvalidArgument(fmt::format(
          "PVTI options have \"enable\", \"true\" or \"false\", and \"directory\", a text, but "
          "{} is {}",
          name.substr(0, 80), shown_json(value).substr(0, 80)));
    }
  }
  return enabled ? std::optional(directory.empty() ? "." : directory) : std::nullopt;
}

// By which OutputFile knows the standard output.
std::string output_path(const std::string& path) {
  return path == kStandardStream ? "/dev/stdout" : path;
}

}  // namespace

report::Report report_of(const Session& session) {
  report::Report made;
  made.profiles = session.profiles();
  made.options = session.experiment().device.engine_options;
  made.experiment = parse_json(session.experiment().to_json());
  made.version = PIPETTE_VERSION;
  return made;
}

// The report first: it looks at what its folder holds, and the others may lie there, too.
RunOutputs::RunOutputs(const Asked& asked, Session& session, std::ostream& err)
    : session_(session), err_(err), every_(asked.every), checkpointed_run_(session.status().run) {
  if (!Instances::speaks()) return;
  checkpoint_ = asked.checkpoint;
  if (session.experiment().device.engine_options.writes_report()) add_report();
  add_system_trace(asked.pvti_options);
  if (!asked.trace.empty()) add_trace("--trace", asked.trace, false);
  if (!asked.losses.empty()) {
    claim("--losses", asked.losses);
    losses_.emplace(output_path(asked.losses));
    losses_as_array_ = asked.losses.ends_with(".npy");
  }
  if (!asked.weights.empty()) {
    claim("--save-weights", asked.weights);
    weights_.emplace(output_path(asked.weights));
  }
  if (!asked.outfed.empty()) outfed_.emplace(asked.outfed, session);
  if (has_checkpoint()) {
    if (checkpoint_ == kStandardStream) {
      throw InvalidArgument(
          "--checkpoint needs a file: each checkpoint takes the place of the last");
    }
    claim("--checkpoint", checkpoint_);
    OutputFile writable(checkpoint_);  // and dropped: an error comes now, not after an hour
  }
}

void RunOutputs::claim(const std::string& what, const std::string& path) {
  std::error_code none;
  if (path == kStandardStream) {
    const auto [owner, is_new] = claimed_.emplace(path, what);
    if (is_new) return;
    throw InvalidArgument(
        fmt::format("{} and {} would both be written to the standard output", owner->second, what));
  }
  if (fs::exists(path, none) && !fs::is_regular_file(path, none)) return;  // a device, or an error
  const std::string file = fs::weakly_canonical(fs::absolute(path, none), none).string();
  const auto [owner, is_new] = claimed_.emplace(file, what);
  if (is_new) return;
  throw InvalidArgument(
      fmt::format("{} and {} would both be written to \"{}\": name another file for {}",
                  owner->second, what, path, what));
}

void RunOutputs::add_report() {
  const std::string directory = session_.experiment().device.engine_options.directory();
  report_.emplace(directory.empty() ? report::default_folder() : directory);
  for (const char* name : report::kReportFiles) {
    claim("the report", (fs::path(report_->path()) / name).string());
  }
}

void RunOutputs::add_trace(const std::string& what, const std::string& path, bool tell) {
  claim(what, path);
  traces_.emplace_back(output_path(path), tell, session_);
}

void RunOutputs::add_system_trace(const std::string& pvti_options) {
  const std::optional<std::string> folder = pvti_folder(pvti_options);
  if (!folder) return;
  system_folder_.emplace(*folder);
  const std::string name = fmt::format("system_trace__{}.json", report::run_stamp());
  add_trace("the system trace", (fs::path(*folder) / name).string(), true);
}

void RunOutputs::attempt(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception&) {
    failures_.push_back(std::current_exception());
  }
}

bool RunOutputs::checkpoint_is_due() const {
  const RunStatus status = session_.status();
  if (!has_checkpoint() || status.in_run || status.run == checkpointed_run_) return false;
  if (every_ > 0) return status.run - checkpointed_run_ >= every_;
  return std::chrono::steady_clock::now() - checkpointed_at_ >= kCheckpointPause;
}

void RunOutputs::write_checkpoint() {
  const std::vector<std::byte> bytes = checkpoint(session_);
  OutputFile file(checkpoint_);
  file.stream().write(reinterpret_cast<const char*>(bytes.data()),
                      static_cast<std::streamsize>(bytes.size()));
  file.commit();
  checkpointed_run_ = session_.status().run;
  checkpointed_at_ = std::chrono::steady_clock::now();
}

// A disk that is full now may have room later, so the next one is tried. Said at once, and once:
// who relies on checkpoints must not learn of it at the end.
void RunOutputs::attempt_checkpoint() {
  try {
    write_checkpoint();
  } catch (const std::exception& error) {
    checkpointed_at_ = std::chrono::steady_clock::now();
    if (checkpoint_failed_) return;
    checkpoint_failed_ = true;
    err_ << fmt::format("pipette: there is no new checkpoint, and the run goes on: {}\n",
                        error.what());
    failures_.push_back(std::current_exception());
  }
}

void RunOutputs::append() {
  if (outfed_ && !outfed_failed_) {
    const std::size_t before = failures_.size();
    attempt([&] { outfed_->append(); });
    outfed_failed_ = failures_.size() > before;
  }
  if (checkpoint_is_due()) attempt_checkpoint();
  for (auto trace = traces_.begin(); trace != traces_.end();) {
    const std::size_t before = failures_.size();
    attempt([&] { trace->file.append(); });
    trace = failures_.size() > before ? traces_.erase(trace) : std::next(trace);
  }
}

void RunOutputs::finish() {
  for (NamedTrace& trace : traces_) attempt([&] { close(trace); });
  if (losses_) attempt([&] { write_losses(); });
  if (weights_) attempt([&] { write_weights(); });
  if (has_checkpoint() && !session_.status().in_run) attempt_checkpoint();
  if (report_) attempt([&] { write_report(); });
  if (outfed_ && !outfed_failed_ && outfed_->num_files() == 0) {
    err_ << fmt::format(
        "pipette: no tensors for \"{}\": the program sends none to the host; "
        "inspect-keras and its like do, as their filters say\n",
        outfed_->folder());
  }
}

void RunOutputs::finish_after_error() {
  if (!report_) return;
  try {
    write_report();
  } catch (const std::exception& error) {
    err_ << fmt::format("pipette: there is no report: {}\n", error.what());
  }
}

void RunOutputs::tell_failures(std::size_t first) const {
  for (std::size_t i = first; i < failures_.size(); ++i) {
    try {
      std::rethrow_exception(failures_[i]);
    } catch (const std::exception& error) {
      err_ << fmt::format("pipette: {}\n", error.what());
    }
  }
}

void RunOutputs::check() const {
  if (failures_.empty()) return;
  tell_failures(1);
  std::rethrow_exception(failures_.front());
}

void RunOutputs::close(NamedTrace& trace) {
  trace.file.close();
  if (trace.tell) err_ << fmt::format("pipette: wrote the system trace \"{}\"\n", trace.path);
  if (trace.file.left_out() == 0) return;
  err_ << fmt::format(
      "pipette: \"{}\" holds the first {} spans; {} later ones are left out: "
      "trace a shorter run with --steps\n",
      trace.path, trace.file.written(), trace.file.left_out());
}

void RunOutputs::write_losses() {
  std::ostream& out = losses_->stream();
  const LossRecord& record = session_.observed().record().losses;
  if (losses_as_array_) {
    Array values(ArraySpec{DType::f32, Shape{static_cast<std::int64_t>(record.size())}});
    for (std::size_t i = 0; i < record.size(); ++i) values.data<float>()[i] = record.values[i];
    write_npy(values, out);
    losses_->commit();
    return;
  }
  out << "mini_batch,loss,cycle,seconds\n";
  for (std::size_t i = 0; i < record.size(); ++i) {
    out << fmt::format("{},{},{},{}\n", record.mini_batches[i], record.values[i], record.cycles[i],
                       cycles_to_seconds(record.cycles[i], session_.device().arch()));
  }
  losses_->commit();
}

void RunOutputs::write_weights() {
  const std::vector<std::byte> bytes = weights_file(session_);
  weights_->stream().write(reinterpret_cast<const char*>(bytes.data()),
                           static_cast<std::streamsize>(bytes.size()));
  weights_->commit();
}

void RunOutputs::write_report() {
  const report::Report report = report_of(session_);
  if (report.profiles.empty()) return;
  const std::vector<std::string> to_know = report::write_report(*report_, report);
  err_ << fmt::format("pipette: wrote the report \"{}\"\n", report_->path());
  for (const std::string& sentence : to_know) err_ << "pipette: " << sentence << "\n";
}

}  // namespace pipette::cli
