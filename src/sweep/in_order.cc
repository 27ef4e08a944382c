#include "sweep/in_order.h"

#include <map>

namespace pipette::sweep {

bool run_in_order(std::size_t begin, std::size_t end, std::size_t jobs,
                  const std::function<std::string(std::size_t)>& work,
                  const std::function<void(const Ended&)>& take,
                  const std::function<bool(std::size_t, std::size_t)>& goes_on) {
  constexpr int kPatience = 100;  // milliseconds
  Processes processes;
  std::map<std::size_t, Ended> early;
  std::size_t started = begin, taken = begin;
  while (taken < end) {
    while (started < end && processes.running() < jobs && started - taken < jobs * kAhead) {
      const std::size_t number = started++;
      processes.start(number, [&] { return work(number); });
    }
    if (!goes_on(taken - begin + early.size(), processes.running())) return false;
    if (std::optional<Ended> ended = processes.wait(kPatience)) {
      const std::size_t number = ended->number;
      early.emplace(number, std::move(*ended));
    }
    for (auto next = early.find(taken); next != early.end(); next = early.find(taken)) {
      take(next->second);
      early.erase(next);
      ++taken;
    }
  }
  return true;
}

}  // namespace pipette::sweep
