// The program of an experiment as source code in three languages.
//
//   int language = 0;
//   draw_code(ui, code_of(experiment), &language, area);   // asks for kCopyText
#pragma once

#include <array>
#include <string>
#include <vector>

#include "code/highlight.h"
#include "experiment/experiment.h"
#include "ui/ui.h"

namespace pipette::app {

// Indexed by CodeLanguage; the texts are empty if the experiment has no such program.
struct CodeModel {
  std::array<std::string, 3> code = {};
  std::array<std::vector<code::CodeSpan>, 3> parts = {};
};

CodeModel code_of(const Experiment& experiment);

// Draws the code of a language, or a note if there is none; `language` is a CodeLanguage.
void draw_code(Ui& ui, const CodeModel& model, int* language, const Rect& area);

}  // namespace pipette::app
