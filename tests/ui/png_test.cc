#include "ui/png.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace pipette::app {
namespace {

TEST(Png, IsTheFileThatTheFormatDescribes) {
  const std::vector<ImU32> pixels = {IM_COL32(255, 0, 0, 255), IM_COL32(0, 0, 255, 128)};
  // As Python's zlib and struct make it from the same palette and rows.
  EXPECT_EQ(base64(png_of(2, 1, pixels)),
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAMAAADD/I+4AAAABlBMVEX/AAAAAP9sof2OAAAAAnRSTlP/"
            "gAgPs2oAAAAOSURBVHgBAQMA/P8AAAEABAACCyGLcQAAAABJRU5ErkJggg==");
}

TEST(Png, RefusesMoreColoursThanAPaletteHas) {
  std::vector<ImU32> pixels;
  for (ImU32 color = 0; color < 257; ++color) pixels.push_back(color);
  EXPECT_THROW(png_of(257, 1, pixels), InvalidArgument);
}

TEST(Base64, PadsWhatIsNoMultipleOfThree) {
  EXPECT_EQ(base64(std::string("P")), "UA==");
  EXPECT_EQ(base64(std::string("Pi")), "UGk=");
  EXPECT_EQ(base64(std::string("Pip")), "UGlw");
}

}  // namespace
}  // namespace pipette::app
