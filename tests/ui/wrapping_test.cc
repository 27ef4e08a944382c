#include "ui/wrapping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pipette::app {
namespace {

using testing::ElementsAre;

// A letter is one wide.
float letters(std::string_view text) {
  float count = 0;
  for (const char byte : text) count += (byte & 0xc0) != 0x80 ? 1.0f : 0.0f;
  return count;
}

std::vector<std::string_view> wrapped(std::string_view text, float width) {
  return wrap(text, width, letters);
}

TEST(Wrapping, LinesEndAtSpacesSoThatANumberKeepsItsPoint) {
  EXPECT_THAT(wrapped("so the loss is −ln 0.07009 = 2.658.", 24),
              ElementsAre("so the loss is −ln", "0.07009 = 2.658."));
  EXPECT_THAT(wrapped("1,000 images, 10 classes", 9),
              ElementsAre("1,000", "images,", "10", "classes"));
  EXPECT_THAT(wrapped("it fits", 7), ElementsAre("it fits"));
  EXPECT_THAT(wrapped("it  fits ", 8), ElementsAre("it  fits"));
}

TEST(Wrapping, ALineFeedEndsALineAndAnEmptyOneStays) {
  EXPECT_THAT(wrapped("one\n\ntwo three", 5), ElementsAre("one", "", "two", "three"));
  EXPECT_THAT(wrapped("", 5), ElementsAre(""));
  EXPECT_THAT(wrapped("   ", 5), ElementsAre(""));
}

TEST(Wrapping, AWordThatIsWiderThanALineIsBrokenBetweenLetters) {
  EXPECT_THAT(wrapped("an autoReport.directory is", 8),
              ElementsAre("an", "autoRepo", "rt.direc", "tory is"));
  EXPECT_THAT(wrapped("µµµ", 2), ElementsAre("µµ", "µ"));
  EXPECT_THAT(wrapped("µ", 0.5f), ElementsAre("µ")) << "one letter at least";
}

// Nothing but spaces at the ends of lines is lost, whatever the width.
TEST(Wrapping, KeepsEveryLetter) {
  const std::string_view text = "The IPU waits 177.5 µs for batch 54,\nwhich the host prepares.";
  for (float width = 1; width < 70; ++width) {
    std::string all;
    for (const std::string_view line : wrapped(text, width)) {
      EXPECT_LE(letters(line), width);
      all += line;
    }
    std::string expected(text);
    std::erase_if(expected, [](char c) { return c == '\n' || c == ' '; });
    std::erase(all, ' ');
    EXPECT_EQ(all, expected) << width;
  }
}

}  // namespace
}  // namespace pipette::app
