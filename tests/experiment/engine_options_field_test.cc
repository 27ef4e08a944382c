// Engine options as a field of experiments: they change what profiles record, and no result.
#include <gtest/gtest.h>

#include "core/error.h"
#include "experiment/edit.h"
#include "experiment/experiment.h"

namespace pipette {
namespace {

TEST(EngineOptionsField, GoesThroughJsonAsAnObjectOrAsItsText) {
  const Experiment e = Experiment::from_json(
      R"({"engine_options": {"autoReport.executionProfileProgramRunCount": 3}})");
  EXPECT_EQ(e.device.engine_options.profiled_runs(), 3);
  EXPECT_EQ(Experiment::from_json(e.to_json()).to_json(), e.to_json());
  const Experiment same = Experiment::from_json(
      R"({"engine_options": "{\"autoReport.executionProfileProgramRunCount\": \"3\"}"})");
  EXPECT_EQ(same.to_json(), e.to_json());
}

TEST(EngineOptionsField, ChangesNoFingerprint) {
  Experiment e = Experiment::defaults("loops");
  const std::string before = e.fingerprint();
  e.device.engine_options.set("debug.allowOutOfMemory", "true");
  EXPECT_EQ(e.fingerprint(), before);
  e.training.seed = 2;
  EXPECT_NE(e.fingerprint(), before);
}

TEST(EngineOptionsField, IsSetByText) {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  set_value(e, "engine_options",
            parse_typed("engine_options", R"({"debug.allowOutOfMemory":"true"})"));
  EXPECT_TRUE(e.device.engine_options.allows_out_of_memory());
  set_value(e, "engine_options", parse_typed("engine_options", ""));
  EXPECT_FALSE(e.device.engine_options.allows_out_of_memory());
}

TEST(EngineOptionsField, RefusesWhatPoplarDoesNotHave) {
  EXPECT_THROW(Experiment::from_json(R"({"engine_options": {"autoReport.al": "true"}})"), NotFound);
  EXPECT_THROW(Experiment::from_json(R"({"engine_options": 3})"), InvalidArgument);
  EXPECT_THROW(Experiment::from_json(R"({"engine_options": "no JSON"})"), InvalidArgument);
}

}  // namespace
}  // namespace pipette
