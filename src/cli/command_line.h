// The command line: `pipette list`, `pipette run NAME`, `pipette model matmul`.
//
//   int code = run_command_line({"run", "mnist-with-feeds", "--steps", "1000"}, out, err, false);
//
// Results go to `out`, progress and errors to `err`. An error is one line, "pipette: NAME:
// message". Exit codes: 0 success; 2 the command line was not understood; 3 a value is wrong
// (ValueError, InvalidArgumentError, TypeError, OutOfRangeError); 4 something named does not exist
// (NotFoundError); 5 any other error.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace pipette::cli {

// `terminal`: `err` is a terminal, so progress may be drawn in place.
int run_command_line(const std::vector<std::string>& arguments, std::ostream& out,
                     std::ostream& err, bool terminal);

}  // namespace pipette::cli
