#include "cli/trace_file.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/call.h"
#include "core/error.h"
#include "temporary_path.h"

namespace pipette::cli {
namespace {

Session session_of_steps(std::int64_t steps) {
  Experiment experiment = Experiment::defaults("mnist-with-feeds");
  experiment.training.steps = steps;
  return Session(experiment);
}

void run_into(TraceFile& file, Session& session) {
  while (!session.advance(Budget::steps(TraceFile::kStepsPerSlice))) file.append();
  file.append();
}

std::int64_t spans_in(const std::string& path) {
  expect_perfetto_takes(path);
  std::ifstream in(path);
  const nlohmann::json trace = nlohmann::json::parse(in);
  std::int64_t spans = 0;
  for (const auto& event : trace) spans += event["ph"] == "X";
  return spans;
}

TEST(TraceFile, CountsWhatItWroteAndWhatItLeftOut) {
  const std::string path = temporary_path("trace_file_test.json");
  Session whole = session_of_steps(150);
  TraceFile all(path, whole);
  run_into(all, whole);
  all.close();
  EXPECT_EQ(all.written(), whole.trace().end());
  EXPECT_EQ(all.left_out(), 0);
  EXPECT_EQ(spans_in(path), whole.trace().end());

  Session again = session_of_steps(150);
  TraceFile some(path, again, 70);
  run_into(some, again);
  some.close();
  EXPECT_EQ(some.written(), 70);
  EXPECT_EQ(some.left_out(), again.trace().end() - 70);
  EXPECT_EQ(spans_in(path), 70);
  std::remove(path.c_str());
}

TEST(TraceFile, IsWholeJsonEvenWhereTheRunBrokeOff) {
  const std::string path = temporary_path("trace_broken_off_test.json");
  Session session = session_of_steps(20);
  {
    TraceFile file(path, session);
    session.advance(Budget::steps(5));
    file.append();
  }
  EXPECT_EQ(spans_in(path), session.trace().end());
  std::remove(path.c_str());
}

TEST(TraceFile, AFullDiskIsAnError) {
  if (!std::ofstream("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  Session session = session_of_steps(1);
  TraceFile file("/dev/full", session);
  EXPECT_THROW(
      {
        run_into(file, session);
        file.close();
      },
      ResourceExhausted);
}

}  // namespace
}  // namespace pipette::cli
