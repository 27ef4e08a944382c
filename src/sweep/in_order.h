// Runs the experiments of a sweep in several processes, and gives their results in the order of the
// sweep.
//
//   run_in_order(first, sweep.size(), jobs,
//                [&](std::size_t number) { return run(sweep.experiment(number)).dump(); },    // in
//                a process
//                [&](const Ended& ended) { file.append(line_of(ended)); },                    //
//                here
//                [&](std::size_t done, std::size_t running) { return !interrupted; });
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "sweep/processes.h"

namespace pipette::sweep {

// Numbers `begin` to `end` - 1, at most `jobs` at a time. `goes_on` is asked several times a
// second, and ends all with false; then the function returns false. Results that are ready but wait
// for an earlier one are lost with it. Not so many are kept that one slow experiment lets the
// others run far ahead: at most kAhead for each job.
inline constexpr std::size_t kAhead = 64;
bool run_in_order(std::size_t begin, std::size_t end, std::size_t jobs,
                  const std::function<std::string(std::size_t)>& work,
                  const std::function<void(const Ended&)>& take,
                  const std::function<bool(std::size_t done, std::size_t running)>& goes_on);

}  // namespace pipette::sweep
