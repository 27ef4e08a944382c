#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include <unistd.h>

#include "cli/command_line.h"

int main(int argc, char** argv) {
  const char* term = std::getenv("TERM");
  const bool redraws = term == nullptr || std::string_view(term) != "dumb";
  const bool terminal = isatty(fileno(stderr)) == 1 && redraws;
  return pipette::cli::run_command_line({argv + 1, argv + argc}, std::cout, std::cerr, terminal);
}
