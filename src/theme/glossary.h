// The field's words, as docs/glossary.md explains them: the page explains the same words with the
// same sentences.
//
//   for (const FoundWord& found : words_in("The IPU waits for the infeed"))
//     show(found.begin, found.end, found.entry->text);     // IPU, infeed
//
// Only the glossary's first part is here: its second part explains words of this repository, which
// a reader of the page never meets. Static storage; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pipette::theme {

struct GlossaryEntry {
  std::vector<std::string> words;  // "ramp-up", "ramp-down": explained together
  std::string text;                // sentences, without the names of types
};
const std::vector<GlossaryEntry>& glossary();

struct FoundWord {
  std::size_t begin = 0, end = 0;  // bytes of the text
  const GlossaryEntry* entry = nullptr;
};
// The words of a text that are explained, each entry where it stands first, from left to right.
// Whole words in either case, with an s or es of the plural; of "gradient accumulation count" the
// longest that is a word.
std::vector<FoundWord> words_in(std::string_view text);

}  // namespace pipette::theme
