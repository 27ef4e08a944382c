// Text whose words explain themselves: those of the glossary (theme/glossary.h) stand above dots,
// and say what they mean under a resting pointer, under a finger that stays, and to the keyboard,
// which goes from word to word.
//
//   explained_text(ui, area, "The IPU waits: the host is in the handshake", color, sizes::kText);
//   explained_label(ui, row, "Prefetch depth", "How many batches are made ahead", color);
//
// Each word is published as "word/handshake". What it says stands beside it, never over it. Titles,
// headings and legends explain theirs too, and are quiet about it: dots come under the pointer
// only.
//
//   explain_words(ui, "title", area, "Pipeline");   // drawn already; published as "title/Pipeline"
#pragma once

#include <string>

#include "ui/ui.h"

namespace pipette::app {

// Draws text inside `area`, wrapped between words; returns the height used.
float explained_text(Ui& ui, const Rect& area, const std::string& string, ImU32 color, float size);

// Draws a label in the vertical middle of `area`. `help` is said of all of it, and after that what
// its words mean.
void explained_label(Ui& ui, const Rect& area, const std::string& label, const std::string& help,
                     ImU32 color, float size = sizes::kText);

// Explains the words of `term` where a text stands that was drawn already, after what `help` says
// of it. Nothing where there is nothing to say.
void explain_words(Ui& ui, const std::string& kind, const Rect& area, const std::string& term,
                   const std::string& help = {});

// Draws the heading of a column of figures, at the right of `area`, which explains itself.
void explained_heading(Ui& ui, const Rect& area, const std::string& heading,
                       const std::string& help);

// The keyboard goes to the next of the words that stand on the page, or to the one before: by 1 or
// -1.
void go_to_word(Ui& ui, int by);

}  // namespace pipette::app
