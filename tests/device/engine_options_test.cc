// Engine options: every published one is known, none is silently ignored.
#include "device/engine_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace pipette {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The options of tutorial 000.
constexpr const char* kTutorial = R"({"autoReport.all":"true", "autoReport.directory":"with_feeds",
  "autoReport.executionProfileProgramRunCount":"10", "debug.allowOutOfMemory":"true",
  "autoReport.outputDebugInfo":"true", "autoReport.outputSerializedGraph":"false"})";

template <class E>
std::string error_of(const char* text) {
  try {
    EngineOptions::from_json(text);
  } catch (const E& error) {
    return error.what();
  }
  return "";
}

TEST(EngineOptions, TakesTheTutorials) {
  const EngineOptions options = EngineOptions::from_json(kTutorial);
  EXPECT_TRUE(options.writes_report());
  EXPECT_TRUE(options.writes("autoReport.outputGraphProfile"));
  EXPECT_EQ(options.directory(), "with_feeds");
  EXPECT_EQ(options.profiled_runs(), 10);
  EXPECT_TRUE(options.allows_out_of_memory());
  EXPECT_THAT(options.notes(), IsEmpty());
}

TEST(EngineOptions, HasDefaults) {
  const EngineOptions options = EngineOptions::from_json("{}");
  EXPECT_FALSE(options.writes_report());
  EXPECT_EQ(options.profiled_runs(), 2);
  EXPECT_FALSE(options.allows_out_of_memory());
}

TEST(EngineOptions, AnOutputMayBeLeftOutOfAll) {
  const EngineOptions options = EngineOptions::from_json(
      R"({"autoReport.all":"true", "autoReport.outputExecutionProfile":"false"})");
  EXPECT_TRUE(options.writes_report());
  EXPECT_FALSE(options.writes("autoReport.outputExecutionProfile"));
}

TEST(EngineOptions, SaysWhatHasNoMeaningHere) {
  const EngineOptions options = EngineOptions::from_json(
      R"({"opt.maxCompilationThreads": 4, "streamCallbacks.numWorkerThreads":"auto"})");
  EXPECT_THAT(options.notes(), ElementsAre(HasSubstr("opt.maxCompilationThreads"),
                                           HasSubstr("streamCallbacks.numWorkerThreads")));
}

TEST(EngineOptions, DefaultsNeedNoNote) {
  for (const EngineOption& option : engine_options()) {
    if (option.name[std::string_view(option.name).size() - 1] == '*') continue;
    EngineOptions options;
    options.set(option.name, option.default_value);
    EXPECT_THAT(options.notes(), IsEmpty());
  }
}

TEST(EngineOptions, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(error_of<NotFound>(R"({"autoReport.al":"true"})"), HasSubstr("autoReport.all"));
  EXPECT_THAT(error_of<InvalidArgument>(R"({"autoReport.all":"yes"})"), HasSubstr("true false"));
  EXPECT_THAT(error_of<InvalidArgument>(R"({"autoReport.all":[]})"), HasSubstr("must be a text"));
  EXPECT_THAT(error_of<InvalidArgument>("[]"), HasSubstr("JSON object"));
  EXPECT_THAT(error_of<InvalidArgument>("{"), HasSubstr("no JSON"));
  EXPECT_THAT(error_of<InvalidArgument>(R"({"autoReport.executionProfileProgramRunCount":"-1"})"),
              HasSubstr("whole number"));
  EXPECT_THAT(error_of<NotFound>(R"({"":"true"})"), HasSubstr("docs/profile.md lists"));
}

}  // namespace
}  // namespace pipette
