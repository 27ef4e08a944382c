// The commands of the page, whatever its scene, and of its scenes, as the keyboard, the help and
// the command palette have them.
#pragma once

#include <string>

#include "page/shell_view.h"
#include "ui/command.h"

namespace pipette::app {

Commands page_commands(const TransportModel& model, ThemeKind theme);

// The command palette (web/commands.mjs): {"entries": [{"group", "title", "text", "keys", "search",
// "action", "number", "name", "value"}]}. Entries are the commands that are possible now, of the
// page and of `scene`, the other scenes, the controls of the panel, and the catalogue where the
// panel lets people choose from it.
std::string palette_json(const Ui& ui, const Scene& scene, const ShellModel& shell);

}  // namespace pipette::app
