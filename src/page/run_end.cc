#include "page/run_end.h"

#include <utility>

#include "page/run_result.h"

namespace pipette::app {

void RunEnd::follow(Host& host, Runs& runs, const Evaluation& evaluation, const Pacing& pacing,
                    bool whole_page, bool* say_where) {
  const bool paused = std::exchange(was_running_, pacing.running()) && !pacing.running();
  if (paused && !runs.finished() && !runs.failed()) *say_where = true;
  const bool ended = runs.finished() && !runs.failed() && !evaluation.busy() && !pacing.running() &&
                     !pacing.settling();
  if (ended == told_) return;
  told_ = ended;
  if (whole_page) host.show("result", ended ? result_json(runs, evaluation) : "");
  if (!ended) return;
  host.announce(said_result(runs, evaluation));
  *say_where = false;
}

}  // namespace pipette::app
