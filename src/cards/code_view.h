// The program that an experiment stands for, in three languages.
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

// By CodeLanguage; the texts are empty where the experiment has no program.
struct CodeModel {
  std::array<std::string, 3> code = {};
  std::array<std::vector<code::CodeSpan>, 3> parts = {};
};

CodeModel code_of(const Experiment& experiment);

// What is said where there is no program; `language` is the number of a CodeLanguage.
void draw_code(Ui& ui, const CodeModel& model, int* language, const Rect& area);

}  // namespace pipette::app
