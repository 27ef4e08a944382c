// The tables behind the page's own charts, and what the browser is asked where one is saved.
#pragma once

#include <string>

#include "runs/evaluation.h"
#include "runs/runs.h"
#include "ui/intent.h"

namespace pipette::app {

// run,mini_batch,loss,cycle,seconds: the losses that are kept. Behind the run's title stands what
// `pipette run --losses` writes.
std::string losses_csv(const Runs& runs);
// step,accuracy
std::string accuracy_csv(const AccuracyCurve& curve);
// {"card": ..., "as": ..., "dark": ..., "file": ...} of a kSave (actions.h).
std::string saving_json(const std::string& experiment, const Intent& intent);

}  // namespace pipette::app
