// Models on a machine of their own, and data for them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/random.h"
#include "keras/job.h"
#include "keras/model.h"
#include "program/strategy.h"

namespace pipette::keras::testing_support {

inline DeviceConfig with_ipus(int num_ipus) {
  DeviceConfig config;
  config.num_ipus = num_ipus;
  return config;
}

struct System {
  explicit System(int num_ipus = 1) : machine(with_ipus(num_ipus)) {}
  Machine machine;
  Strategy strategy{machine};
};

// `rows` random images [6, 4] with labels 0..4, in batches.
inline Dataset labelled(std::int64_t rows, std::int64_t batch, bool drop_remainder = true) {
  RandomStream random(17, "labelled");
  Array x(ArraySpec{DType::f32, Shape{rows, 6, 4}});
  for (float& v : x.span<float>()) v = random.uniform(-1, 1);
  Array y(ArraySpec{DType::i32, Shape{rows}});
  for (std::int32_t& v : y.span<std::int32_t>())
    v = static_cast<std::int32_t>(random.uniform_int(5));
  return Dataset::from_tensor_slices(Element::tuple({x, y})).batch(batch, drop_remainder);
}

inline std::vector<float> floats(const Array& array) {
  const auto values = array.span<float>();
  return {values.begin(), values.end()};
}

inline std::vector<float> weights(const Model& model) {
  std::vector<float> all;
  for (const Variable& variable : model.variables()) {
    for (const float x : floats(variable.value())) all.push_back(x);
  }
  return all;
}

template <class E, class F>
void expect_error(const std::string& part, F&& f) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown, but \"" << part << "\" was expected";
  } catch (const E& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(part));
  }
}

}  // namespace pipette::keras::testing_support
