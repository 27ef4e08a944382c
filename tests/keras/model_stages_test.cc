// Which stage a model's layers are in, and whether that still fits.
#include "keras/model_stages.h"

#include <gtest/gtest.h>

namespace pipette::keras {
namespace {

ModelLayers chain(const std::vector<LayerPtr>& layers) {
  ModelLayers made("sequential", 1, layers);
  made.build(Shape{2, 4});
  return made;
}

TEST(ModelStages, CountNamesAndCallsFollowFromTheAssignment) {
  const ModelLayers layers = chain(
      {flatten(), dense(3, relu, "first"), dense(3, relu, "second"), dense(2, linear, "third")});
  ModelStages stages;
  EXPECT_EQ(stages.count(), 1);
  EXPECT_TRUE(stages.of_calls(layers.network()).empty());
  stages.assign(layers, {0, 0, 0, 1});
  EXPECT_EQ(stages.count(), 2);
  EXPECT_EQ(stages.of_calls(layers.network()), (std::vector<int>{0, 0, 0, 0, 1}));
  EXPECT_EQ(stages.name(0, layers.network()), "first .. second");  // flatten has no weights
  EXPECT_EQ(stages.name(1, layers.network()), "third");
}

TEST(ModelStages, AnAssignmentThatBreaksTheRulesChangesNothing) {
  const ModelLayers layers = chain({dense(3, relu, "first"), dense(2, linear, "second")});
  ModelStages stages;
  stages.assign(layers, {0, 1});
  EXPECT_THROW(stages.assign(layers, {1, 0}), ValueError);
  EXPECT_THROW(stages.assign(layers, {0}), ValueError);
  EXPECT_THROW(stages.assign(layers, {0, 0.5}), ValueError);
  EXPECT_EQ(stages.stages(), (std::vector<int>{0, 1}));
}

TEST(ModelStages, OtherLayersNeedAnotherAssignment) {
  ModelLayers layers = chain({dense(3, relu, "first")});
  ModelStages stages;
  stages.invalidate();
  EXPECT_TRUE(stages.valid());  // nothing was assigned
  stages.assign(layers, {0});
  layers.add(dense(2, linear, "second"));
  stages.invalidate();
  EXPECT_FALSE(stages.valid());
  stages.assign(layers, {0, 1});
  EXPECT_TRUE(stages.valid());
}

TEST(ModelStages, NumbersAreTakenForTheLayersTheyNameOnly) {
  const ModelLayers layers = chain({dense(3, relu, "first"), dense(2, linear, "second")});
  ModelStages stages;
  stages.assign(layers, {0, 1});
  std::vector<LayerStage> assignment = stages.assignment(layers);
  EXPECT_EQ(ModelStages::numbers_of(assignment, layers).size(), 2u);
  std::swap(assignment[0], assignment[1]);
  EXPECT_THROW(ModelStages::numbers_of(assignment, layers), ValueError);
  assignment[0].stage.reset();
  EXPECT_THROW(ModelStages::numbers_of(assignment, layers), ValueError);
}

}  // namespace
}  // namespace pipette::keras
