// The result of finished runs, as JSON for the HTML that shows it (web/result_panel.mjs):
//
//   {"title": "MNIST with infeed and outfeed queues", "asked": "...", "done": "...",
//    "learnt": "...", "found": "...",
//    "times": [{"title": "With feeds", "modelled": "1.25 s", "real": "480 ms"}, ...],
//    "compared": "...", "compile": "...", "hashes": {"weights": "..."},
//    "printed": ["Time taken using infeed/outfeed queues: ..."], "published": "...",
//    "next": [{"text": "...", "help": "...",
//              "intent": ["set-parameter", 0, "host.speed", "slow"]}]}
//
// The texts are whole sentences, and every time says by which clock it is measured. A member that
// does not apply to the program is "" or [].
#pragma once

#include <string>

#include "runs/evaluation.h"
#include "runs/runs.h"

namespace pipette::app {

std::string result_json(Runs& runs, const Evaluation& evaluation);
// The same in a few sentences, for a screen reader.
std::string said_result(Runs& runs, const Evaluation& evaluation);

}  // namespace pipette::app
