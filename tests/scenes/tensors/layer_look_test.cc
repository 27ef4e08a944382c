#include "scenes/tensors/layer_look.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scenes/tensors/actions.h"
#include "session/small_experiments.h"

namespace pipette::app::tensors_scene {
namespace {

class LayerLookTest : public testing::Test {
 protected:
  LayerLookTest() { look.start(session); }
  void show() { look.act({action::kInspectLayers, {}, 1}); }
  const LayersModel& model() { return look.model(); }

  Session session{least_work_of("inspect-keras")};
  LayerLook look;
};

TEST_F(LayerLookTest, LooksOnlyWhileItIsShown) {
  look.update(session, 0, false);
  EXPECT_EQ(model().step, -1);
  show();
  look.update(session, 0, false);
  EXPECT_EQ(model().step, 0);
  EXPECT_EQ(model().layers[1], "Dense_256");
  EXPECT_EQ(model().selected, 1) << "the first layer with weights";
}

TEST_F(LayerLookTest, ShowsWhatTheLayerMakesAndTheValuesOfItsWeights) {
  show();
  look.update(session, 0, false);
  EXPECT_EQ(model().features, 7);
  EXPECT_EQ(model().projection.points.size(), 256u);
  const LabelledImages digits = session.data().test(0, 256);
  const inspect::Projection expected =
      inspect::project(session.layers().output("Dense_256", unit_floats(digits.images)));
  for (std::size_t i = 0; i < 256; ++i) {
    EXPECT_EQ(model().labels[i], digits.labels.data<std::uint8_t>()[i]);
    EXPECT_EQ(model().projection.points[i].x, expected.points[i].x);
  }
  EXPECT_EQ(model().kernel, "Dense_256/kernel:0");
  EXPECT_EQ(model().kernel_shape, "784 × 7");
  EXPECT_EQ(model().singular_values,
            inspect::singular_values(session.variable("Dense_256/kernel:0").value()));
}

TEST_F(LayerLookTest, LooksAgainWhenTrainingHasGoneOnAtMostTwiceASecond) {
  show();
  look.update(session, 10, true);
  session.advance(Budget::steps(8));
  look.update(session, 10.4, true);
  EXPECT_EQ(model().step, 0) << "too soon";
  look.update(session, 1000, true);
  EXPECT_EQ(model().step, 8);
  session.advance(Budget::unlimited());
  look.update(session, 1000.01, false);
  EXPECT_EQ(model().step, 16) << "what stands still is shown as it is";
}

TEST_F(LayerLookTest, FollowsThePickedTensorAndTheChosenLayer) {
  show();
  look.act({action::kInspect, {}, 0, "gradients/Dense_128/kernel:0_grad"});
  look.update(session, 0, true);
  EXPECT_EQ(model().kernel, "Dense_128/kernel:0");
  look.act({action::kInspect, {}, 0, "losses/loss"});
  EXPECT_EQ(model().layers[static_cast<std::size_t>(model().selected)], "Dense_128");
  look.act({action::kInspectLayer, {}, 0, "flatten"});
  look.update(session, 0.01, true);
  EXPECT_EQ(model().kernel, "");
  EXPECT_TRUE(model().singular_values.empty());
  EXPECT_EQ(model().features, 784);
  EXPECT_FALSE(look.act({action::kSetParameter, {}, 1}));
}

TEST_F(LayerLookTest, KeepsTheLayerOfTheSameNameInAnotherRun) {
  show();
  look.act({action::kInspectLayer, {}, 0, "Dense_10"});
  look.update(session, 0, false);
  look.start(session);
  EXPECT_EQ(model().step, -1) << "nothing of the earlier run";
  EXPECT_TRUE(model().shown);
  EXPECT_EQ(model().selected, 3);
  const Session other(least_work_of("inspect-model"));
  look.start(other);
  EXPECT_EQ(model().selected, 0);
  const Session none(least_work_of("perf-training-example"));
  look.start(none);
  look.update(none, 0, false);
  EXPECT_EQ(model().selected, -1);
}

// A convolution of 28 x 28 makes far more numbers of a digit than a dense layer.
TEST_F(LayerLookTest, TakesFewerImagesWhereALayerMakesManyNumbers) {
  Experiment experiment = least_work_of("keras-convolutions");
  experiment.model.layers[1].as<keras::Conv2dSpec>()->filters = 16;
  const Session large(experiment);
  LayerLook other;
  other.start(large);
  other.act({action::kInspectLayers, {}, 1});
  other.update(large, 0, false);
  EXPECT_EQ(other.model().features, 28 * 28 * 16);
  EXPECT_EQ(other.model().projection.points.size(), (1u << 20) / (28u * 28u * 16u));
  EXPECT_EQ(other.model().singular_values.size(), 9u);
}

TEST_F(LayerLookTest, AMatrixThatIsTooLargeToWatchHasNoValues) {
  Experiment experiment = least_work_of("mnist-with-feeds");
  experiment.model.hidden_units = {600};
  const Session large(experiment);
  LayerLook other;
  other.start(large);
  other.act({action::kInspectLayers, {}, 1});
  other.update(large, 0, false);
  EXPECT_TRUE(other.model().kernel_too_large);
  EXPECT_TRUE(other.model().singular_values.empty());
}

}  // namespace
}  // namespace pipette::app::tensors_scene
