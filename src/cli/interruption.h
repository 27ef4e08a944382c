// Ctrl+C while a run goes on: the run ends between two slices, so that its files are whole.
//
//   const Interruption interruption;
//   while (!finished && !interruption.asked()) finished = session.advance(slice);
//   if (!finished) throw Interrupted("...");
//
// A second Ctrl+C ends the process at once. SIGTERM and SIGHUP are taken the same way. One at a
// time.
#pragma once

#include <array>
#include <csignal>
#include <stdexcept>

namespace pipette::cli {

class Interruption {
 public:
  Interruption();
  ~Interruption();  // signals do again what they did before
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool asked() const;

 private:
  using Handler = void (*)(int);
  std::array<Handler, 3> before_{};
};

// What the command line says where a run was interrupted, before it exits with 130.
class Interrupted : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace pipette::cli
