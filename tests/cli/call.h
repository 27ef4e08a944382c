// A command line as a shell would call it, and what came of it.
//
//   const Result result = call({"schedule", "--stages", "4"});
//   result.code;  result.out;  result.err;
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/command_line.h"

namespace pipette::cli {

struct Result {
  int code;
  std::string out, err;
};

// `terminal` as run_command_line() has it.
inline Result call(const std::vector<std::string>& arguments, bool terminal = false) {
  std::ostringstream out, err;
  const int code = run_command_line(arguments, out, err, terminal);
  return {code, out.str(), err.str()};
}

}  // namespace pipette::cli
