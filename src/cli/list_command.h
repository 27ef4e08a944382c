// `pipette list` prints the catalogue of experiments; with --json, as one JSON object.
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>

namespace pipette::cli {

class ListCommand {
 public:
  ListCommand(CLI::App& app, std::ostream& out);

 private:
  void print() const;

  std::ostream& out_;
  bool json_ = false;
};

}  // namespace pipette::cli
