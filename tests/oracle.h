// The published cases of ../shared/oracle/cases.json, for tests named by their id.
//
//   PIPETTE_ORACLE_CASE(infeed_repeat_sum);      // const Json& oracle; skips without the file
//   EXPECT_EQ(result, oracle.at("expected").at("result_fill").get<float>());
//
// The file is not part of the repository: without it the tests skip.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace pipette::testing_support {

using Json = nlohmann::json;

// The whole file; null where it does not exist.
inline const Json& oracle_file() {
  static const Json file = [] {
    std::ifstream in(std::string(PIPETTE_SHARED_DIR) + "/oracle/cases.json");
    return in ? Json::parse(in) : Json();
  }();
  return file;
}

// The case with this id. Throws std::out_of_range when the file has none: a test without a case
// proves nothing.
inline const Json& oracle_case(const char* id) {
  for (const Json& entry : oracle_file().at("cases")) {
    if (entry.at("id") == id) return entry;
  }
  throw std::out_of_range(std::string("the oracle has no case \"") + id + "\"");
}

}  // namespace pipette::testing_support

#define PIPETTE_ORACLE_CASE(id)                                       \
  if (::pipette::testing_support::oracle_file().is_null()) {          \
    GTEST_SKIP() << "no oracle/cases.json in " << PIPETTE_SHARED_DIR; \
  }                                                                   \
  const ::pipette::testing_support::Json& oracle = ::pipette::testing_support::oracle_case(#id)
