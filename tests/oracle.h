// The published cases of tests/golden/published_cases.json, for tests named by their id.
//
//   PIPETTE_ORACLE_CASE(infeed_repeat_sum);      // const Json& oracle
//   EXPECT_EQ(result, oracle.at("expected").at("result_fill").get<float>());
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace pipette::testing_support {

using Json = nlohmann::json;

// The whole file.
inline const Json& oracle_file() {
  static const Json file = [] {
    std::ifstream in(PIPETTE_SOURCE_DIR "/tests/golden/published_cases.json");
    return Json::parse(in);
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

#define PIPETTE_ORACLE_CASE(id) \
  const ::pipette::testing_support::Json& oracle = ::pipette::testing_support::oracle_case(#id)
