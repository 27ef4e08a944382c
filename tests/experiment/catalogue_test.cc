#include "experiment/catalogue.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace pipette {
namespace {

TEST(Catalogue, GroupsFollowEachOtherAndNamesAreUnique) {
  std::set<std::string> names, groups;
  std::string group;
  for (const CatalogueEntry& entry : catalogue()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    if (entry.group == group) continue;
    EXPECT_TRUE(groups.insert(entry.group).second) << entry.group << " begins twice";
    group = entry.group;
  }
  EXPECT_GE(groups.size(), 3u);
}

TEST(Catalogue, ADescriptionIsOneSentenceOfALineOrTwo) {
  for (const CatalogueEntry& entry : catalogue()) {
    EXPECT_LE(entry.title.size(), 60u) << entry.name;
    EXPECT_GE(entry.description.size(), 40u) << entry.name;
    EXPECT_LE(entry.description.size(), 110u) << entry.name;
    EXPECT_EQ(entry.description.find(". "), std::string::npos) << entry.name;
    EXPECT_TRUE(entry.description.ends_with(".")) << entry.name;
  }
}

}  // namespace
}  // namespace pipette
