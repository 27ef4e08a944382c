// Keeps the instances of a run in step (program/instances.h): what a process that is alone decides
// by its own clock, signals and files, they decide together. For such a process nothing changes.
//
//   const Experiment experiment = Experiment::from_json(text_of(read_together(path)));
//   require_same("the experiment", experiment.to_json());
//   Lockstep lockstep;
//   while (!lockstep.interrupted(interruption.asked(), slice)) session.advance(slice);
//
// Each call is an exchange of all instances.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "program/budget.h"
#include "program/instances.h"

namespace pipette::cli {

// Throws FailedPrecondition, on all, where an instance has other bytes than instance 0.
void require_same(const std::string& what, std::string_view bytes);
inline constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max() - 1;
// The file of instance 0, which need not be there for the others. Throws what read_file() throws.
std::vector<std::byte> read_together(const std::string& path, std::size_t most = kNoLimit);

class Lockstep {
 public:
  // True if one of them is asked to end. Makes `slice` that of instance 0, in training steps, as
  // many as take the real time that it had.
  bool interrupted(bool asked, Budget& slice);

 private:
  Instances* instances_ = Instances::current();
  std::int64_t steps_ = 1;  // of the next slice
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();  // of the last
};

}  // namespace pipette::cli
