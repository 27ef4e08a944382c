// Text with explained words: those of the glossary (theme/glossary.h) have dots below them. A
// resting pointer, a resting finger or the keyboard, which goes from word to word, shows their
// meaning.
//
//   explained_text(ui, area, "The IPU waits: the host is in the handshake", color, sizes::kText);
//   explained_label(ui, row, "Prefetch depth", "How many batches are made ahead", color);
//
// Each word is published as "word/handshake". Its explanation appears beside it, never over it.
// Titles, headings and legends are explained too, but their dots appear only under the pointer.
//
//   explain_words(ui, "title", area, "Pipeline");   // already drawn; published as "title/Pipeline"
#pragma once

#include <string>

#include "ui/ui.h"

namespace pipette::app {

// Draws text inside `area`, wrapped between words; returns the height used.
float explained_text(Ui& ui, const Rect& area, const std::string& string, ImU32 color, float size);

// Draws a label in the vertical middle of `area`. The explanation is `help`, followed by the
// meanings of the label's words.
void explained_label(Ui& ui, const Rect& area, const std::string& label, const std::string& help,
                     ImU32 color, float size = sizes::kText);

// Explains a text that is already drawn: shows `help`, then the meanings of the words of `term`.
// Does nothing if there is nothing to show.
void explain_words(Ui& ui, const std::string& kind, const Rect& area, const std::string& term,
                   const std::string& help = {});

// Draws the heading of a column of figures, right-aligned in `area`, with an explanation.
void explained_heading(Ui& ui, const Rect& area, const std::string& heading,
                       const std::string& help);

// Moves the keyboard to the next (1) or the previous (-1) explained word on the page.
void go_to_word(Ui& ui, int by);

}  // namespace pipette::app
