// The tutorials' programs as experiments of the catalogue.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/catalogue.h"
#include "experiment/field.h"
#include "oracle.h"
#include "session/finished.h"

namespace pipette {
namespace {

using testing::HasSubstr;
using testing_support::finished;
using testing_support::Json;

const OutfedTensor& tensor(const Session& session, std::string_view key) {
  for (const OutfedTensor& outfed : session.observed().record().outfed) {
    if (outfed.key == key) return outfed;
  }
  throw NotFound("no tensor " + std::string(key) + " was outfed");
}

TEST(TutorialsOracle, Inspect_tf1_pipelined) {
  PIPETTE_ORACLE_CASE(inspect_tf1_pipelined);
  const Json& inputs = oracle.at("inputs");
  Experiment e = Experiment::defaults("inspect-pipelined");
  EXPECT_EQ(e.num_runs(), oracle.at("expected").at("steps_total"));
  EXPECT_EQ(e.training.batch_size, inputs.at("batch"));
  EXPECT_EQ(e.pipeline.gradient_accumulation_count, inputs.at("GA"));
  EXPECT_EQ(e.training.steps_per_execution, inputs.at("repeat_count"));
  for (const bool pre_accumulated : {false, true}) {
    e.inspection.outfeed_pre_accumulated_gradients = pre_accumulated;
    // A tenth of the gradients of all mini-batches: they would take 1.5 GB.
    const std::int64_t part = pre_accumulated ? 10 : 1;
    e.training.steps = e.training.steps_per_execution =
        inputs.at("repeat_count").get<std::int64_t>() / part;
    const Session session = finished(e);
    std::size_t tensors = 0;
    for (const char* queue : {"activations", "gradients"}) {
      for (const auto& [key, expected] : oracle.at("expected").at(queue).items()) {
        ++tensors;
        auto shape = expected.get<std::vector<std::int64_t>>();
        if (pre_accumulated) shape[0] = 1600 / part;  // as the case's note says
        EXPECT_EQ(tensor(session, key).history.latest().shape(), Shape(shape)) << key;
        EXPECT_EQ(tensor(session, key).queue, queue);
      }
    }
    EXPECT_EQ(session.observed().record().outfed.size(), tensors);
    EXPECT_EQ(tensor(session, "dense1/bias:0_grad").axis,
              pre_accumulated ? "mini-batch" : "weight update");
    if (pre_accumulated) continue;
    EXPECT_THAT(session.printed(), HasSubstr("Activation key: dense1 shape: (1600, 32, 256)\n"));
  }
}

TEST(Tutorials, PipelinedOrNotTheInspectedNetworkLearnsTheSame) {
  Experiment pipelined = Experiment::defaults("inspect-pipelined");
  pipelined.training.steps = pipelined.training.steps_per_execution = 5;
  Experiment plain = Experiment::defaults("inspect-model");
  plain.training.steps = plain.training.steps_per_execution = 5;
  plain.pipeline.gradient_accumulation_count = pipelined.pipeline.gradient_accumulation_count;
  Session a = finished(pipelined), b = finished(plain);
  EXPECT_EQ(a.summary(false).weight_hash, b.summary(false).weight_hash);
  EXPECT_EQ(a.losses(), b.losses());
  ASSERT_EQ(a.losses().size(), 80u);
  ASSERT_EQ(a.observed().record().outfed.size(), b.observed().record().outfed.size());
  EXPECT_EQ(a.printed(), b.printed());
  EXPECT_THAT(a.printed(), HasSubstr("\nStep 0 - Summary Stats\nIndex Name        Mean"));
  EXPECT_THAT(a.printed(), HasSubstr("Epoch 0.0, Mean loss: 2."));
}

Experiment small_keras() {
  Experiment e = Experiment::defaults("inspect-keras");
  e.training.steps_per_execution = 16;
  e.training.steps = 32;
  return e;
}

TEST(Tutorials, KerasModelsLearnTheSameInEveryForm) {
  Experiment e = small_keras();
  Session pipelined = finished(e);
  const std::string weights = pipelined.summary(false).weight_hash;
  ASSERT_EQ(pipelined.losses().size(), 32u);
  EXPECT_EQ(pipelined.status().run, 2);
  e.model.type = ModelType::model;
  EXPECT_EQ(finished(e).summary(false).weight_hash, weights);
  e.pipeline.schedule = pipelining::PipelineSchedule::sequential;
  EXPECT_EQ(finished(e).summary(false).weight_hash, weights);
  for (LayerSpec& layer : e.model.layers) layer.stage = 0;
  e = with_meaning(e);
  Session plain = finished(e);
  EXPECT_EQ(plain.summary(false).weight_hash, weights);
  EXPECT_EQ(plain.losses(), pipelined.losses());
  EXPECT_EQ(tensor(plain, "Dense_128/kernel:0_grad").history.latest().shape(),
            (Shape{4, 256, 128}));
  EXPECT_EQ(tensor(plain, "Dense_10_acts").history.num_elements(), 32);
  EXPECT_THAT(plain.printed(), HasSubstr("Epoch 2 - Summary Stats"));
}

TEST(Tutorials, HoweverARunIsCutItPrintsAndShowsTheSame) {
  for (const char* name :
       {"inspect-keras", "inspect-model", "outfeed-example", "perf-training-example"}) {
    SCOPED_TRACE(name);
    Experiment e = Experiment::defaults(name);
    if (e.training.steps > 100) e.training.steps = e.training.steps_per_execution = 8;
    Session whole = finished(e);
    Session cut(e);
    while (!cut.advance(Budget::instructions(37))) {
    }
    EXPECT_EQ(cut.losses(), whole.losses());
    EXPECT_EQ(cut.summary(false).weight_hash, whole.summary(false).weight_hash);
    EXPECT_EQ(cut.status().cycles, whole.status().cycles);
    ASSERT_EQ(cut.observed().record().outfed.size(), whole.observed().record().outfed.size());
    for (std::size_t i = 0; i < cut.observed().record().outfed.size(); ++i) {
      EXPECT_EQ(cut.observed().record().outfed[i].history.statistics().mean,
                whole.observed().record().outfed[i].history.statistics().mean);
    }
    if (std::string(name) == "inspect-keras") continue;  // prints real time
    EXPECT_EQ(cut.printed(), whole.printed());
  }
}

TEST(Tutorials, PerfTrainingExampleCountsAndAdds) {
  const Session session = finished(Experiment::defaults("perf-training-example"));
  EXPECT_EQ(session.printed(),
            "counter 10\n"
            "outfed result d1 shape: (10, 800) from 2 to 2\n"
            "outfed result d2 shape: (10, 800) from 0 to 0\n");
}

TEST(Tutorials, OutfeedExamplePrintsEveryLoss) {
  const Session session = finished(Experiment::defaults("outfeed-example"));
  ASSERT_EQ(session.losses().size(), 100u);
  EXPECT_THAT(session.printed(), testing::StartsWith("Step 0: loss 2."));
  EXPECT_THAT(session.printed(), HasSubstr("\nStep 99: loss "));
}

TEST(Tutorials, KerasConvolutionsShowTheirKernelsAndLearn) {
  Experiment e = Experiment::defaults("keras-convolutions");
  e.training.steps = 200;
  Session session = finished(e);
  const OutfedTensor& kernels = tensor(session, "Conv_1/kernel:0_grad");
  EXPECT_EQ(kernels.history.latest().shape(), (Shape{50, 3, 3, 1, 8})) << "the latest run's";
  EXPECT_EQ(kernels.history.num_elements(), 200);
  EXPECT_EQ(kernels.axis, "mini-batch");
  EXPECT_EQ(tensor(session, "Pool_1_acts").history.latest().shape(), (Shape{50, 32, 14, 14, 8}));
  EXPECT_EQ(session.observed().record().outfed.size(), 2u);
  EXPECT_GT(session.summary().test_accuracy, 0.8);
  EXPECT_EQ(session.pipeline(), nullptr);
}

TEST(Tutorials, WhatIsPrintedIsWhatTheRecordSays) {
  for (const char* name : {"inspect-keras", "inspect-model"}) {
    Experiment e = Experiment::defaults(name);
    e.training.steps = e.training.steps_per_execution = 8;
    const Session session = finished(e);
    for (const OutfedTensor& outfed : session.observed().record().outfed) {
      const inspect::Statistics& s = outfed.history.statistics();
      const std::string table = inspect::statistics_table({{outfed.key, s}});
      const std::size_t mean = table.rfind(fmt::format("{:.6f}", s.mean));
      ASSERT_NE(mean, std::string::npos);
      EXPECT_THAT(session.printed(), HasSubstr(table.substr(mean))) << outfed.key;
    }
  }
}

TEST(Tutorials, DatasetBenchmarkMeasuresAndCompares) {
  Experiment e = Experiment::defaults("dataset-benchmark");
  e.training.steps_per_execution = 4;
  e.training.steps = 8;
  Session session = finished(e);
  EXPECT_EQ(session.status().run, 2);
  EXPECT_EQ(session.status().step, 8);
  EXPECT_THAT(session.printed(), testing::StartsWith("{\n\t\"epochs\": ["));
  EXPECT_THAT(session.observed().record().advice, HasSubstr("would be the bottleneck."));
  EXPECT_EQ(session.summary().test_accuracy, -1);
}

TEST(Tutorials, DatasetBenchmarkTellsWhatItMeasuresWhileItGoesOn) {
  Experiment e = Experiment::defaults("dataset-benchmark");
  e.training.steps_per_execution = 4;
  e.training.steps = 8;
  Session session(e);
  ASSERT_NE(session.batch_rates(), nullptr);
  EXPECT_EQ(session.batch_rates()->so_far(), 0);
  EXPECT_FALSE(session.step(StepSize::training_step));
  EXPECT_EQ(session.status().step, 1) << "a batch, not all of them";
  EXPECT_GT(session.batch_rates()->so_far(), 0);
  EXPECT_GT(session.batch_rates()->device, 0);
  EXPECT_FALSE(session.step(StepSize::engine_run));
  EXPECT_EQ(session.status().step, 4) << "to the end of the epoch";
  EXPECT_EQ(session.batch_rates()->epochs.size(), 1u);
  EXPECT_EQ(session.batch_rates()->under_way, 0);
  EXPECT_TRUE(session.step(StepSize::engine_run));
  EXPECT_EQ(session.batch_rates()->epochs.size(), 2u);
  EXPECT_EQ(Session(Experiment::defaults("mnist-with-feeds")).batch_rates(), nullptr);
}

TEST(Tutorials, EveryExperimentOfTheCatalogueSurvivesJson) {
  for (const CatalogueEntry& entry : catalogue()) {
    const Experiment& e = entry.defaults;
    EXPECT_EQ(Experiment::from_json(e.to_json()).to_json(), e.to_json()) << entry.name;
  }
}

std::string refusal(const std::string& json) {
  try {
    Experiment::from_json(json);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

std::string with_layers(const std::string& layers) {
  return refusal(R"({"experiment": "inspect-keras", "layers": [)" + layers + "]}");
}

TEST(ModelSpec, ErrorsNameTheLayerAndTheRule) {
  EXPECT_THAT(with_layers(""), HasSubstr("at least one layer"));
  EXPECT_THAT(with_layers(R"({"layer": "dens"})"),
              HasSubstr("must be one of \"dense\", \"conv2d\""));
  EXPECT_THAT(with_layers(R"({"units": 3})"), HasSubstr("with a \"layer\""));
  EXPECT_THAT(with_layers(R"({"layer": "flatten", "units": 3})"),
              HasSubstr("a flatten layer has the fields layer, name, stage, outfeed"));
  EXPECT_THAT(with_layers(R"({"layer": "flatten"}, {"layer": "dense", "units": 0})"),
              HasSubstr("layer 1 (dense): units must be 1 to 4096, but it is 0; the nearest "
                        "valid value is 1"));
  EXPECT_THAT(with_layers(R"({"layer": "flatten"}, {"layer": "dense", "units": 9})"),
              HasSubstr("the last layer must give 10 probabilities"));
  EXPECT_THAT(with_layers(R"({"layer": "flatten", "stage": 1}, {"layer": "dense", "stage": 1})"),
              HasSubstr("layer 0 (flatten): stage 1 does not follow stage 0"));
  EXPECT_THAT(with_layers(R"({"layer": "flatten"}, {"layer": "dense", "stage": 2})"),
              HasSubstr("layer 1 (dense): stage 2 does not follow stage 0"));
  EXPECT_THAT(with_layers(R"({"layer": "conv2d", "kernel_size": [3, 3]}, {"layer": "dense"})"),
              HasSubstr("layer 0 (conv2d): "));
  EXPECT_THAT(with_layers(R"({"layer": "flatten", "name": "x"}, {"layer": "dense", "name": "x"})"),
              HasSubstr("the name \"x\" is layer 0's already"));
  EXPECT_THAT(refusal(R"({"experiment": "loops", "layers": [{"layer": "flatten"}]})"),
              HasSubstr("layers has no meaning for \"loops\"; leave it out"));
  EXPECT_THAT(refusal(R"({"experiment": "inspect-keras", "steps_per_execution": 6})"),
              HasSubstr("weight updates of 4 each; steps_per_execution 4 or 8 would do"));
}

TEST(ModelSpec, BuildsConvolutionalModels) {
  Experiment e = Experiment::from_json(R"({
    "experiment": "inspect-keras", "steps": 4, "steps_per_execution": 4,
    "gradient_accumulation_count": 1, "activations_filters": ["conv"],
    "layers": [{"layer": "reshape", "shape": [28, 28, 1]},
               {"layer": "conv2d", "filters": 4, "activation": "relu", "name": "conv", "outfeed": true},
               {"layer": "max_pooling2d", "pool_size": [2, 2], "name": "pool"},
               {"layer": "flatten"}, {"layer": "dropout", "rate": 0.25},
               {"layer": "dense", "units": 10, "activation": "softmax"}]})");
  const Session session = finished(e);
  EXPECT_EQ(tensor(session, "conv_acts").history.latest().shape(), (Shape{4, 32, 28, 28, 4}));
  const std::vector<Shape> shapes = try_layers(e.model.layers, kImageShape).shapes;
  EXPECT_EQ(shapes[2], (Shape{Shape::kUnknown, 14, 14, 4}));
}

}  // namespace
}  // namespace pipette
