#include "cli/lockstep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "core/item.h"
#include "thread_instances.h"

namespace pipette::cli {
namespace {

using testing_support::run_instances;

TEST(Lockstep, OneThatIsAskedEndsAll) {
  std::vector<std::vector<bool>> ends(3);
  std::vector<std::vector<std::int64_t>> steps(3);
  run_instances(3, [&] {
    const int index = Instances::current()->index();
    Lockstep lockstep;
    for (int i = 0; i < 4; ++i) {
      Budget slice = Budget::microseconds(1e6 * (index + 1));
      slice.until_run = index;
      item(ends, index).push_back(lockstep.interrupted(index == 2 && i == 3, slice));
      item(steps, index).push_back(slice.step_count);
      EXPECT_EQ(slice.real_us, std::numeric_limits<double>::infinity());
      EXPECT_EQ(slice.until_run, 0);
    }
  });
  EXPECT_THAT(ends, testing::Each(testing::ElementsAre(false, false, false, true)));
  EXPECT_THAT(steps, testing::Each(testing::ElementsAre(2, 4, 8, 16)));
}

TEST(Lockstep, ChangesNothingForAProcessAlone) {
  Lockstep lockstep;
  Budget slice = Budget::microseconds(100);
  EXPECT_FALSE(lockstep.interrupted(false, slice));
  EXPECT_TRUE(lockstep.interrupted(true, slice));
  EXPECT_EQ(slice.real_us, 100);
  EXPECT_EQ(slice.step_count, Budget::kNoLimit);
  EXPECT_NO_THROW(require_same("it", "anything"));
}

TEST(Lockstep, AFileIsReadByTheFirst) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "lockstep";
  std::ofstream(path) << "text";
  std::vector<std::size_t> sizes(3);
  run_instances(3, [&] {
    const int index = Instances::current()->index();
    const std::vector<std::byte> bytes = read_together(index == 0 ? path.string() : "nowhere");
    item(sizes, index) = bytes.size();
    EXPECT_EQ(static_cast<char>(bytes[3]), 't');
  });
  EXPECT_THAT(sizes, testing::Each(4u));
  EXPECT_THROW(run_instances(2, [] { read_together("/nowhere/it"); }), NotFound);
}

TEST(Lockstep, WhatMustBeTheSameIs) {
  EXPECT_NO_THROW(run_instances(3, [] { require_same("the text", "a"); }));
  try {
    run_instances(3,
                  [] { require_same("the text", Instances::current()->index() < 2 ? "a" : "b"); });
    FAIL();
  } catch (const FailedPrecondition& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("the text of instance 2 is another"));
  }
}

}  // namespace
}  // namespace pipette::cli
