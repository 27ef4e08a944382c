// Another program: its input is a text, and its output too.
//
//   const Output output = run_command({"mpirun", "-n", "2", "pipette", "run", "--experiment", "-"},
//                                     experiment.to_json());
//
// It ends with this process, in whatever way that ends.
#pragma once

#include <string>
#include <vector>

namespace pipette::sweep {

struct Output {
  std::string text, errors;  // its standard output, and its standard error
  std::string fault;         // "ended with exit code 3"; "" if it has ended well
};

// `words` are the program, found as a shell finds it, and its arguments. Throws NotFound if there
// is no such program, ResourceExhausted if there can be no further process.
Output run_command(const std::vector<std::string>& words, const std::string& input);
// The file of the program that is running.
std::string this_program();

}  // namespace pipette::sweep
