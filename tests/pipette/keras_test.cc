// <pipette/keras.h> stands alone: nothing else of this project is included here.
#include <pipette/keras.h>

#include <gtest/gtest.h>

TEST(PublicKeras, AModelHasItsWeights) {
  using namespace pipette;
  keras::Sequential model({keras::flatten(), keras::dense(10, keras::softmax)});
  model.build(Shape{4, 28, 28});
  EXPECT_EQ(model.count_params(), 7850);
}
