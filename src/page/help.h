// What the help shows (web/help.mjs): keys or what fingers do, the field's words, and the names of
// the tutorials with the places where the page has what they stand for.
//
//   host.open("help", help_json(ui.thumbs(), page_commands(...), scenes, edits.shown()));
//
// {"title", "keys": [[keys, what]], "words": [{"words", "text"}],
//  "names": [{"names", "cpp", "javascript", "experiments",
//             "places": [{"label", "experiment", "field"}]}]}
//
// A place is a control of the panel, of the experiment that is shown where that has it, or a whole
// experiment: the texts of a kShowControl.
#pragma once

#include <string>

#include "experiment/experiment.h"
#include "page/scenes.h"
#include "ui/command.h"

namespace pipette::app {

std::string help_json(bool fingers, const Commands& page, const Scenes& scenes,
                      const Experiment& shown);

}  // namespace pipette::app
