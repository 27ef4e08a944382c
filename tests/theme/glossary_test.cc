#include "theme/glossary.h"

#include <gtest/gtest.h>

namespace pipette::theme {
namespace {

std::vector<std::string> found_in(std::string_view text) {
  std::vector<std::string> words;
  for (const FoundWord& found : words_in(text)) {
    words.emplace_back(text.substr(found.begin, found.end - found.begin));
  }
  return words;
}

using Words = std::vector<std::string>;

TEST(Glossary, HasTheFieldsWordsWithPlainSentences) {
  EXPECT_GT(glossary().size(), 30u);
  for (const GlossaryEntry& entry : glossary()) {
    EXPECT_FALSE(entry.text.empty()) << entry.words[0];
    EXPECT_EQ(entry.text.find_first_of("`*\n"), std::string::npos) << entry.words[0];
    EXPECT_NE(entry.words[0], "workload") << "a word of ours";
  }
}

TEST(Glossary, CaptionsWordsAreFoundInTheirOrder) {
  EXPECT_EQ(found_in("The IPU waits 177 µs: the host is in the handshake of batch 54"),
            (Words{"IPU", "host", "handshake"}));
  EXPECT_EQ(found_in("An engine run of ten mini-batches, stashes and a bubble"),
            (Words{"engine run", "mini-batches", "stashes", "bubble"}));
}

TEST(Glossary, TheLongestWordCountsOnceAndPartsOfWordsDoNot) {
  EXPECT_EQ(found_in("Gradient accumulation count; gradient accumulation"),
            (Words{"Gradient accumulation"}));
  EXPECT_EQ(found_in("hostile bubbled restate"), Words{});
  EXPECT_EQ(found_in("Ramp-down"), Words{"Ramp-down"});
}

TEST(Glossary, NamesOfTypesAreLeftOut) {
  for (const GlossaryEntry& entry : glossary()) {
    if (entry.words[0] != "infeed") continue;
    EXPECT_EQ(
        entry.text,
        "The queue from host to device, of which a program takes one element for each iteration.");
    return;
  }
  FAIL() << "no infeed";
}

}  // namespace
}  // namespace pipette::theme
