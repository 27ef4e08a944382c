// The layers of a model, and the network that they make.
#include "keras/model_layers.h"

#include <gtest/gtest.h>

namespace pipette::keras {
namespace {

TEST(ModelLayers, AChainIsBuiltWhenTheShapeOfItsDataIsKnown) {
  ModelLayers layers("m", 1, {dense(3), dense(2)});
  EXPECT_TRUE(layers.sequential());
  EXPECT_FALSE(layers.built());
  EXPECT_THROW(layers.network(), ValueError);
  layers.build(Shape{8, 4});
  EXPECT_EQ(layers.network().variables()[0].spec().shape, (Shape{4, 3}));
  ModelLayers at_once("m", 1, {input({4}, 8), dense(3)});
  EXPECT_TRUE(at_once.built());
  EXPECT_EQ(at_once.layers().size(), 1u);
}

TEST(ModelLayers, AddingAndRemovingForgetsTheNetwork) {
  ModelLayers layers("m", 1, {dense(3)});
  layers.build(Shape{8, 4});
  layers.add(dense(2));
  EXPECT_FALSE(layers.built());
  layers.rebuild();  // no input is known
  EXPECT_FALSE(layers.built());
  layers.pop();
  layers.pop();
  EXPECT_THROW(layers.pop(), ValueError);
  EXPECT_THROW(layers.build(Shape{8, 4}), ValueError);
}

TEST(ModelLayers, ANameIsOfOneLayer) {
  const LayerPtr layer = dense(3, linear, "same");
  EXPECT_NO_THROW(ModelLayers("m", 1, {layer, layer}));
  EXPECT_THROW(ModelLayers("m", 1, {layer, dense(2, linear, "same")}), ValueError);
  EXPECT_THROW(ModelLayers("m", 1, {layer, input({4})}), ValueError);
}

}  // namespace
}  // namespace pipette::keras
