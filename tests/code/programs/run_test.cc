// The C++ programs of experiments.h, compiled as they were written, print what the experiments do.
#include <gtest/gtest.h>

// What the programs include, so that they can be included into namespaces themselves.
#include <iomanip>
#include <iostream>
#include <regex>
#include <sstream>

#include "experiments.h"
#include "pipette/keras.h"
#include "pipette/session.h"

#define main run
namespace sequential_stages {
#include "sequential_stages.inc"
}
namespace functional_stages {
#include "functional_stages.inc"
}
namespace convolutions {
#include "convolutions.inc"
}
namespace normalizations {
#include "normalizations.inc"
}
namespace functional_plain {
#include "functional_plain.inc"
}
namespace queues {
#include "queues.inc"
}
namespace calls {
#include "calls.inc"
}
#undef main

namespace pipette {
namespace {

std::string printed_by(int (*program)()) {
  std::ostringstream out;
  std::streambuf* const before = std::cout.rdbuf(out.rdbuf());
  std::cout.copyfmt(std::ios(nullptr));  // as a process of its own would have it
  program();
  std::cout.rdbuf(before);
  return out.str();
}

// The real time that something took is not the same twice.
std::string without_times(const std::string& text) {
  return std::regex_replace(text, std::regex(" - [0-9]+(us|ms|s)(/[a-z]+)?"), "");
}

// A line that programs of queues have beside what their experiments print.
std::string last_loss(const Session& session) {
  if (!session.experiment().model.layers.empty()) return "";
  std::ostringstream line;
  line << "The last loss is " << std::setprecision(9) << session.losses().back() << "\n";
  return line.str();
}

TEST(ModelCode, CppProgramsPrintWhatTheExperimentsPrint) {
  int (*const programs[])() = {sequential_stages::run,
                               functional_stages::run,
                               convolutions::run,
                               normalizations::run,
                               functional_plain::run,
                               queues::run,
                               calls::run};
  const auto experiments = testing_support::written_experiments();
  ASSERT_EQ(std::size(programs), experiments.size());
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    Session session(experiments[i].second);
    session.advance(Budget::unlimited());
    const std::string printed = without_times(printed_by(programs[i]));
    EXPECT_FALSE(printed.empty());
    EXPECT_EQ(printed, last_loss(session) + without_times(session.printed()))
        << experiments[i].first;
  }
}

}  // namespace
}  // namespace pipette
