#include <gtest/gtest.h>
#include "core/array.h"
#include "core/nest.h"
#include "core/random.h"
#include "core/ring_buffer.h"
namespace pipette {
TEST(Smoke, Compiles) {
  Nest<Array> n = Nest<Array>::dict({{"b", Array::scalar(1.0f)}, {"a", Array::scalar(2.0f)}});
  EXPECT_EQ(n.flatten()[0].item<float>(), 2.0f);
  RandomStream r(1, "x");
  EXPECT_LT(r.uniform(), 1.0f);
}
}
