// A command line as a shell would call it, and what came of it. A trace that it wrote is one that
// Perfetto takes.
//
//   const Result result = call({"schedule", "--stages", "4"});
//   result.code;  result.out;  result.err;
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "core/files.h"
#include "perfetto_rules.h"

namespace pipette::cli {

struct Result {
  int code;
  std::string out, err;
};

// A command line that is refused: with this exit code, and a message that has this in it.
struct BadCall {
  std::vector<std::string> arguments;
  int code;
  const char* message;
};

inline void expect_perfetto_takes(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) return;
  const std::vector<std::byte> bytes = read_file(path);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_THAT(perfetto_faults(parse_json(text)), testing::IsEmpty()) << path;
}

inline std::string content_of(const std::string& path) {
  const std::vector<std::byte> bytes = read_file(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// `terminal` as run_command_line() has it.
inline Result call(const std::vector<std::string>& arguments, bool terminal = false) {
  std::ostringstream out, err;
  const int code = run_command_line(arguments, out, err, terminal);
  const auto trace = std::find(arguments.begin(), arguments.end(), "--trace");
  if (trace != arguments.end() && trace + 1 != arguments.end()) expect_perfetto_takes(trace[1]);
  return {code, out.str(), err.str()};
}

}  // namespace pipette::cli
