// Reports of runs that fail: what there was is written, and the run's own error is the one that is
// told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "cli/command_line.h"
#include "report/report.h"
#include "temporary_path.h"

namespace pipette::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ProgramThatDoesNotFit : public testing::Test {
 protected:
  ProgramThatDoesNotFit() : folder_(temporary_path("does_not_fit")) { fs::remove_all(folder_); }
  ~ProgramThatDoesNotFit() override { fs::remove_all(folder_); }

  // 730 MiB, where Mk1 has 304.
  int run(const char* allowed) {
    const std::string options = R"({"autoReport.all":"true", "debug.allowOutOfMemory":")" +
                                std::string(allowed) + R"(", "autoReport.directory":")" + folder_ +
                                R"("})";
    std::ostringstream out, err;
    const int code =
        run_command_line({"run", "mnist-with-feeds", "--architecture", "Mk1", "--batch-size",
                          "10000", "--hidden-units", "4096,4096", "--steps", "1",
                          "--steps-per-execution", "1", "--engine-options", options},
                         out, err, false);
    error_ = err.str();
    return code;
  }

  std::string folder_, error_;
};

TEST_F(ProgramThatDoesNotFit, IsReportedWhereThatIsAllowed) {
  EXPECT_EQ(run("true"), 5);
  EXPECT_THAT(error_, HasSubstr("IPU 0 is out of memory"));
  const Json report = report::read_report(folder_);
  const Json& ipu = report["profiles"][0]["compilation"]["ipus"][0];
  EXPECT_FALSE(ipu["fits"].get<bool>());
  EXPECT_GT(ipu["totalBytes"], ipu["limitBytes"]);
  EXPECT_EQ(report["profiles"][0]["execution"]["profiledRuns"], 0);
  EXPECT_THAT(report["profiles"][0]["insights"][0]["text"].get<std::string>(),
              HasSubstr("the program cannot run"));
}

TEST_F(ProgramThatDoesNotFit, HasNoReportOtherwise) {
  EXPECT_EQ(run("false"), 5);
  EXPECT_THAT(error_, HasSubstr("IPU 0 is out of memory"));
  EXPECT_FALSE(fs::exists(folder_));
}

}  // namespace
}  // namespace pipette::cli
