#include "theme/theme.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace pipette::theme {
namespace {

TEST(ThemeTable, EverythingHasAKeyAndALabelOfItsOwn) {
  std::set<std::string> keys, labels;
  for (const SurfaceEntry& entry : kSurfaces) {
    EXPECT_TRUE(keys.insert(entry.key).second) << entry.key;
  }
  keys.clear();
  for (const ActivityEntry& entry : kActivities) {
    EXPECT_TRUE(keys.insert(entry.key).second) << entry.key;
    EXPECT_TRUE(labels.insert(entry.label).second) << entry.label;
  }
}

TEST(ThemeTable, ActivitiesCanBeToldApart) {
  std::set<std::uint32_t> light, dark;
  for (const ActivityEntry& entry : kActivities) {
    EXPECT_TRUE(light.insert(entry.shades.light).second) << entry.key;
    EXPECT_TRUE(dark.insert(entry.shades.dark).second) << entry.key;
    EXPECT_LE(entry.shades.light | entry.shades.dark, 0xffffffu);
  }
}

TEST(ThemeTable, ZeroIsTheColourInTheMiddle) { EXPECT_EQ(kHeatLevels % 2, 1); }

}  // namespace
}  // namespace pipette::theme
