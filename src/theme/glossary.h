// The terms of the field, as docs/glossary.md explains them: the page explains the same words with
// the same sentences.
//
//   for (const FoundWord& found : words_in("The IPU waits for the infeed"))
//     show(found.begin, found.end, found.entry->text);     // IPU, infeed
//
// Only the first part of the glossary is here: its second part explains words of this repository,
// which readers of the page never meet. Static storage; any thread.
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
// The explained words of a text from left to right, each entry only at its first occurrence.
// Matches whole words in upper or lower case, also with a plural s or es; of overlapping terms
// ("gradient accumulation count") the longest.
std::vector<FoundWord> words_in(std::string_view text);

}  // namespace pipette::theme
