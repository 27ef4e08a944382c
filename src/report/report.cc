#include "report/report.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "core/error.h"
#include "core/files.h"
#include "core/format_count.h"
#include "core/item.h"
#include "profile/profile_json.h"
#include "report/database.h"
#include "report/report_page.h"
#include "report/trace_events.h"

namespace pipette::report {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostReportBytes = std::size_t{1} << 28;  // as web/profile/limits.mjs

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
      if (!o.sources.empty()) operations.back()["sources"] = o.sources;
    }
    programs.push_back({{"name", p.graph.name}, {"operations", std::move(operations)}});
  }
  return {{"programs", std::move(programs)}};
}

void write_trace(std::ostream& out, const Report& report) {
  const profile::Target& target = report.profiles.at(0).target;
  TraceAbout about;
  about.clock_hz = target.clock_hz;
  about.num_ipus = target.num_ipus;
  about.ipus_per_replica = target.ipus_per_replica;
  about.io_tiles = target.io_tiles > 0;
  about.other = app_json(report);
  TraceEvents events(out, about);
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

std::vector<std::string> write_report(ReportFolder& folder, const Report& report) {
  if (report.profiles.empty()) {
    throw InvalidArgument("nothing has run on the device, so there is nothing to report");
  }
  const auto write = [&](const char* name, const std::string& text) {
    folder.file(name).stream() << text;
  };
  std::vector<std::string> to_know;
  const Json json = report_json(report);
  write(kProfileFile, json.dump());
  write("framework.json", framework_json(report).dump(1));
  write("app.json", app_json(report).dump(1));
  if (report.options.writes("autoReport.outputDebugInfo")) {
    write("debug.json", debug_json(report).dump(1));
  }
  if (report.options.writes("autoReport.outputExecutionProfile")) {
    write_trace(folder.file("trace.json").stream(), report);
  }
  write("report.html", report_page(with_repeated_columns(json).dump()));
  if (!write_database(folder.file("profile.pop").part(), report.profiles)) {
    folder.leave_out("profile.pop");
    to_know.emplace_back("this build has no SQLite, so the report has no profile.pop");
  }
  folder.commit();
  for (const std::string& name : folder.left_by_others()) {
    to_know.push_back(fmt::format("\"{}\" is of an earlier report: this one has no such file",
                                  (fs::path(folder.path()) / name).string()));
  }
  return to_know;
}

std::vector<std::string> write_report(const std::string& folder, const Report& report) {
  ReportFolder made(folder);
  return write_report(made, report);
}

Json read_report(const std::string& folder) {
  const fs::path path = fs::path(folder) / kProfileFile;
  const std::vector<std::byte> bytes = read_file(path.string(), kMostReportBytes);
  if (bytes.size() > kMostReportBytes) {
    throw InvalidArgument(fmt::format("\"{}\" has more than {} bytes, the most that is read",
                                      path.string(), format_count(kMostReportBytes)));
  }
  Json json = parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const bool good = json.is_object() && json.contains("profiles") && json["profiles"].is_array() &&
                    !json["profiles"].empty();
  if (!good) {
    throw InvalidArgument(fmt::format("\"{}\" is no report of Pipette", path.string()));
  }
  return json;
}

std::string run_stamp() {
  const auto now = std::chrono::system_clock::now();
  const auto since = now.time_since_epoch();
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(since).count() % 1000;
  const std::time_t time = std::chrono::system_clock::to_time_t(now);
  std::tm local = {};
  localtime_r(&time, &local);
  std::array<char, 32> date{};
  std::strftime(date.data(), date.size(), "%Y-%m-%d__%H-%M-%S", &local);
  return fmt::format("{}.{:03}__{}", date.data(), milliseconds, getpid());
}

std::string default_folder() { return "tf_report__" + run_stamp(); }

}  // namespace pipette::report
