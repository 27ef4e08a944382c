// Programs written for experiments; what compiles and runs them is in model_code/ and tests/wasm.
#include "code/model_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/catalogue.h"

namespace pipette {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string python(const std::string& json) {
  return code::model_code(Experiment::from_json(json), code::CodeLanguage::python);
}

TEST(ModelCode, PythonSaysWhatTheTutorialSays) {
  const std::string code = python(R"({"experiment": "inspect-keras"})");
  EXPECT_THAT(code, HasSubstr("config.auto_select_ipus = 2\n"));
  EXPECT_THAT(code, HasSubstr("gradients = MaybeOutfeedQueue(filters=[\"Dense_128\"])\n"
                              "activations = MaybeOutfeedQueue()\n"));
  EXPECT_THAT(code, HasSubstr(R"(    model = keras.Sequential([
        keras.layers.Flatten(),
        keras.layers.Dense(256, activation="relu", name="Dense_256"),
        keras.layers.Dense(128, activation="relu", name="Dense_128"),
        MaybeOutfeed(activations, final_outfeed=False, name="Dense_128_acts"),
        keras.layers.Dense(10, activation="softmax", name="Dense_10"),
        MaybeOutfeed(activations, final_outfeed=True, name="Dense_10_acts"),
    ])
    model.set_pipeline_stage_assignment([0, 0, 1, 1, 1, 1])
    model.set_pipelining_options(
        gradient_accumulation_steps_per_replica=4,
        pipeline_schedule=PipelineSchedule.Grouped)
)"));
  EXPECT_THAT(code, HasSubstr("keras.optimizers.SGD(0.01), gradients, "
                              "OutfeedOptimizerMode.BEFORE_APPLY, model=model)"));
  EXPECT_THAT(code, HasSubstr("model.fit(dataset, epochs=3, steps_per_epoch=500, callbacks=["));
}

TEST(ModelCode, IoTilesAreAskedForInEveryLanguage) {
  const Experiment e = Experiment::from_json(
      R"({"experiment": "inspect-keras", "gradient_accumulation_count": 8, "steps_per_execution": 8,
          "device": {"io_tiles": 32}})");
  EXPECT_THAT(code::model_code(e, code::CodeLanguage::python),
              HasSubstr("config.io_tiles.num_io_tiles = 32\n"
                        "config.io_tiles.place_ops_on_io_tiles = True\n"));
  EXPECT_THAT(code::model_code(e, code::CodeLanguage::cpp),
              HasSubstr("  device.io_tiles = 32;\n  device.place_ops_on_io_tiles = true;\n"));
  EXPECT_THAT(code::model_code(e, code::CodeLanguage::javascript),
              HasSubstr("ioTiles: 32, placeOpsOnIoTiles: true"));
}

TEST(ModelCode, RatesAndWeightsDecayInEveryLanguage) {
  const Experiment e = Experiment::from_json(
      R"({"experiment": "inspect-keras", "optimizer": "adamw", "weight_decay": 0.1,
          "learning_rate_decay": "exponential", "decay_steps": 50})");
  EXPECT_THAT(
      code::model_code(e, code::CodeLanguage::python),
      HasSubstr("tfa.optimizers.AdamW(0.1, keras.optimizers.schedules.ExponentialDecay(0.01, 50, "
                "0.9)), gradients,"));
  EXPECT_THAT(code::model_code(e, code::CodeLanguage::javascript),
              HasSubstr("adamW({learningRate: p.optimizers.schedules.exponentialDecay(0.01, 50, "
                        "0.9), weightDecay: 0.1})"));
  EXPECT_THAT(code::model_code(e, code::CodeLanguage::cpp),
              HasSubstr("keras::adamw({.learning_rate = exponential_decay(0.01, 50, 0.9), "
                        ".weight_decay = 0.1f})"));
}

TEST(ModelCode, PythonSaysWhereALayerHasNoBiasAndHowAWindowMoves) {
  const std::string code = python(R"({"experiment": "keras-convolutions", "layers": [
      {"layer": "reshape", "shape": [28, 28, 1]}, {"layer": "max_pooling2d", "strides": [1, 2]},
      {"layer": "flatten"}, {"layer": "dense", "units": 10, "use_bias": false}]})");
  EXPECT_THAT(code, HasSubstr("keras.layers.MaxPooling2D(2, strides=(1, 2), "));
  EXPECT_THAT(code, HasSubstr("keras.layers.Dense(10, use_bias=False)"));
}

TEST(ModelCode, PythonFunctionalModelsNameTheirStages) {
  const std::string code = python(R"({"experiment": "inspect-keras", "model_type": "Model"})");
  EXPECT_THAT(code, HasSubstr("    inputs = keras.Input(shape=(28, 28), batch_size=32)\n"
                              "    with ipu.keras.PipelineStage(0):\n"
                              "        x = keras.layers.Flatten()(inputs)\n"));
  EXPECT_THAT(code, HasSubstr("    with ipu.keras.PipelineStage(1):\n"
                              "        x = keras.layers.Dense(128"));
  EXPECT_THAT(code, HasSubstr("    model = keras.Model(inputs, x)\n"));
  EXPECT_THAT(code, Not(HasSubstr("set_pipeline_stage_assignment")));
}

TEST(ModelCode, WithoutPipelineAndAccumulationNothingIsSaidOfThem) {
  for (const code::CodeLanguage language :
       {code::CodeLanguage::python, code::CodeLanguage::cpp, code::CodeLanguage::javascript}) {
    const Experiment e = Experiment::from_json(
        R"({"experiment": "inspect-keras", "gradient_accumulation_count": 1, "layers": [
            {"layer": "flatten"}, {"layer": "dense", "units": 10, "activation": "softmax"}]})");
    const std::string code = code::model_code(e, language);
    for (const char* word : {"ipelin", "ccumulation", "activations"}) {
      EXPECT_THAT(code, Not(HasSubstr(word))) << to_label(language);
    }
  }
}

TEST(ModelCode, PythonWithoutStagesUsesTheLayerThatUpstreamAllows) {
  const std::string one = R"({"experiment": "inspect-keras", "layers": [
      {"layer": "flatten"}, {"layer": "dense", "units": 128, "name": "Dense_128", "outfeed": true},
      {"layer": "dense", "units": 10, "activation": "softmax"}])";
  EXPECT_THAT(python(one + "}"), HasSubstr("Outfeed(activations, name=\"Dense_128_acts\"),\n"));
  EXPECT_THAT(python(one + "}"),
              HasSubstr("activations = ipu.ipu_outfeed_queue.IPUOutfeedQueue()\n"));
  EXPECT_THAT(python(one + "}"), Not(HasSubstr("MaybeOutfeed(")));
  EXPECT_THAT(python(one + R"(, "activations_filters": ["Dense"]})"),
              HasSubstr("MaybeOutfeed(activations"));
}

TEST(ModelCode, QuotesWhatIsQuoted) {
  const std::string code = python(R"({"experiment": "inspect-keras", "layers": [
      {"layer": "flatten"},
      {"layer": "dense", "units": 10, "activation": "softmax", "name": "a\"b\\c"}]})");
  EXPECT_THAT(code, HasSubstr(R"(name="a\"b\\c")"));
}

TEST(ModelCode, ExperimentsWithoutLayersAndQueuesHaveNone) {
  EXPECT_THROW(code::model_code(Experiment::defaults("mnist-pipelined"), code::CodeLanguage::cpp),
               InvalidArgument);
  EXPECT_EQ(from_word<code::CodeLanguage>("language", "javascript"),
            code::CodeLanguage::javascript);
  EXPECT_THROW(from_word<code::CodeLanguage>("language", "fortran"), InvalidArgument);
}

TEST(ModelCode, TheQueuesOfTheTutorialInEveryLanguage) {
  const Experiment e = Experiment::defaults("mnist-with-feeds");
  ASSERT_TRUE(code::has_code(e));
  const std::string python = code::model_code(e, code::CodeLanguage::python);
  EXPECT_THAT(python, HasSubstr(R"(    infeed = iter(dataset)  # an infeed queue, in this scope
    outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
)"));
  EXPECT_THAT(python, HasSubstr("    for _ in range(1000):\n"
                                "        strategy.run(training, args=[infeed, outfeed, model, "
                                "optimizer, 10])\n"));
  EXPECT_THAT(code::model_code(e, code::CodeLanguage::javascript),
              HasSubstr("  p.loops.repeat(10, () => {\n"));
  EXPECT_THAT(code::model_code(e, code::CodeLanguage::cpp), HasSubstr("loops::repeat(10, [&] {\n"));
  EXPECT_THAT(
      code::model_code(Experiment::defaults("mnist-without-feeds"), code::CodeLanguage::python),
      HasSubstr("dataset.take(10000)"));
  EXPECT_FALSE(code::has_code(Experiment::defaults("mnist-pipelined")));
}

TEST(ModelCode, WhatAProgramOfQueuesLeavesOutIsNamed) {
  const auto first_line = [](const std::string& json, code::CodeLanguage language) {
    const std::string code = code::model_code(Experiment::from_json(json), language);
    return code.substr(0, code.find('\n'));
  };
  EXPECT_EQ(first_line(R"({"outfeed_predictions": true, "dequeue": "continuous"})",
                       code::CodeLanguage::python),
            "# Left out here: dequeue, outfeed_predictions.");
  EXPECT_EQ(first_line(R"({"print_tensors": ["loss"]})", code::CodeLanguage::cpp),
            "// Left out here: print_tensors.");
  EXPECT_EQ(
      first_line(R"({"learning_rate": 0.1, "host": {"speed": "fast"}})", code::CodeLanguage::cpp),
      "#include <iomanip>");
}

}  // namespace
}  // namespace pipette
