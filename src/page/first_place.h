// The step of the link with which the page was opened. Nobody has clicked yet, so the page does not
// compute for minutes to reach it: after a few seconds it waits for Run.
//
//   first.begin(link.at);                           // the pacing is running to that step
//   why = first.wait(&pacing, now_s);               // before each slice; not empty once it waits
//   first.run(&pacing, runs);                       // the user has pressed Run
//
// One thread.
#pragma once

#include <cstdint>
#include <string>

#include "runs/pacing.h"

namespace pipette::app {

class FirstPlace {
 public:
  void begin(std::int64_t step);  // 0: none, or a click opened another link
  std::string wait(Pacing* pacing, double now_s);
  void run(Pacing* pacing, Runs& runs);

 private:
  std::int64_t step_ = 0;
  double since_s_ = -1;  // negative: not started
};

}  // namespace pipette::app
