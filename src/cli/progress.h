// A line that says how far something is, drawn over itself on a terminal.
//
//   Progress progress(err, terminal);
//   progress.show(0.4, {"step 40/100", "loss 0.3121", "modelled 0.012 s"});
//   progress.clear();                    // before anything else is printed
//   progress.show(1, {"step 100/100"});
//   progress.end();                      // the line stays
//
// It is as wide as the terminal is at that moment, less the last column, at which some begin a new
// line; of the words the last ones are left out where there is no room. One thread.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace pipette::cli {

// Of the terminal that the standard error is, else what COLUMNS says, else 80.
int terminal_columns();

class Progress {
 public:
  // Where it is not `shown`, nothing is written.
  Progress(std::ostream& out, bool shown) : out_(out), shown_(shown) {}

  void show(double share, const std::vector<std::string>& words);
  void clear();
  void end();

 private:
  std::ostream& out_;
  bool shown_;
  std::size_t drawn_ = 0;  // columns of what stands there
};

}  // namespace pipette::cli
