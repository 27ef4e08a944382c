#include "experiment/experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/catalogue.h"

namespace pipette {
namespace {

using testing::HasSubstr;

TEST(Catalogue, TwinsTrainAlikeOneWithCallsAndOneWithout) {
  int pairs = 0;
  for (const CatalogueEntry& entry : catalogue()) {
    EXPECT_EQ(entry.twin.empty(), entry.label.empty()) << entry.name;
    if (entry.twin.empty()) continue;
    const CatalogueEntry& twin = catalogue_entry(entry.twin);
    EXPECT_NE(entry.calls_for_each_batch(), twin.calls_for_each_batch()) << entry.name;
    EXPECT_EQ(entry.defaults.training.steps, twin.defaults.training.steps) << entry.name;
    EXPECT_EQ(entry.defaults.training.optimizer, twin.defaults.training.optimizer) << entry.name;
    ++pairs;
  }
  EXPECT_EQ(pairs, 5);
}

TEST(Experiment, DefaultsAreThoseOfTheTutorial) {
  const Experiment e = Experiment::defaults("mnist-with-feeds");
  EXPECT_EQ(e.training.steps, 10000);
  EXPECT_EQ(e.training.steps_per_execution, 10);
  EXPECT_EQ(e.training.batch_size, 32);
  EXPECT_EQ(e.num_runs(), 1000);
  EXPECT_EQ(Experiment::defaults("mnist-without-feeds").num_runs(), 10000);
}

TEST(Experiment, JsonRoundTripKeepsEveryField) {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.training.steps = 77;
  e.training.steps_per_execution = 7;
  e.training.batch_size = 8;
  e.training.learning_rate = 0.25;
  e.model.hidden_units = {16};
  e.training.seed = 123456789;
  e.feeds.prefetch_depth = 5;
  e.feeds.buffer_depth = 2;
  e.feeds.outfeed_mode = OutfeedMode::last;
  e.feeds.dequeue = DequeueTime::continuous;
  e.device.architecture = "Bow";
  e.device.layout_changes = false;
  e.device.host.call_us = 500.5;
  e.device.host.compile_seconds = 0;
  const Experiment back = Experiment::from_json(e.to_json());
  EXPECT_EQ(back.to_json(), e.to_json());
  EXPECT_EQ(back.fingerprint(), e.fingerprint());
  e.training.seed += 1;
  EXPECT_NE(back.fingerprint(), e.fingerprint());
}

TEST(Experiment, ALayerSaysWhatItLacksOnlyWhenItLacksIt) {
  const auto read = [](const std::string& layers) {
    return Experiment::from_json(R"({"experiment": "keras-convolutions", "layers": [
        {"layer": "reshape", "shape": [28, 28, 1]}, )" +
                                 layers + "]}");
  };
  const Experiment plain =
      read(R"({"layer": "max_pooling2d"}, {"layer": "flatten"}, {"layer": "dense"})");
  EXPECT_EQ(plain.to_json().find("use_bias"), std::string::npos) << "fingerprints of old stay";
  const Experiment other = read(
      R"({"layer": "max_pooling2d", "strides": [1, 2]}, {"layer": "flatten"},
         {"layer": "dense", "use_bias": false})");
  EXPECT_EQ(Experiment::from_json(other.to_json()).model.layers, other.model.layers);
  EXPECT_EQ(other.model.layers[1].as<keras::MaxPooling2dSpec>()->options.strides, (Window{1, 2}));
  EXPECT_FALSE(other.model.layers[3].as<keras::DenseSpec>()->options.use_bias);
  EXPECT_NE(other.fingerprint(), plain.fingerprint());
  EXPECT_EQ(describe_layer(other.model.layers[3]), "Dense(10, no bias)");
  EXPECT_EQ(
      try_layers({{.kind = keras::FlattenSpec()}, other.model.layers[3]}, {28, 28}).params.back(),
      7840);
}

// One IPU and one layer: the tutorial's queue for a single layer; else the one for several.
TEST(Experiment, ActivationsArePrintedUnderTheNameOfUpstreamsQueue) {
  const LayerSpec shown{.outfeed = true}, other, next{.stage = 1};
  EXPECT_STREQ(activations_title({other, shown}), "Single layer activations callback");
  EXPECT_STREQ(activations_title({shown, shown}), "Multi-layer activations callback");
  EXPECT_STREQ(activations_title({shown, next}), "Multi-layer activations callback");
}

TEST(Experiment, PartialJsonKeepsTheDefaultsOfTheExperimentItNames) {
  const Experiment e =
      Experiment::from_json(R"({"experiment": "mnist-without-feeds", "steps": 1e3})");
  EXPECT_EQ(e.training.steps, 1000);
  EXPECT_EQ(e.training.steps_per_execution, 1);
}

struct BadJson {
  const char* text;
  ErrorCode code;
  const char* message;
};

TEST(Experiment, BadInputNamesTheFieldAndTheRule) {
  const BadJson cases[] = {
      {"", ErrorCode::invalid_argument, "not valid JSON"},
      {"[1]", ErrorCode::invalid_argument, "must be a JSON object"},
      {R"({"experiment": "nope"})", ErrorCode::not_found, "mnist-with-feeds"},
      {R"({"stepz": 1})", ErrorCode::not_found, "did you mean \"steps\""},
      {R"({"host": {"call": 1}})", ErrorCode::not_found, "host.call_us"},
      {R"({"host.call_us": 5})", ErrorCode::invalid_argument, R"(write {"host": {"call_us": 5}})"},
      {R"({"device.architecture": "Mk1"})", ErrorCode::invalid_argument,
       R"(write {"device": {"architecture": "Mk1"}})"},
      {R"({"host": 3})", ErrorCode::invalid_argument, "\"host\" must be an object"},
      {R"({"steps": "many"})", ErrorCode::invalid_argument, "\"steps\" must be an integer"},
      {R"({"steps": 1.5})", ErrorCode::invalid_argument, "\"steps\" must be an integer"},
      {R"({"steps": 1e300})", ErrorCode::invalid_argument, "must be an integer of at most 2^53"},
      {R"({"steps": 0})", ErrorCode::invalid_argument, "nearest valid value is 1"},
      {R"({"steps": -99999999999999999999})", ErrorCode::invalid_argument, "\"steps\""},
      {R"({"seed": -1})", ErrorCode::invalid_argument, "\"seed\""},
      {R"({"seed": 18446744073709551615})", ErrorCode::invalid_argument, "2^53"},
      {R"({"learning_rate": null})", ErrorCode::invalid_argument, "\"learning_rate\""},
      {R"({"learning_rate": -1})", ErrorCode::invalid_argument, "learning_rate must be 0 to"},
      {R"({"batch_size": 0})", ErrorCode::invalid_argument, "batch_size"},
      {R"({"prefetch_depth": 256})", ErrorCode::invalid_argument, "nearest valid value is 255"},
      {R"({"outfeed_mode": "some"})", ErrorCode::invalid_argument, "\"all\", \"last\""},
      {R"({"dequeue": 3})", ErrorCode::invalid_argument, "each_run"},
      {R"({"device": {"architecture": "Mk9"}})", ErrorCode::not_found, "Mk9"},
      {R"({"host": {"call_us": -1}})", ErrorCode::invalid_argument, "host.call_us"},
      {R"({"experiment": "mnist-without-feeds", "steps_per_execution": 10})",
       ErrorCode::invalid_argument,
       "steps_per_execution has no meaning for \"mnist-without-feeds\""},
  };
  for (const BadJson& bad : cases) {
    SCOPED_TRACE(bad.text);
    try {
      Experiment::from_json(bad.text);
      ADD_FAILURE() << "was accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), bad.code) << error.what();
      EXPECT_THAT(error.what(), HasSubstr(bad.message));
    }
  }
}

TEST(Experiment, DeeplyNestedOrHugeJsonIsRefusedNotFatal) {
  const std::string deep = std::string(20000, '[');
  EXPECT_THROW(Experiment::from_json(deep), InvalidArgument);
  EXPECT_THROW(Experiment::from_json("{\"steps\":" + std::string(5000, '9') + "}"),
               InvalidArgument);
}

TEST(Catalogue, EveryEntryIsValidAndNamedOnce) {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : catalogue()) {
    EXPECT_NO_THROW(entry.defaults.validate());
    EXPECT_EQ(entry.defaults.name, entry.name);
    EXPECT_FALSE(entry.title.empty());
    names.push_back(entry.name);
  }
  EXPECT_THAT(names,
              testing::UnorderedElementsAre(
                  "mnist-with-feeds", "mnist-without-feeds", "mnist-pipelined", "inspect-keras",
                  "keras-convolutions", "inspect-pipelined", "inspect-model", "loops",
                  "perf-training-example", "outfeed-example", "while-loop", "without-loops",
                  "print-tensor", "dataset-benchmark", "infeed-benchmark"));
}

}  // namespace
}  // namespace pipette
