#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>

#include <unistd.h>

#include "cli/command_line.h"
#include "cli/console.h"
#include "core/error.h"
#include "popdist/popdist.h"

namespace {

using namespace pipette;

// Takes everything, keeps nothing.
class Nowhere : public std::streambuf {
  int overflow(int c) override { return c; }
  std::streamsize xsputn(const char*, std::streamsize count) override { return count; }
};

// The error that a command has printed, which is its last line to begin so.
std::string error_in(const std::string& printed) {
  const std::string begin = "pipette: ";
  const std::size_t at = printed.rfind(begin);
  if (at == std::string::npos) return printed;
  const std::size_t from = at + begin.size();
  return printed.substr(from, printed.find('\n', from) - from);
}

// One of several instances: number 0 prints, and the others tell it of their errors.
int run_instance(popdist::Membership& membership, const std::vector<std::string>& arguments,
                 bool terminal) {
  if (popdist::speaks()) {
    const int code = cli::run_command_line(arguments, std::cout, std::cerr, terminal);
    const popdist::Membership::End end = membership.leave(code, "instance 0 has ended");
    if (!end.message.empty()) std::cerr << "pipette: " << end.message << "\n";
    return end.exit_code;
  }
  Nowhere nowhere;
  std::ostream out(&nowhere);
  std::ostringstream err;
  const int code = cli::run_command_line(arguments, out, err, false);
  return membership.leave(code, error_in(err.str())).exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  const char* term = std::getenv("TERM");
  const bool redraws = term == nullptr || std::string_view(term) != "dumb";
  const bool terminal = isatty(fileno(stderr)) == 1 && redraws;
  try {
    popdist::Membership membership;
    return run_instance(membership, {argv + 1, argv + argc}, terminal);
  } catch (const Error& error) {
    if (popdist::speaks()) std::cerr << "pipette: " << error.what() << "\n";
    return cli::exit_code(error.code());
  }
}
