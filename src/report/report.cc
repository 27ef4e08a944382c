#include "report/report.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "core/files.h"
#include "core/item.h"
#include "profile/profile_json.h"
#include "report/database.h"
#include "report/report_page.h"
#include "report/trace_events.h"

namespace pipette::report {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostReportBytes = std::size_t{1} << 30;
constexpr const char* kProfileFile = "profile.json";

void write_text(const fs::path& path, std::string_view text) {
  OutputFile file(path.string());
  file.stream() << text;
  file.commit();
}

Json framework_json(const Report& report) {
  Json programs = Json::array();
  for (const profile::Profile& p : report.profiles) {
    Json layers = Json::object();
    for (const profile::Operation& o : p.operations) layers[o.layer].push_back(o.name);
    programs.push_back({{"name", p.graph.name}, {"operationsByLayer", std::move(layers)}});
  }
  return {{"framework", "Pipette"}, {"version", report.version}, {"programs", std::move(programs)}};
}

Json app_json(const Report& report) {
  return {{"application", "Pipette"},
          {"version", report.version},
          {"experiment", report.experiment},
          {"engineOptions", report.options.texts()}};
}

Json debug_json(const Report& report) {
  Json programs = Json::array();
  for (const profile::Profile& p : report.profiles) {
    Json operations = Json::array();
    for (const profile::Operation& o : p.operations) {
      operations.push_back({{"name", o.name},
                            {"tracedName", o.traced_name},
                            {"layer", o.layer},
                            {"kind", o.kind},
                            {"instructions", o.instructions}});
    }
    programs.push_back({{"name", p.graph.name}, {"operations", std::move(operations)}});
  }
  return {{"programs", std::move(programs)}};
}

void write_trace(const fs::path& path, const Report& report) {
  OutputFile file(path.string());
  const profile::Target& target = report.profiles.at(0).target;
  TraceAbout about;
  about.clock_hz = target.clock_hz;
  about.num_ipus = target.num_ipus;
  about.ipus_per_replica = target.ipus_per_replica;
  about.io_tiles = target.io_tiles > 0;
  about.other = app_json(report);
  TraceEvents events(file.stream(), about);
  for (const profile::Profile& p : report.profiles) {
    events.set_memory(&p.memory);
    for (const Span& span : p.execution.spans) {
      events.add(span, item(p.execution.names, span.name), to_label(span.kind));
    }
  }
  for (const profile::Series& series : report.profiles.at(0).execution.series) {
    for (std::size_t i = 0; i < series.cycles.size(); ++i) {
      events.add_counter(series.name, series.cycles[i], series.values[i]);
    }
  }
  for (const profile::Tracepoint& point : report.profiles.at(0).execution.tracepoints) {
    events.add_tracepoint(point.name, point.cycle);
  }
  events.end();
  file.commit();
}

// A folder that takes its name when all is in it.
class NewFolder {
 public:
  explicit NewFolder(const std::string& name) : name_(name), part_(name + ".part") {
    std::error_code error;
    fs::remove_all(part_, error);
    if (!fs::create_directories(part_, error) && error) {
      throw NotFound(
          fmt::format("cannot make the folder \"{}\": {}", part_.string(), error.message()));
    }
  }
  ~NewFolder() {
    std::error_code error;
    fs::remove_all(part_, error);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  const fs::path& part() const { return part_; }

  void commit() {
    const fs::path old = name_.string() + ".old";
    std::error_code error;
    fs::remove_all(old, error);
    const bool replaces = fs::exists(name_);
    if (replaces) fs::rename(name_, old);
    fs::rename(part_, name_);
    if (replaces) fs::remove_all(old, error);
  }

 private:
  fs::path name_, part_;
};

// Whoever names a folder of her own by mistake must not lose it.
void require_report_or_nothing(const std::string& folder) {
  if (!fs::exists(folder)) return;
  if (fs::is_directory(folder) &&
      (fs::is_empty(folder) || fs::exists(fs::path(folder) / kProfileFile))) {
    return;
  }
  throw InvalidArgument(fmt::format(
      "\"{}\" is there already and holds no report, so it is not replaced; name another folder",
      folder));
}

}  // namespace

Json report_json(const Report& report) {
  Json profiles = Json::array();
  for (const profile::Profile& p : report.profiles) {
    profiles.push_back(profile_json(p));
  }
  return {{"pipette", report.version},
          {"experiment", report.experiment},
          {"profiles", std::move(profiles)}};
}

std::vector<std::string> write_report(const std::string& folder, const Report& report) {
  if (report.profiles.empty()) {
    throw InvalidArgument("nothing has run on the device, so there is nothing to report");
  }
  std::vector<std::string> missing;
  try {
    require_report_or_nothing(folder);
    NewFolder made(folder);
    const Json json = report_json(report);
    write_text(made.part() / kProfileFile, json.dump());
    write_text(made.part() / "framework.json", framework_json(report).dump(1));
    write_text(made.part() / "app.json", app_json(report).dump(1));
    if (report.options.writes("autoReport.outputDebugInfo")) {
      write_text(made.part() / "debug.json", debug_json(report).dump(1));
    }
    if (report.options.writes("autoReport.outputExecutionProfile")) {
      write_trace(made.part() / "trace.json", report);
    }
    write_text(made.part() / "report.html", report_page(with_repeated_columns(json).dump()));
    if (!write_database((made.part() / "profile.pop").string(), report.profiles)) {
      missing.emplace_back("this build has no SQLite, so the report has no profile.pop");
    }
    made.commit();
  } catch (const fs::filesystem_error& error) {
    throw NotFound(
        fmt::format("cannot write the report \"{}\": {}", folder, error.code().message()));
  }
  return missing;
}

Json read_report(const std::string& folder) {
  const fs::path path = fs::path(folder) / kProfileFile;
  const std::vector<std::byte> bytes = read_file(path.string(), kMostReportBytes);
  Json json = parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const bool good = json.is_object() && json.contains("profiles") && json["profiles"].is_array() &&
                    !json["profiles"].empty();
  if (!good) {
    throw InvalidArgument(fmt::format("\"{}\" is no report of Pipette", path.string()));
  }
  return json;
}

std::string default_folder() {
  const auto now = std::chrono::system_clock::now();
  const auto since = now.time_since_epoch();
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(since).count() % 1000;
  const std::time_t time = std::chrono::system_clock::to_time_t(now);
  std::tm local = {};
  localtime_r(&time, &local);
  std::array<char, 32> date{};
  std::strftime(date.data(), date.size(), "%Y-%m-%d__%H-%M-%S", &local);
  return fmt::format("tf_report__{}.{:03}__{}", date.data(), milliseconds, getpid());
}

}  // namespace pipette::report
