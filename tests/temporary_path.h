// A path for a file or folder of the running test alone: tests run beside each other, each in a
// process of its own.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace pipette {

inline std::string temporary_path(const std::string& name) {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string own = std::string(test->test_suite_name()) + "." + test->name() + "." + name;
  std::replace(own.begin(), own.end(), '/', '_');  // of parameters
  return testing::TempDir() + "pipette." + own;
}

}  // namespace pipette
