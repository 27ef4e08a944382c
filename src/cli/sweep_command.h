// `pipette sweep NAME --vary FIELD=VALUE,... -o FILE` runs an experiment with every combination of
// values; `pipette table FILE` and `pipette plot FILE --x FIGURE --y FIGURE` show the results.
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "cli/experiment_choice.h"
#include "cli/experiment_runner.h"
#include "sweep/in_order.h"
#include "sweep/results_plot.h"
#include "sweep/sweep.h"

namespace pipette::cli {

class SweepCommand {
 public:
  SweepCommand(CLI::App& app, std::ostream& out, std::ostream& err, bool terminal);

 private:
  void add_sweep(CLI::App& app);
  void add_table(CLI::App& app);
  void add_plot(CLI::App& app);
  void run(const CLI::App& command);
  // The line of one experiment, or of its error. In a process of its own.
  Json line_of(const CLI::App& command, const sweep::Sweep& sweep, std::size_t number) const;
  // The same by another Pipette, which --under starts.
  Json launched(const Experiment& experiment) const;
  void print_table() const;
  void print_plot() const;

  std::ostream &out_, &err_;
  bool terminal_;
  ExperimentChoice choice_;
  ExperimentRunner runner_;
  std::vector<std::string> variations_;
  std::string file_;   // of results
  int jobs_ = 0;       // 0: as many as there are processors
  std::string under_;  // a launcher's command; "" for none
  std::vector<std::string> columns_;
  bool csv_ = false;
  sweep::Plot plot_;
};

}  // namespace pipette::cli
