// Work in processes of their own: each gives a text back, and what ends one of them ends no other.
//
//   Processes processes;
//   processes.start(7, [&] { return run(7); });          // forks
//   while (auto ended = processes.wait(milliseconds)) use(ended->number, ended->text);
//
// For one thread, while the process has no other. What still runs when the object ends, or when the
// process ends in whatever way, is killed.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace pipette::sweep {

struct Ended {
  std::size_t number = 0;
  std::string text;
  std::string fault;  // "ended by signal 9"; "" if it has ended well
};

// How a process has ended, in words: "ended by signal 9"; "" if it has ended well.
std::string fault_of(int status);
// Waits for its end, and returns the status.
int wait_for(pid_t id);

class Processes {
 public:
  Processes() = default;
  ~Processes();
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  std::size_t running() const { return children_.size(); }
  // Throws ResourceExhausted if there can be no further process.
  void start(std::size_t number, const std::function<std::string()>& work);
  // The next that ends, or nothing after `milliseconds`, or if a signal arrives.
  std::optional<Ended> wait(int milliseconds);

 private:
  struct Child {
    std::size_t number;
    pid_t id;
    int pipe;
    std::string text;
  };

  std::vector<Child> children_;
};

}  // namespace pipette::sweep
