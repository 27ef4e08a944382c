#include "code/highlight.h"

#include <gtest/gtest.h>

namespace pipette::code {
namespace {

// "import:word 'x':text ..."
std::string shown(std::string_view text, CodeLanguage language) {
  constexpr const char* kNames[] = {"word", "text", "number", "comment"};
  std::string all;
  for (const CodeSpan& span : parts_of(text, language)) {
    all += (all.empty() ? "" : " ") + std::string(text.substr(span.begin, span.end - span.begin)) +
           ":" + kNames[static_cast<int>(span.part)];
  }
  return all;
}

TEST(Highlight, WordsTextsNumbersAndComments) {
  EXPECT_EQ(shown("import keras  # not \"this\"\nimportant = Dense(10, name=\"as\")",
                  CodeLanguage::python),
            "import:word # not \"this\":comment 10:number \"as\":text");
  EXPECT_EQ(shown("#include <x>\nconst auto a = 0.5f;  // half", CodeLanguage::cpp),
            "#include:word const:word auto:word 0.5f:number // half:comment");
  EXPECT_EQ(shown("for (const x of ['it\\'s', `y`]) x1 = 2e3", CodeLanguage::javascript),
            "for:word const:word of:word 'it\\'s':text `y`:text 2e3:number");
}

TEST(Highlight, ATextThatIsNotClosedEndsWithItsLine) {
  EXPECT_EQ(shown("a = \"open\nif", CodeLanguage::python), "\"open:text if:word");
  EXPECT_EQ(shown("\"", CodeLanguage::cpp), "\":text");
}

TEST(Highlight, SpansRiseAndLieInTheProgram) {
  const Experiment e = Experiment::defaults("inspect-keras");
  for (const auto& choice : kChoices<CodeLanguage>) {
    const std::string code = model_code(e, choice.value);
    std::size_t before = 0;
    bool words = false;
    for (const CodeSpan& span : parts_of(code, choice.value)) {
      EXPECT_GE(span.begin, before);
      EXPECT_GT(span.end, span.begin);
      EXPECT_EQ(code.substr(span.begin, span.end - span.begin).find('\n'), std::string::npos);
      before = span.end;
      words = words || span.part == CodePart::word;
    }
    EXPECT_LE(before, code.size());
    EXPECT_TRUE(words) << choice.word;
  }
}

}  // namespace
}  // namespace pipette::code
