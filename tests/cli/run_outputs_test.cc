// What a run writes: checked before its first step, and never at the result's cost.
#include "cli/run_outputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/call.h"
#include "core/error.h"
#include "temporary_path.h"

namespace pipette::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kRun = {"run", "mnist-with-feeds", "--steps", "10"};

std::vector<std::string> with(std::vector<std::string> words,
                              const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string contents_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class Outputs : public testing::Test {
 protected:
  Outputs() : folder_(temporary_path("outputs")) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~Outputs() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::vector<std::string> report_into(const std::string& name) const {
    return {"--engine-options",
            R"({"autoReport.all":"true","autoReport.directory":")" + path(name.c_str()) + "\"}"};
  }
  std::vector<std::string> system_trace_in(const char* name) const {
    return {"--pvti-options", R"({"enable":"true","directory":")" + path(name) + "\"}"};
  }
  std::vector<std::string> names(const fs::path& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

  const fs::path folder_;
};

TEST_F(Outputs, ThatCannotBeWrittenAreToldBeforeTheFirstStep) {
  std::ofstream(path("file")) << "mine";
  fs::create_directory(path("diary"));
  std::ofstream(path("diary/monday.txt")) << "mine";
  const std::vector<std::vector<std::string>> bad = {
      report_into("file"),
      report_into("file/report"),
      report_into("diary"),
      system_trace_in("file"),
      {"--trace", path("none/t.json")},
      {"--losses", path("none/l.csv")},
      {"--trace", path("diary")},
  };
  for (const std::vector<std::string>& options : bad) {
    const Result r = call(with({"run", "mnist-with-feeds", "--steps", "1000000"}, options));
    EXPECT_TRUE(r.code == 3 || r.code == 4) << r.code;
    EXPECT_EQ(r.out, "");
    EXPECT_THAT(r.err, HasSubstr(folder_.string())) << options[1];
  }
  EXPECT_THAT(names(folder_), testing::UnorderedElementsAre("file", "diary"));
}

TEST_F(Outputs, OfOneCommandLieBesideEachOther) {
  const std::vector<std::string> files =
      with(with(report_into("rep"), system_trace_in("rep")),
           {"--trace", path("rep/t.json"), "--losses", path("rep/l.csv")});
  for (int run = 0; run < 2; ++run) {
    const Result r = call(with(kRun, files));
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_THAT(r.err, HasSubstr("wrote the system trace"));
  }
  // Seven of the report, two system traces, and these two.
  EXPECT_EQ(names(path("rep")).size(), 7u + 2u + 2u);
  EXPECT_THAT(names(path("rep")), testing::IsSupersetOf({"t.json", "l.csv", "profile.json"}));
  EXPECT_EQ(names(path("rep")),
            names(path("rep/")));  // nothing half-written has another name in it
  EXPECT_THAT(names(path("rep")), Not(testing::Contains(HasSubstr(".part"))));
}

TEST_F(Outputs, NeverShareAFile) {
  const Result both =
      call(with(kRun, {"--trace", path("a"), "--losses", (folder_ / "." / "a").string()}));
  EXPECT_EQ(both.code, 3);
  EXPECT_THAT(both.err, HasSubstr("--trace and --losses would both be written to"));
  const Result report =
      call(with(with(kRun, report_into("rep")), {"--trace", path("rep/trace.json")}));
  EXPECT_EQ(report.code, 3);
  EXPECT_THAT(report.err, HasSubstr("the report and --trace would both be written to"));
  EXPECT_THAT(names(folder_), testing::IsEmpty());
  EXPECT_EQ(call(with(kRun, {"--trace", "/dev/null", "--losses", "/dev/null"})).code, 0);
}

TEST_F(Outputs, ThatFailLaterCostNoResult) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const Result one = call(with(kRun, {"--losses", "/dev/full", "--trace", path("t.json")}));
  EXPECT_EQ(one.code, 5);
  EXPECT_THAT(one.out, HasSubstr("modelled time"));
  EXPECT_THAT(one.err, HasSubstr("/dev/full"));
  EXPECT_THAT(contents_of(path("t.json")), HasSubstr("IPU 0"));
  const Result both = call(with(kRun, {"--losses", "/dev/full", "--trace", "/dev/full", "--json"}));
  EXPECT_EQ(both.code, 5);
  EXPECT_THAT(both.out, HasSubstr("\"loss_hash\""));
  const Result until = call(with(kRun, {"--losses", "/dev/full", "--until", "accuracy >= 0.99"}));
  EXPECT_EQ(until.code, 5);
  EXPECT_THAT(until.err, HasSubstr("did not hold"));
}

TEST_F(Outputs, AReportThatCannotBeWrittenAfterAnErrorIsToldBesideIt) {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.device.engine_options = EngineOptions::from_json(report_into("rep")[1]);
  Session session(e);
  std::ostringstream err;
  RunOutputs outputs({}, session, err);
  session.advance(Budget::steps(3));
  fs::create_directory(path("rep/report.html"));
  outputs.finish_after_error();
  EXPECT_THAT(err.str(), HasSubstr("there is no report: cannot write"));
  EXPECT_FALSE(outputs.failed());
}

}  // namespace
}  // namespace pipette::cli
