#include "bindings/handles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pipette::bindings {
namespace {

TEST(Handles, GiveEachObjectANumberOfItsOwn) {
  Handles<std::string> handles("name");
  const int a = handles.add(std::make_unique<std::string>("a"));
  const int b = handles.add(std::make_unique<std::string>("b"));
  EXPECT_NE(a, 0);
  EXPECT_NE(a, b);
  EXPECT_EQ(handles.at(a), "a");
  EXPECT_EQ(handles.at(b), "b");
}

TEST(Handles, NeverFindARemovedObject) {
  Handles<std::string> handles("name");
  const int a = handles.add(std::make_unique<std::string>("a"));
  handles.remove(a);
  handles.remove(a);
  EXPECT_EQ(handles.size(), 0u);
  const int b = handles.add(std::make_unique<std::string>("b"));
  EXPECT_NE(a, b);
  for (const int stale : {a, 0, -1, 1000}) {
    try {
      handles.at(stale);
      FAIL() << "found an object for " << stale;
    } catch (const FailedPrecondition& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("no name number " + std::to_string(stale)));
    }
  }
}

TEST(Handles, RemovingFreesTheObject) {
  Handles<std::shared_ptr<int>> handles("pointer");
  const auto pointer = std::make_shared<int>(1);
  const int handle = handles.add(std::make_unique<std::shared_ptr<int>>(pointer));
  EXPECT_EQ(pointer.use_count(), 2);
  handles.remove(handle);
  EXPECT_EQ(pointer.use_count(), 1);
}

}  // namespace
}  // namespace pipette::bindings
