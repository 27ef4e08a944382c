// `pipette run --until CONDITION`: where it stops, what it says, and the exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/call.h"

namespace pipette::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Until, StopsWhereItHoldsAndSaysWhenItNeverDoes) {
  const std::vector<std::string> run = {"run", "mnist-with-feeds",      "--steps",
                                        "40",  "--steps-per-execution", "10"};
  const auto until = [&](const std::string& condition, bool as_json = false) {
    std::vector<std::string> all = run;
    all.insert(all.end(), {"--until", condition});
    if (as_json) all.emplace_back("--json");
    return call(all);
  };
  const Result met = until("steps >= 17", true);
  EXPECT_EQ(met.code, 0);
  EXPECT_EQ(json::parse(met.out)["steps"], 17);
  EXPECT_EQ(met.err, "pipette: steps >= 17 after 17 of 40 steps\n");
  const Result never = until("accuracy >= 100%");
  EXPECT_EQ(never.code, 1);
  EXPECT_THAT(never.out, HasSubstr("steps               40"))
      << "the result is printed all the same";
  EXPECT_THAT(never.err,
              HasSubstr("\"accuracy >= 1\" did not hold within 40 steps: accuracy is 0."));
  const Result unknown = until("acuracy >= 1");
  EXPECT_EQ(unknown.code, 3);
  EXPECT_EQ(unknown.out, "");
  EXPECT_THAT(unknown.err, HasSubstr("the nearest is accuracy"));
}

}  // namespace
}  // namespace pipette::cli
