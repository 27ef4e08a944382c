// What the page passes on to the browser as it is asked for: HTML over the canvas, files, texts.
//
//   if (ask_browser(host, experiment, intent)) return;    // false: it is for somebody else
#pragma once

#include <string>

#include "experiment/experiment.h"
#include "ui/frontend.h"

namespace pipette::app {

bool ask_browser(Host& host, const Experiment& running, const Intent& intent);

// Whether it is something of that kind that may be asked for from outside.
bool browser_takes(const std::string& action);

}  // namespace pipette::app
