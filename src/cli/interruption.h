// Handles Ctrl+C during a run: the run ends between two slices, so that its files are complete.
//
//   const Interruption interruption;
//   while (!finished && !interruption.asked()) finished = session.advance(slice);
//   if (!finished) throw Interrupted("...");
//
// A second Ctrl+C ends the process at once. SIGTERM and SIGHUP are treated in the same way. Only
// one object at a time.
#pragma once

#include <array>
#include <csignal>
#include <stdexcept>

namespace pipette::cli {

class Interruption {
 public:
  Interruption();
  ~Interruption();  // restores the previous signal handlers
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool asked() const;

 private:
  using Handler = void (*)(int);
  std::array<Handler, 3> before_{};
};

// Reports that a run was interrupted; the command line then exits with 130.
class Interrupted : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace pipette::cli
