// What the published cases leave open: errors, trip counts, variables and captured values in loops.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "feeds/outfeed_queue.h"
#include "graph/ops.h"
#include "loops/loops.h"
#include "run_function.h"

namespace pipette {

using loops::LoopArguments;
using loops::LoopResults;
using loops::repeat;
using loops::while_loop;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::run_function;
using testing_support::RunFunction;
using Values = std::vector<Tensor>;

inline Array f32(float x) { return Array::scalar(x); }
inline Array i32(std::int32_t x) { return Array::scalar(x); }

inline std::vector<float> scalars(const std::vector<Array>& arrays) {
  std::vector<float> values;
  for (const Array& array : arrays) values.push_back(array.cast(DType::f32).item<float>());
  return values;
}

template <class E>
inline void expect_error(const RunFunction::Body& body, const std::string& part) {
  try {
    run_function(body, {f32(1), f32(2)});
    ADD_FAILURE() << "nothing was thrown: " << part;
  } catch (const E& error) {
    EXPECT_THAT(error.what(), HasSubstr(part));
  }
}

}  // namespace pipette
