// The content of the help dialog (web/help.mjs) as JSON: keys or gestures, the field's terms, and
// the names used in the tutorials, with the places on the page where they are found.
//
//   host.open("help", help_json(ui.thumbs(), model.transport, scenes, edits.shown()));
//
// {"title", "keys": [[keys, what]], "words": [{"words", "text"}],
//  "names": [{"names", "cpp", "javascript", "experiments",
//             "places": [{"label", "experiment", "field"}]}]}
//
// A place is a control of the panel or a whole experiment, as the texts of a kShowControl. The
// control belongs to the shown experiment if that has it.
#pragma once

#include <string>

#include "experiment/experiment.h"
#include "page/scenes.h"
#include "page/transport_model.h"

namespace pipette::app {

std::string help_json(bool fingers, const TransportModel& transport, const Scenes& scenes,
                      const Experiment& shown);

}  // namespace pipette::app
