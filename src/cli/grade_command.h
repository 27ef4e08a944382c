// `pipette grade FILE --task LINK` runs what students have handed in again, and says whose class
// codes are true.
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>

#include "cli/class_code.h"

namespace pipette::cli {

class GradeCommand {
 public:
  GradeCommand(CLI::App& app, std::ostream& out, std::ostream& err, bool terminal);

 private:
  void run() const;
  void print(const std::vector<Json>& grades) const;

  std::ostream &out_, &err_;
  bool terminal_;
  std::string file_, task_;
  int jobs_ = 0;
  bool json_ = false, csv_ = false;
};

// {line, name, verdict, reasons, goal, met_at, step, accuracy}: `verdict` is "true", "not true",
// "another task" or "unreadable"; met_at is the step at which the goal was first met, or null.
// `own` is null where no task is asked for.
Json graded(const FoundCode& found, const GivenTask* own);

}  // namespace pipette::cli
