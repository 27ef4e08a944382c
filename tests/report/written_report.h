// Reports of short runs, and a folder of the running test to write them into.
//
//   const Folder folder("report_files");
//   write_report(folder.path, report_of("mnist-with-feeds"));
//   text_of(folder.path + "/app.json");
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "perfetto_rules.h"
#include "report/report.h"
#include "session/session.h"
#include "temporary_path.h"

namespace pipette::report {

inline Report report_of(const Experiment& experiment) {
  Session session(experiment);
  session.advance(Budget::steps(experiment.training.steps));
  Report report;
  report.profiles = session.profiles();
  report.options = EngineOptions::from_json(R"({"autoReport.all":"true"})");
  report.experiment = parse_json(experiment.to_json());
  report.version = "test";
  return report;
}

inline Report report_of(const char* name, std::int64_t steps = 20) {
  Experiment e = Experiment::defaults(name);
  e.training.steps = steps;
  return report_of(e);
}

inline std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Of one test, which leaves no trace in it that Perfetto does not take.
struct Folder {
  explicit Folder(const std::string& name) : path(temporary_path(name)) {
    std::filesystem::remove_all(path);
  }
  ~Folder() {
    const std::filesystem::path trace = std::filesystem::path(path) / "trace.json";
    if (std::filesystem::exists(trace)) {
      EXPECT_THAT(perfetto_faults(parse_json(text_of(trace))), testing::IsEmpty());
    }
    std::filesystem::remove_all(path);
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }
  std::string path;
};

}  // namespace pipette::report
