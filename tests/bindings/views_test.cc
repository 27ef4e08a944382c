#include "bindings/views.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "experiment/catalogue.h"

namespace pipette::bindings {
namespace {

TEST(Views, StatusHasEveryField) {
  RunStatus status;
  status.finished = true;
  status.in_run = true;
  status.run = 3;
  status.num_runs = 7;
  status.step = 31;
  status.num_steps = 70;
  status.instruction = "dense/\"matmul\"";
  status.instruction_kind = InstructionKind::stream_in;
  status.phase = Phase::weight_update;
  status.cycles = (std::int64_t{1} << 53) - 1;
  status.seconds = 0.25;
  status.compile_seconds = 11.5;
  status.infeed = {true, 3, 2, 40, 0, 100480, 0, "the host is slow", 17, 99};
  status.outfeed.pending = 5;
  status.outfeed.held_bytes = 20;
  status.held_bytes = 44;
  status.most_held_bytes = 60;

  const Json json = Json::parse(status_json(status));
  const Json expected = {
      {"finished", true},
      {"in_run", true},
      {"run", 3},
      {"num_runs", 7},
      {"step", 31},
      {"num_steps", 70},
      {"instruction", "dense/\"matmul\""},
      {"instruction_kind", "stream_in"},
      {"phase", "weightUpdate"},
      {"cycles", 9007199254740991},
      {"seconds", 0.25},
      {"compile_seconds", 11.5},
      {"infeed",
       {{"exists", true},
        {"depth", 3},
        {"fill", 2},
        {"elements", 40},
        {"pending", 0},
        {"element_bytes", 100480},
        {"held_bytes", 0},
        {"wait", "the host is slow"},
        {"wait_cycles", 17},
        {"total_wait_cycles", 99}}},
      {"outfeed",
       {{"exists", false},
        {"depth", 0},
        {"fill", 0},
        {"elements", 0},
        {"pending", 5},
        {"element_bytes", 0},
        {"held_bytes", 20},
        {"wait", ""},
        {"wait_cycles", 0},
        {"total_wait_cycles", 0}}},
      {"held_bytes", 44},
      {"most_held_bytes", 60},
  };
  EXPECT_EQ(json, expected);
}

TEST(Views, EventsCarryWhatTheirValueMeans) {
  const Json json = Json::parse(events_json({
      {EventKind::created, 0, 0, ""},
      {EventKind::compiled, 1, 11.6, ""},
      {EventKind::run_started, 2, 4, ""},
      {EventKind::run_finished, 3, 4, ""},
      {EventKind::dequeued, 4, 10, ""},
      {EventKind::finished, 5, 50, ""},
      {EventKind::reset, 6, 0, ""},
      {EventKind::failed, 7, 0, "NotFoundError: no \"x\""},
  }));
  const Json expected = Json::array({
      {{"type", "created"}, {"cycle", 0}},
      {{"type", "compiled"}, {"cycle", 1}, {"compile_seconds", 11.6}},
      {{"type", "runStarted"}, {"cycle", 2}, {"run", 4}},
      {{"type", "runFinished"}, {"cycle", 3}, {"run", 4}},
      {{"type", "dequeued"}, {"cycle", 4}, {"elements", 10}},
      {{"type", "finished"}, {"cycle", 5}, {"steps", 50}},
      {{"type", "reset"}, {"cycle", 6}},
      {{"type", "failed"}, {"cycle", 7}, {"message", "NotFoundError: no \"x\""}},
  });
  EXPECT_EQ(json, expected);
  EXPECT_EQ(events_json({}), "[]");
}

TEST(Views, CatalogueGivesDefaultsThatCanBeRead) {
  const Json json = Json::parse(catalogue_json());
  ASSERT_EQ(json.size(), catalogue().size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    EXPECT_EQ(json[i]["name"], catalogue()[i].name);
    EXPECT_EQ(json[i]["feeds"], catalogue()[i].kind != ProgramKind::without_feeds);
    EXPECT_EQ(Experiment::from_json(json[i]["defaults"].dump()).fingerprint(),
              catalogue()[i].defaults.fingerprint());
  }
}

TEST(Views, ExperimentComesWithItsFingerprint) {
  Experiment experiment = Experiment::defaults("mnist-with-feeds");
  experiment.training.seed = std::uint64_t{1} << 53;
  const Json json = Json::parse(experiment_json(experiment));
  EXPECT_EQ(json["fingerprint"], experiment.fingerprint());
  EXPECT_EQ(json["experiment"]["seed"], std::uint64_t{1} << 53);
  EXPECT_EQ(Experiment::from_json(json["experiment"].dump()).to_json(), experiment.to_json());
}

TEST(Views, DataTellsCountsAndSize) {
  LabelledSets sets;
  sets.train = {Array::zeros(DType::u8, {5, 8, 6}), Array::zeros(DType::u8, {5})};
  sets.test = {Array::zeros(DType::u8, {3, 8, 6}), Array::zeros(DType::u8, {3})};
  const Json json = Json::parse(data_json(ImageData::from_sets("tiny", sets)));
  const Json expected = {
      {"name", "tiny"},  {"train_count", 5},
      {"test_count", 3}, {"height", 8},
      {"width", 6},      {"class_names", {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}}};
  EXPECT_EQ(json, expected);
}

TEST(Views, ReasonsToWaitHaveKeysOfTheirOwn) {
  std::set<std::string> reasons;
  for (int i = 0; i <= static_cast<int>(WaitReason::ramp_down); ++i) {
    reasons.insert(to_key(static_cast<WaitReason>(i)));
  }
  EXPECT_EQ(reasons.size(), static_cast<std::size_t>(WaitReason::ramp_down) + 1);
  EXPECT_FALSE(reasons.contains("?"));
}

TEST(Views, OutfedTensorsHaveTheirStatistics) {
  OutfedTensor tensor{"gradients", "dense/kernel:0_grad", "weight update", {}};
  tensor.history.add(Array::of<float>(Shape{2, 2}, {1, 2, 3, 6}), 4);
  const Json expected = {{"queue", "gradients"},
                         {"axis", "weight update"},
                         {"first", 4},
                         {"name", "dense/kernel:0_grad"},
                         {"shape", {2, 2}},
                         {"count", 4},
                         {"mean", 3.0},
                         {"std", std::sqrt(3.5)},
                         {"minimum", 1.0},
                         {"maximum", 6.0},
                         {"nans", 0},
                         {"infs", 0}};
  EXPECT_EQ(Json::parse(outfed_json(tensor)), expected);
  tensor.history.add(Array::of<float>(Shape{1, 2}, {1, INFINITY}));
  EXPECT_EQ(Json::parse(outfed_json(tensor))["maximum"], "Infinity");
}

TEST(AnyNumber, WritesWhatJsonCannot) {
  EXPECT_EQ(any_number(0.5).dump(), "0.5");
  EXPECT_EQ(any_number(std::nan("")).dump(), "\"NaN\"");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(any_number(infinity).dump(), "\"Infinity\"");
  EXPECT_EQ(any_number(-infinity).dump(), "\"-Infinity\"");
}

TEST(Views, EngineOptionsSayWhatHasNoEffect) {
  const auto shown = [](const char* text) {
    return nlohmann::json::parse(engine_options_json(EngineOptions::from_json(text)));
  };
  EXPECT_EQ(shown("{}"), nlohmann::json::parse(R"({"options": {}, "notes": []})"));
  const auto quiet = shown(R"({"autoReport.executionProfileProgramRunCount": 3})");
  EXPECT_EQ(quiet["options"]["autoReport.executionProfileProgramRunCount"], "3");
  EXPECT_TRUE(quiet["notes"].empty());
  const auto noted = shown(R"({"autoReport.all": "true", "debug.retainDebugInformation": "true"})");
  ASSERT_GE(noted["notes"].size(), 1u);
  EXPECT_NE(noted["notes"].back().get<std::string>().find("writes no folder"), std::string::npos);
}

}  // namespace
}  // namespace pipette::bindings
