// The step to which a link leads with which a page was opened. Nobody has clicked there yet, so a
// page does not work for minutes to reach it: after a moment it waits for Run.
//
//   first.begin(link.at);                           // where the pacing runs to that step
//   why = first.wait(&pacing, now_s);               // before each slice; not empty: it waits
//   first.run(&pacing, runs);                       // somebody has pressed Run
//
// One thread.
#pragma once

#include <cstdint>
#include <string>

#include "runs/pacing.h"

namespace pipette::app {

class FirstPlace {
 public:
  void begin(std::int64_t step);  // 0: there is none, or another link was opened by a click
  std::string wait(Pacing* pacing, double now_s);
  void run(Pacing* pacing, Runs& runs);

 private:
  std::int64_t step_ = 0;
  double since_s_ = -1;  // negative: it has not begun
};

}  // namespace pipette::app
