#include "bindings/hosted_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "bindings/dataset_builder.h"
#include "session/session.h"

namespace pipette::bindings {
namespace {

using Json = nlohmann::ordered_json;

// Rows [4] of 0, 0.1, ..., labels 0, 1, 2, 0, ...
Dataset rows(std::int64_t count, std::int64_t batch) {
  Array x(ArraySpec{DType::f32, Shape{count, 4}});
  Array y(ArraySpec{DType::i32, Shape{count}});
  for (std::int64_t i = 0; i < 4 * count; ++i) x.data<float>()[i] = static_cast<float>(i % 10) / 10;
  for (std::int64_t i = 0; i < count; ++i) y.data<std::int32_t>()[i] = static_cast<int>(i % 3);
  const std::string options = Json{{"batchSize", batch}}.dump();
  return derive_dataset("batch", options, dataset_from_slices("[0,1]", {x, y}));
}

std::vector<keras::LayerPtr> layers(const QueuePtr& queue = nullptr) {
  std::vector<keras::LayerPtr> list{
      make_layer("dense", R"({"units":8,"activation":"relu"})", nullptr)};
  if (queue) list.push_back(make_layer("outfeed", R"({"name":"acts"})", queue));
  list.push_back(make_layer("dense", R"({"units":3,"activation":"softmax"})", nullptr));
  return list;
}

constexpr const char* kLoss =
    R"({"loss":"sparse_categorical_crossentropy","metrics":["accuracy"],"stepsPerExecution":4})";

TEST(HostedModel, GivesTheBitsOfTheSessionWithTheSameNetwork) {
  Experiment experiment = Experiment::defaults("mnist-with-feeds");
  experiment.training.steps = 20;
  experiment.training.steps_per_execution = 10;
  experiment.model.hidden_units = {16};
  Session session(experiment);
  while (!session.advance(Budget::unlimited())) {
  }
  HostedModel model(R"({"seed":)" + std::to_string(experiment.training.seed) + "}",
                    {make_layer("flatten", "{}", nullptr),
                     make_layer("dense", R"({"units":16,"activation":"relu"})", nullptr),
                     make_layer("dense", R"({"units":10,"activation":"softmax"})", nullptr)});
  model.compile(R"({"loss":"sparse_categorical_crossentropy","stepsPerExecution":10})",
                make_optimizer("sgd", R"({"learningRate":0.01})"));
  const std::string seed = std::to_string(experiment.training.seed);
  Dataset data = generated_digits(R"({"seed":)" + seed + "}");
  data = derive_dataset("shuffle", R"({"bufferSize":60000,"seed":)" + seed + "}", data);
  data = derive_dataset("repeat", "{}", derive_dataset("batch", R"({"batchSize":32})", data));
  model.start_fit(R"({"stepsPerEpoch":20})", data, std::nullopt);
  while (!model.observed().advance(Budget::microseconds(500))) {
  }
  EXPECT_EQ(model.observed().record().losses.values, session.losses());
}

TEST(HostedModel, TellsWhereItStands) {
  HostedModel model("{}", layers());
  model.compile(kLoss, make_optimizer("sgd", "{}"));
  model.start_fit(R"({"epochs":3,"events":["epochEnd","trainEnd"]})", rows(32, 4), rows(16, 4));
  EXPECT_FALSE(Json::parse(model.progress_json())["finished"].get<bool>());
  Json events = Json::array();
  for (bool over = false; !over;) {
    over = model.observed().advance(Budget::microseconds(1e9));
    const Json progress = Json::parse(model.progress_json());
    EXPECT_TRUE(over || progress["events"].size() == 1) << "it pauses after each";
    for (const Json& event : progress["events"]) events.push_back(event);
  }
  const Json progress = Json::parse(model.progress_json());
  EXPECT_TRUE(progress["finished"].get<bool>());
  EXPECT_EQ(progress["epoch"], 2);
  EXPECT_EQ(progress["step"], 8);
  EXPECT_EQ(progress["steps"], 8);
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[2]["event"], "epochEnd");
  EXPECT_EQ(events[2]["number"], 2);
  EXPECT_TRUE(events[2]["logs"].contains("val_accuracy"));
  EXPECT_EQ(events[3]["event"], "trainEnd");
  EXPECT_TRUE(progress["events"].empty()) << "told once";
  EXPECT_THROW(model.start_fit(R"({"events":["lunch"]})", rows(32, 4), std::nullopt),
               InvalidArgument);
  EXPECT_EQ(Json::parse(model.history_json())["history"]["loss"].size(), 3u);
  EXPECT_EQ(model.observed().record().losses.size(), 24u);
}

TEST(HostedModel, ShowsItsQueuesWhileItRuns) {
  HostedModel model("{}", layers());
  EXPECT_FALSE(model.observed().status().infeed.exists);
  model.configure("setInfeedQueueOptions()", R"({"prefetchDepth":5})");
  model.configure("setOutfeedQueueOptions()", R"({"bufferDepth":2})");
  model.compile(kLoss, make_optimizer("sgd", "{}"));
  model.start_fit("{}", rows(32, 4), std::nullopt);
  std::int64_t most_pending = 0, elements = 0;
  bool going_on = true;
  while (going_on) {
    going_on = !model.observed().advance(Budget::microseconds(1));  // an instruction takes longer
    const RunStatus status = model.observed().status();
    EXPECT_EQ(status.infeed.depth, 5);
    EXPECT_EQ(status.infeed.element_bytes, 4 * 4 * 4 + 4 * 4) << "f32 [4, 4], i32 [4]";
    EXPECT_GE(status.infeed.fill, 0);
    EXPECT_LE(status.infeed.fill, 5);
    EXPECT_GE(status.infeed.elements, elements) << "never fewer";
    elements = status.infeed.elements;
    most_pending = std::max(most_pending, status.outfeed.pending);
  }
  const RunStatus status = model.observed().status();
  EXPECT_EQ(elements, 8) << "mini-batches";
  EXPECT_EQ(status.step, 8);
  EXPECT_EQ(status.num_steps, 8);
  EXPECT_EQ(status.run, 2) << "engine runs of four mini-batches";
  EXPECT_EQ(status.outfeed.depth, 2);
  EXPECT_EQ(status.outfeed.elements, 8);
  EXPECT_EQ(status.outfeed.element_bytes, 8) << "loss and accuracy";
  EXPECT_EQ(status.outfeed.pending, 0) << "fit() has taken them";
  EXPECT_GT(most_pending, 1);
  EXPECT_FALSE(status.infeed.wait.empty());
  model.start_evaluate("{}", rows(16, 4));
  while (!model.observed().advance(Budget::microseconds(1e9))) {
  }
  EXPECT_EQ(model.observed().status().infeed.elements, 4) << "of the latest program";
  EXPECT_EQ(model.observed().record().losses.size(), 8u) << "of the latest fit()";
  EXPECT_THROW(model.start_evaluate(R"({"steps":-1})", rows(16, 4)), Error);
  EXPECT_TRUE(model.observed().advance(Budget::unlimited())) << "what was before is still there";
  EXPECT_NO_THROW(model.logs_json());
  model.start_predict("{}", rows(16, 4));
  while (!model.observed().advance(Budget::unlimited())) {
  }
  EXPECT_EQ(model.model().predictions().shape(), (Shape{16, 3}));
  EXPECT_THROW(model.logs_json(), FailedPrecondition) << "evaluate() was not the latest";
}

TEST(HostedModel, AbandonedKeepsItsLossesAndStartsAgain) {
  HostedModel model("{}", layers());
  model.configure("setAsynchronousCallbacks()", R"({"asynchronous":true})");
  model.compile(kLoss, make_optimizer("sgd", R"({"learningRate":0})"));
  const Dataset data = rows(32, 4);
  model.start_fit("{}", data, std::nullopt);
  while (!model.observed().advance(Budget::microseconds(1e9))) {
  }
  const std::vector<float> all = model.observed().record().losses.values;
  model.start_fit("{}", data, std::nullopt);
  model.observed().advance(Budget::steps(5));  // in the middle of the second execution
  model.abandon();
  EXPECT_TRUE(model.observed().advance(Budget::microseconds(1)));
  const std::vector<float> cut = model.observed().record().losses.values;
  ASSERT_EQ(cut.size(), 5u);
  EXPECT_TRUE(std::equal(cut.begin(), cut.end(), all.begin()));
  model.start_fit("{}", data, std::nullopt);
  while (!model.observed().advance(Budget::microseconds(1e9))) {
  }
  EXPECT_EQ(model.observed().record().losses.values.kept(), all)
      << "nothing of the abandoned execution is left";
}

TEST(HostedModel, KeepsTheQueuesOfItsLayersAndOptimizer) {
  std::weak_ptr<inspect::MaybeOutfeedQueue> acts, gradients;
  {
    std::unique_ptr<HostedModel> model;
    {
      const QueuePtr a = make_queue("{}"), g = make_queue(R"({"filters":["kernel"]})");
      acts = a;
      gradients = g;
      model = std::make_unique<HostedModel>("{}", layers(a));
      model->compile(kLoss, with_gradients_to(g, "before_apply", make_optimizer("adam", "{}"),
                                              &model->model()));
    }
    ASSERT_FALSE(acts.expired() || gradients.expired());
    model->start_fit("{}", rows(32, 4), std::nullopt);
    while (!model->observed().advance(Budget::microseconds(1e9))) {
    }
    EXPECT_EQ(acts.lock()->dequeue()["acts"].leaf().shape(), (Shape{8, 4, 8}));
    EXPECT_EQ(gradients.lock()->dequeue().keys().size(), 2u);
  }
  EXPECT_TRUE(acts.expired());
  EXPECT_TRUE(gradients.expired());
}

TEST(HostedModel, BuiltByTheFirstRunTakesBatchesOfAnySize) {
  HostedModel model("{}", layers());
  model.compile(kLoss, make_optimizer("sgd", "{}"));
  for (const std::int64_t batch : {4, 8}) {
    model.start_predict("{}", rows(32, batch));
    while (!model.observed().advance(Budget::microseconds(1e9))) {
    }
    EXPECT_EQ(model.model().predictions().shape(), (Shape{32, 3}));
  }
}

TEST(HostedModel, OptionsAreChecked) {
  const auto message_of = [](auto&& f) -> std::string {
    try {
      f();
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  HostedModel model("{}", layers());
  using testing::HasSubstr;
  EXPECT_THAT(message_of([&] { HostedModel(R"({"ipus":2})", layers()); }), HasSubstr("numIpus"));
  EXPECT_THAT(message_of([&] { model.configure("setSpeed()", "{}"); }), HasSubstr("setSpeed()"));
  EXPECT_THAT(message_of([&] { model.configure("setPipeliningOptions()", R"({"a":1})"); }),
              HasSubstr("deviceMapping"));
  EXPECT_THAT(message_of([&] { model.start_fit("{}", rows(8, 4), std::nullopt); }),
              HasSubstr("compile"));
  EXPECT_THAT(message_of([&] { model.logs_json(); }), HasSubstr("evaluate"));
}

}  // namespace
}  // namespace pipette::bindings
