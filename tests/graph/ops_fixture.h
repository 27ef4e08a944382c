// Tracing operators into a graph that nothing runs.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "graph/ops.h"

namespace pipette {

class OpsFixture : public testing::Test {
 protected:
  static Tensor t(const Shape& shape, DType dtype = DType::f32) {
    return constant(Array::zeros(dtype, shape));
  }
  template <class E>
  static void expect(const std::function<void()>& f, const std::string& part) {
    try {
      f();
      ADD_FAILURE() << "nothing was thrown for " << part;
    } catch (const E& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(part));
    }
  }

  Graph graph_{"ops"};
  Graph::Scope scope_{graph_};
};

}  // namespace pipette
