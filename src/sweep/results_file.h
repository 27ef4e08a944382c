// The results of a sweep as lines of JSON, in a file that a sweep that was interrupted goes on
// with.
//
//   ResultsFile file("results.jsonl", sweep);     // takes what a former run of the same sweep has
//   written file.size();                                  // so many experiments are done
//   file.append(json);                            // the next one
//
//   std::vector<Json> lines = read_results("results.jsonl");
//
// A line has at least "varied", the values of its experiment. A line is written at once and before
// the next is begun, so that whatever ends the process leaves whole lines and at most one that is
// torn, which is removed.
//
// Errors: FailedPrecondition for a file of another sweep, or one that another process writes;
// NotFound for one that cannot be opened; InvalidArgument, with the line's number, for what is no
// such file; ResourceExhausted for a full disk.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/json.h"
#include "sweep/sweep.h"

namespace pipette::sweep {

class ResultsFile {
 public:
  ResultsFile(const std::string& path, const Sweep& sweep);
  ~ResultsFile();
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  std::size_t size() const { return size_; }
  void append(const Json& line);

 private:
  void take_over(const Sweep& sweep);

  std::string path_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
};

// All whole lines.
std::vector<Json> read_results(const std::string& path);

}  // namespace pipette::sweep
