#include <cstdio>
#include <iostream>

#include <unistd.h>

#include "cli/command_line.h"

int main(int argc, char** argv) {
  const bool terminal = isatty(fileno(stderr)) == 1;
  return pipette::cli::run_command_line({argv + 1, argv + argc}, std::cout, std::cerr, terminal);
}
