// Engine options of the command line and of the environment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "cli/call.h"
#include "report/report.h"
#include "temporary_path.h"

namespace pipette::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr char kVariable[] = "POPLAR_ENGINE_OPTIONS";

class EngineOptionsOfTheEnvironment : public testing::Test {
 protected:
  EngineOptionsOfTheEnvironment() : folder_(temporary_path("engine_options")) {
    fs::remove_all(folder_);
    set(R"({"autoReport.all":"true", "autoReport.directory":")" + folder_ + R"("})");
  }
  ~EngineOptionsOfTheEnvironment() override {
    unsetenv(kVariable);
    fs::remove_all(folder_);
  }

  static void set(const std::string& options) { setenv(kVariable, options.c_str(), 1); }
  int call(const std::vector<std::string>& arguments) {
    std::ostringstream out, err;
    const int code = run_command_line(arguments, out, err, false);
    out_ = out.str();
    err_ = err.str();
    return code;
  }

  std::string folder_, out_, err_;
};

TEST_F(EngineOptionsOfTheEnvironment, WriteAReport) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", "mnist-with-feeds", "--steps", "10"},
        {"inspect-keras", "--steps-per-epoch", "4", "--epochs", "1"}}) {
    fs::remove_all(folder_);
    EXPECT_EQ(call(command), 0) << err_;
    expect_perfetto_takes(folder_ + "/trace.json");
    EXPECT_EQ(report::read_report(folder_)["profiles"].size(), 1u) << command[0];
  }
}

TEST_F(EngineOptionsOfTheEnvironment, TheFlagGoesBeforeTheVariable) {
  EXPECT_EQ(call({"run", "mnist-with-feeds", "--steps", "10", "--engine-options", "{}"}), 0);
  EXPECT_FALSE(fs::exists(folder_));
}

// Whoever has set the variable for her training runs all else in the same shell.
TEST_F(EngineOptionsOfTheEnvironment, AreToldOfWhereTheyMeanNothing) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"dataset-benchmark", "--number-of-epochs", "1",
                                 "--elements-per-epochs", "2"},
        {"run", "infeed-benchmark", "--steps", "2", "--steps-per-execution", "2"}}) {
    EXPECT_EQ(call(command), 0) << err_;
    EXPECT_THAT(err_, HasSubstr("pipette: POPLAR_ENGINE_OPTIONS has no meaning for "));
    EXPECT_FALSE(fs::exists(folder_));
  }
  EXPECT_EQ(call({"run", "dataset-benchmark", "--engine-options", "{\"autoReport.all\":\"true\"}"}),
            3)
      << "a flag is meant for the program";
}

TEST_F(EngineOptionsOfTheEnvironment, AreRefusedWherePoplarDoesNotHaveThem) {
  set(R"({"autoReport.al":"true"})");
  EXPECT_EQ(call({"run", "loops", "--steps", "1"}), 4);
  EXPECT_THAT(err_, HasSubstr("autoReport.all"));
  EXPECT_EQ(call({"list"}), 0);
}

}  // namespace
}  // namespace pipette::cli
