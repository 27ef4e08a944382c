// A line that shows progress, redrawn in place on a terminal.
//
//   Progress progress(err, terminal);
//   progress.show(0.4, {"step 40/100", "loss 0.3121", "modelled 0.012 s"});
//   progress.clear();                    // before anything else is printed
//   progress.show(1, {"step 100/100"});
//   progress.end();                      // the line stays
//
// It is as wide as the terminal at that moment, minus the last column, at which some terminals
// begin a new line; if there is no room, the last words are left out. One thread.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace pipette::cli {

// The width of the terminal on standard error, otherwise COLUMNS, otherwise 80.
int terminal_columns();

class Progress {
 public:
  // If not `shown`, nothing is written.
  Progress(std::ostream& out, bool shown) : out_(out), shown_(shown) {}

  void show(double share, const std::vector<std::string>& words);
  void clear();
  void end();

 private:
  std::ostream& out_;
  bool shown_;
  std::size_t drawn_ = 0;  // columns drawn at present
};

}  // namespace pipette::cli
