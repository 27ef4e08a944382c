// Names used in the tutorials and their counterparts in Pipette, as listed in docs/words.md.
//
//   for (const TutorialWord& word : tutorial_words())
//     show(word.names, word.javascript);            // {"IPUInfeedQueue"}, {"p.infeedQueue"}
//
// Static storage; any thread.
#pragma once

#include <string>
#include <vector>

namespace pipette::app {

struct TutorialWord {
  std::vector<std::string> names;        // "IPUInfeedQueue"
  std::vector<std::string> cpp;          // "InfeedQueue"
  std::vector<std::string> javascript;   // "p.infeedQueue"
  std::vector<std::string> experiments;  // fields, "prefetch_depth", or experiments
};
const std::vector<TutorialWord>& tutorial_words();

}  // namespace pipette::app
