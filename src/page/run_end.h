// Reports that the runs have come to rest: shows and announces the result of finished runs, and
// lets the page announce where paused runs stand.
//
//   RunEnd end;
//   end.follow(host, *runs, evaluation, pacing, /*whole_page=*/true, &say_where);   // each frame
//   end.show_again();                             // the result that the user has closed
//
// The runs have ended when all their work is done, the last test included. One thread.
#pragma once

#include "runs/evaluation.h"
#include "runs/pacing.h"
#include "runs/runs.h"
#include "ui/frontend.h"

namespace pipette::app {

class RunEnd {
 public:
  // Shows or removes the result, and announces it. A card framed in another page has no room for
  // the result, so there it is only announced. Sets `say_where` to true when the runs have paused,
  // and to false when the result is announced instead.
  void follow(Host& host, Runs& runs, const Evaluation& evaluation, const Pacing& pacing,
              bool whole_page, bool* say_where);
  void show_again() { told_ = false; }

 private:
  bool told_ = false;
  bool was_running_ = false;
};

}  // namespace pipette::app
