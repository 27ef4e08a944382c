// The embedded fonts are cut down to what the page writes (tools/make_fonts).
#include "ui/fonts.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "gtest/gtest.h"
#include "ui/harness.h"

namespace pipette::app {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The characters of a UTF-8 text beyond ASCII; the sources have none beyond U+FFFF.
void add_characters(const std::string& text, std::set<ImWchar>* characters) {
  const auto bits = [&](std::size_t at, int mask) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) & mask : 0;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if ((lead & 0xe0) == 0xc0) {
      characters->insert(static_cast<ImWchar>((lead & 0x1f) << 6 | bits(i + 1, 0x3f)));
    } else if ((lead & 0xf0) == 0xe0) {
      characters->insert(
          static_cast<ImWchar>((lead & 0x0f) << 12 | bits(i + 1, 0x3f) << 6 | bits(i + 2, 0x3f)));
    }
  }
}

TEST(Fonts, HaveEveryCharacterThatTheSourcesContain) {
  std::set<ImWchar> characters;
  for (char c = ' '; c <= '~'; ++c) characters.insert(static_cast<ImWchar>(c));
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(PIPETTE_SOURCE_DIR "/src")) {
    const auto extension = entry.path().extension();
    if (extension != ".cc" && extension != ".h") continue;
    add_characters(content_of(entry.path()), &characters);
  }
  ASSERT_TRUE(characters.count(0xd7)) << "the multiplication sign of ratios was not found";
  Harness harness(800, 600);
  for (ImFont* font : {harness.ui.fonts.text, harness.ui.fonts.strong, harness.ui.fonts.mono}) {
    for (const ImWchar character : characters) {
      EXPECT_TRUE(font->IsGlyphInFont(character)) << "U+" << std::hex << character;
    }
  }
}

TEST(Fonts, BorrowLettersOfFileNames) {
  Harness harness(800, 600);
  for (ImFont* font : {harness.ui.fonts.text, harness.ui.fonts.strong, harness.ui.fonts.mono}) {
    EXPECT_TRUE(font->IsGlyphInFont(0xe4));     // a with diaeresis
    EXPECT_FALSE(font->IsGlyphInFont(0x3042));  // the check can fail
  }
}

}  // namespace
}  // namespace pipette::app
