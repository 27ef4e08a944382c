// How a run that comes to rest is told: a finished one by its result, to the eye and to the ear,
// another by where it stands.
//
//   RunEnd end;
//   end.follow(host, *runs, evaluation, pacing, /*whole_page=*/true, &say_where);   // each frame
//   end.show_again();                             // the result that somebody has closed
//
// A run has ended when all of it is done, its last test too. One thread.
#pragma once

#include "runs/evaluation.h"
#include "runs/pacing.h"
#include "runs/runs.h"
#include "ui/frontend.h"

namespace pipette::app {

class RunEnd {
 public:
  // Shows and takes away the result, and announces it; a card in the frame of another page has no
  // room to show it. `say_where` becomes true where a run has paused, and false where its result
  // has been told instead.
  void follow(Host& host, Runs& runs, const Evaluation& evaluation, const Pacing& pacing,
              bool whole_page, bool* say_where);
  void show_again() { told_ = false; }

 private:
  bool told_ = false;
  bool was_running_ = false;
};

}  // namespace pipette::app
