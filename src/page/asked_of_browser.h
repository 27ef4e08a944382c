// Requests that the page passes on to the browser: HTML over the canvas, files, texts.
//
//   if (ask_browser(host, experiment, intent)) return;    // false: not a request to the browser
#pragma once

#include <string>

#include "experiment/experiment.h"
#include "ui/frontend.h"

namespace pipette::app {

bool ask_browser(Host& host, const Experiment& running, const Intent& intent);

// Whether `action` is such a request, and JavaScript may make it too.
bool browser_takes(const std::string& action);

}  // namespace pipette::app
