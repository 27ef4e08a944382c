// Several replicas: gradients are summed, metrics are reduced, outfeeds gain an axis; pipelines
// that accumulate what they enqueue.
#include "graph/ops.h"
#include "keras/keras_fixture.h"
#include "training/cross_replica.h"

namespace pipette::keras {
namespace {

using testing_support::floats;
using testing_support::labelled;
using testing_support::System;

struct Trained {
  std::vector<float> weights;
  History history;
  std::vector<std::string> log;
};

Trained train(int num_ipus, std::int64_t accumulation, float learning_rate,
              ReplicatedMetricReduction reduction = ReplicatedMetricReduction::none) {
  System system(num_ipus);
  Sequential model({flatten(), dense(8, relu), dense(5, softmax)}, {.strategy = &system.strategy});
  Trained outcome;
  model.set_log([&](const std::string& line) { outcome.log.push_back(line); });
  model.set_gradient_accumulation_options(
      {.gradient_accumulation_steps_per_replica = accumulation});
  model.set_replication_options(reduction);
  model.compile({.optimizer = sgd({.learning_rate = learning_rate}),
                 .loss = "sparse_categorical_crossentropy",
                 .steps_per_execution = 4});
  outcome.history = model.fit(labelled(64, 4));
  outcome.weights = testing_support::weights(model);
  return outcome;
}

// Two replicas, one mini-batch each, make the update that one makes of two accumulated ones: both
// add the same gradients.
TEST(Replicas, SumTheirGradients) {
  const Trained one = train(1, 2, 0.05f), two = train(2, 1, 0.05f);
  ASSERT_EQ(one.weights.size(), two.weights.size());
  for (std::size_t i = 0; i < one.weights.size(); ++i) {
    EXPECT_NEAR(one.weights[i], two.weights[i], 1e-6);
  }
  EXPECT_NE(train(2, 1, 0.1f).weights, two.weights);
}

// The weights of two replicas, from 0 at rate 1, whose gradients are 1 and 2.
std::vector<float> applied(std::shared_ptr<Optimizer> optimizer) {
  System system(2);
  const Variable w("w", Array::scalar(0.0f));
  system.strategy.run(Function("apply", [&] {
    const Tensor gradient = cast(replica_index(), DType::f32) + 1.0;
    optimizer->apply_gradients({{gradient, w}});
  }));
  return {w.storage(0).item<float>(), w.storage(1).item<float>()};
}

TEST(Replicas, EachKindOfOptimizerAppliesWhatItsHeaderSays) {
  using testing::ElementsAre;
  const auto sum = [] { return sgd({.learning_rate = 1.0f}); };
  EXPECT_THAT(applied(sum()), ElementsAre(-3, -3));
  EXPECT_THAT(applied(sgd({.learning_rate = 1.0f, .momentum = 0.5f})), ElementsAre(-3, -3));
  EXPECT_THAT(applied(sgd({.learning_rate = 1.0f, .aggregate_gradients = false})),
              ElementsAre(-1, -2));
  EXPECT_THAT(applied(std::make_shared<Sgd>(1.0f)), ElementsAre(-1, -2));
  EXPECT_THAT(applied(std::make_shared<CrossReplicaOptimizer>(sum())), ElementsAre(-1.5, -1.5));
  EXPECT_THAT(applied(std::make_shared<CrossReplicaOptimizer>(sum(), kernels::ReduceOp::sum)),
              ElementsAre(-3, -3));
  EXPECT_THAT(applied(sum()), ElementsAre(-3, -3));  // what was around the others has ended
}

TEST(Replicas, AreLoggedWithTheUpdates) {
  const Trained outcome = train(2, 2, 0.05f);
  ASSERT_EQ(outcome.log.size(), 2u);
  EXPECT_EQ(outcome.log[0],
            "The model will do 2 weight updates per execution on each replica, and 4 per epoch");
  EXPECT_THAT(outcome.log[1], testing::HasSubstr("the effective batch size is 16"));
}

TEST(Replicas, ReduceTheirMetrics) {
  using R = ReplicatedMetricReduction;
  const Trained none = train(4, 1, 0, R::none);
  const Logs::Entry entry = none.history.logs[0].entry("loss");
  ASSERT_EQ(entry.replicas.size(), 4u);
  // Without learning the loss of replica r is that of the mini-batches r, r + 4, ...
  const std::vector<float> each = train(1, 1, 0).history.losses.values;
  double sum = 0;
  for (std::size_t r = 0; r < 4; ++r) {
    double mean = 0;
    for (std::size_t i = r; i < 16; i += 4) mean += static_cast<double>(each[i]) / 4;
    EXPECT_NEAR(entry.replicas[r], mean, 1e-6);
    sum += entry.replicas[r];
  }
  EXPECT_EQ(entry.value, entry.replicas[3]);
  EXPECT_EQ(train(4, 1, 0, R::list).history["loss"][0], entry.replicas[3]);
  EXPECT_DOUBLE_EQ(train(4, 1, 0, R::sum).history["loss"][0], sum);
  EXPECT_DOUBLE_EQ(train(4, 1, 0, R::mean).history["loss"][0], sum / 4);
}

TEST(Replicas, PredictInTheOrderOfTheData) {
  const auto predict = [](int num_ipus) {
    System system(num_ipus);
    Sequential model({flatten(), dense(5, softmax)}, {.strategy = &system.strategy});
    model.compile({.loss = "sparse_categorical_crossentropy", .steps_per_execution = 2});
    return model.predict(labelled(32, 4));
  };
  const Array one = predict(1), four = predict(4);
  EXPECT_EQ(four.shape(), (Shape{32, 5}));
  EXPECT_EQ(floats(four), floats(one));
}

// ---- accumulate_outfeed ----

struct Accumulated {
  std::vector<float> losses;
  double loss, test_loss, accuracy;
  std::vector<float> predictions;
};

Accumulated pipelined(bool accumulate) {
  System system(2);
  Sequential model({flatten(), dense(8, relu), dense(5, softmax)}, {.strategy = &system.strategy});
  model.set_pipeline_stage_assignment({0, 0, 1});
  model.set_pipelining_options(
      {.gradient_accumulation_steps_per_replica = 4, .accumulate_outfeed = accumulate});
  model.set_asynchronous_callbacks(true);
  model.compile({.optimizer = sgd(),
                 .loss = "sparse_categorical_crossentropy",
                 .metrics = {"accuracy"},
                 .steps_per_execution = 8});
  const History history = model.fit(labelled(64, 4));
  const Logs test = model.evaluate(labelled(64, 4));
  return {history.losses.values, history["loss"][0], test["loss"], test["accuracy"],
          floats(model.predict(labelled(64, 4)))};
}

TEST(AccumulateOutfeed, IsDividedByTheSteps) {
  const Accumulated each = pipelined(false), sums = pipelined(true);
  ASSERT_EQ(each.losses.size(), 16u);
  ASSERT_EQ(sums.losses.size(), 4u);
  for (std::size_t update = 0; update < 4; ++update) {
    float sum = 0;
    for (std::size_t k = 0; k < 4; ++k) sum += each.losses[4 * update + k];
    EXPECT_NEAR(sums.losses[update], sum / 4, 1e-6);
  }
  EXPECT_NEAR(sums.loss, each.loss, 1e-6);
  EXPECT_NEAR(sums.test_loss, each.test_loss, 1e-6);
  EXPECT_NEAR(sums.accuracy, each.accuracy, 1e-6);
  EXPECT_EQ(sums.predictions, each.predictions);  // not accumulated
  EXPECT_EQ(sums.predictions.size(), 64u * 5);
}

}  // namespace
}  // namespace pipette::keras
