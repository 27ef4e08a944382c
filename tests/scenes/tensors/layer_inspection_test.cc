#include "scenes/tensors/layer_inspection.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scenes/tensors/actions.h"
#include "session/small_experiments.h"

namespace pipette::app::tensors_scene {
namespace {

class LayerInspectionTest : public testing::Test {
 protected:
  LayerInspectionTest() { inspection.start(session); }
  void show() { inspection.act({action::kInspectLayers, {}, 1}); }
  const LayersModel& model() { return inspection.model(); }

  Session session{least_work_of("inspect-keras")};
  LayerInspection inspection;
};

TEST_F(LayerInspectionTest, LooksOnlyWhileItIsShown) {
  inspection.update(session, 0, false);
  EXPECT_EQ(model().step, -1);
  show();
  inspection.update(session, 0, false);
  EXPECT_EQ(model().step, 0);
  EXPECT_EQ(model().layers[1], "Dense_256");
  EXPECT_EQ(model().selected, 1) << "the first layer with weights";
}

TEST_F(LayerInspectionTest, ShowsWhatTheLayerMakesAndTheValuesOfItsWeights) {
  show();
  inspection.update(session, 0, false);
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

TEST_F(LayerInspectionTest, LooksAgainWhenTrainingHasGoneOnAtMostTwiceASecond) {
  show();
  inspection.update(session, 10, true);
  session.advance(Budget::steps(8));
  inspection.update(session, 10.4, true);
  EXPECT_EQ(model().step, 0) << "too soon";
  inspection.update(session, 1000, true);
  EXPECT_EQ(model().step, 8);
  session.advance(Budget::unlimited());
  inspection.update(session, 1000.01, false);
  EXPECT_EQ(model().step, 16) << "what stands still is shown as it is";
}

TEST_F(LayerInspectionTest, FollowsThePickedTensorAndTheChosenLayer) {
  show();
  inspection.act({action::kInspect, {}, 0, "gradients/Dense_128/kernel:0_grad"});
  inspection.update(session, 0, true);
  EXPECT_EQ(model().kernel, "Dense_128/kernel:0");
  inspection.act({action::kInspect, {}, 0, "losses/loss"});
  EXPECT_EQ(model().layers[static_cast<std::size_t>(model().selected)], "Dense_128");
  inspection.act({action::kInspectLayer, {}, 0, "flatten"});
  inspection.update(session, 0.01, true);
  EXPECT_EQ(model().kernel, "");
  EXPECT_TRUE(model().singular_values.empty());
  EXPECT_EQ(model().features, 784);
  EXPECT_FALSE(inspection.act({action::kSetParameter, {}, 1}));
}

TEST_F(LayerInspectionTest, KeepsTheLayerOfTheSameNameInAnotherRun) {
  show();
  inspection.act({action::kInspectLayer, {}, 0, "Dense_10"});
  inspection.update(session, 0, false);
  inspection.start(session);
  EXPECT_EQ(model().step, -1) << "nothing of the earlier run";
  EXPECT_TRUE(model().shown);
  EXPECT_EQ(model().selected, 3);
  const Session other(least_work_of("inspect-model"));
  inspection.start(other);
  EXPECT_EQ(model().selected, 0);
  const Session none(least_work_of("perf-training-example"));
  inspection.start(none);
  inspection.update(none, 0, false);
  EXPECT_EQ(model().selected, -1);
}

// A convolution of 28 x 28 makes far more numbers of a digit than a dense layer.
TEST_F(LayerInspectionTest, TakesFewerImagesWhereALayerMakesManyNumbers) {
  Experiment experiment = least_work_of("keras-convolutions");
  experiment.model.layers[1].as<keras::Conv2dSpec>()->filters = 16;
  const Session large(experiment);
  LayerInspection other;
  other.start(large);
  other.act({action::kInspectLayers, {}, 1});
  other.update(large, 0, false);
  EXPECT_EQ(other.model().features, 28 * 28 * 16);
  EXPECT_EQ(other.model().projection.points.size(), (1u << 20) / (28u * 28u * 16u));
  EXPECT_EQ(other.model().singular_values.size(), 9u);
}

TEST_F(LayerInspectionTest, AMatrixThatIsTooLargeToWatchHasNoValues) {
  Experiment experiment = least_work_of("mnist-with-feeds");
  experiment.model.hidden_units = {600};
  const Session large(experiment);
  LayerInspection other;
  other.start(large);
  other.act({action::kInspectLayers, {}, 1});
  other.update(large, 0, false);
  EXPECT_TRUE(other.model().kernel_too_large);
  EXPECT_TRUE(other.model().singular_values.empty());
}

}  // namespace
}  // namespace pipette::app::tensors_scene
