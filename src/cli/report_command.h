// `pipette report FOLDER [--compare OTHER] [--json]`: prints a report folder as text.
//
//   pipette report with_feeds
//   pipette report with_feeds --compare without_feeds
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>

namespace pipette::cli {

class ReportCommand {
 public:
  ReportCommand(CLI::App& app, std::ostream& out);

 private:
  void print() const;

  std::ostream& out_;
  std::string folder_;
  std::string other_;
  bool json_ = false;
};

}  // namespace pipette::cli
