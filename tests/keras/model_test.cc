#include "keras/model.h"

#include "keras/keras_fixture.h"

namespace pipette::keras {
namespace {

using testing_support::floats;
using testing_support::labelled;
using testing_support::System;

TEST(Sequential, Fits) {
  System system;
  Sequential model({flatten(), dense(16, relu, "Dense_16"), dense(5, softmax)},
                   {.strategy = &system.strategy});
  model.compile({.optimizer = sgd({.learning_rate = 0.1f}),
                 .loss = "sparse_categorical_crossentropy",
                 .metrics = {"accuracy"},
                 .steps_per_execution = 5});
  const History history = model.fit(labelled(80, 8), {.epochs = 20});
  ASSERT_EQ(history.epochs.size(), 20u);
  EXPECT_LT(history["loss"].back(), 0.8 * history["loss"].front());
  EXPECT_GT(history["accuracy"].back(), history["accuracy"].front());
  EXPECT_EQ(model.variables()[0].name(), "Dense_16/kernel:0");
  EXPECT_EQ(model.variables()[3].name(), "dense/bias:0");
}

TEST(Sequential, PipelinesGiveTheBitsOfPlainAccumulation) {
  const auto train = [](const std::vector<StageNumber>& stages, int num_ipus) {
    System system(num_ipus);
    Sequential model({flatten(), dense(16, relu), dense(8, relu), dense(5, softmax)},
                     {.strategy = &system.strategy});
    if (stages.empty()) {
      model.set_gradient_accumulation_options({.gradient_accumulation_steps_per_replica = 4});
    } else {
      model.set_pipeline_stage_assignment(stages);
      model.set_pipelining_options({.gradient_accumulation_steps_per_replica = 4});
    }
    model.compile({.optimizer = adam(),
                   .loss = "sparse_categorical_crossentropy",
                   .metrics = {"accuracy"},
                   .steps_per_execution = 8});
    const History history = model.fit(labelled(64, 4), {.epochs = 2});
    std::vector<float> all = testing_support::weights(model);
    all.insert(all.end(), history.losses.values.begin(), history.losses.values.end());
    all.push_back(static_cast<float>(history["accuracy"].back()));
    return all;
  };
  const std::vector<float> plain = train({}, 1);
  EXPECT_EQ(train({0, 0, 1, 1}, 2), plain);
  EXPECT_EQ(train({0, 1, 1, 1}, 2), plain);
}

}  // namespace
}  // namespace pipette::keras
