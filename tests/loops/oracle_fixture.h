// The published cases on queues and loops, each named by its id. Inputs that are numbers, and every
// expected number, are read from the file.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "feeds/infeed_queue.h"
#include "feeds/outfeed_queue.h"
#include "graph/ops.h"
#include "loops/loops.h"
#include "oracle.h"
#include "program/strategy.h"

namespace pipette {

using loops::LoopArguments;
using loops::LoopResults;
using loops::repeat;
using loops::while_loop;
using testing_support::Json;
using Values = std::vector<Tensor>;

struct System {
  Machine machine;
  Strategy strategy{machine};
};

inline Shape shape_of(const Json& sizes) { return Shape(sizes.get<std::vector<std::int64_t>>()); }

inline void expect_fill(const Array& array, const Shape& shape, float value) {
  EXPECT_EQ(array.shape(), shape);
  const Array wide = array.cast(DType::f32);
  for (const float x : wide.span<float>()) ASSERT_EQ(x, value);
}

// Row i of `array` [rows, ...] is filled with rows[i].
inline void expect_rows(const Array& array, const Json& rows) {
  ASSERT_EQ(array.shape()[0], static_cast<std::int64_t>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Array row = array.slice(static_cast<std::int64_t>(i));
    expect_fill(row, row.shape(), rows[i].get<float>());
  }
}

// "range(n) cast to float32, each value broadcast to shape [4, 4], repeated forever"
inline Dataset range_4x4(const Json& oracle) {
  const std::string text = oracle.at("inputs").at("dataset");
  int n = 0;
  if (std::sscanf(text.c_str(), "range(%d) cast to float32, each value broadcast to shape [4, 4]",
                  &n) != 1) {
    throw std::invalid_argument("another data set: " + text);
  }
  return Dataset::range(n)
      .map([](const Element& e) {
        return Element(
            Array::filled<float>({4, 4}, static_cast<float>(e.leaf().item<std::int64_t>())));
      })
      .repeat();
}

inline Array halved(const Array& x) {
  Array y = x.clone();
  for (float& v : y.span<float>()) v = (v + 10) / 2;
  return y;
}

inline Dataset range_tuple(const Json& oracle) {
  EXPECT_EQ(oracle.at("inputs").value("map", "x -> (x, (x+10)/2)"), "x -> (x, (x+10)/2)");
  return range_4x4(oracle).map([](const Element& e) {
    return Element::tuple({e.leaf(), halved(e.leaf())});
  });
}

inline Array ones_like_carried(const Json& carried) {
  return Array::filled<float>({4, 4}, carried.get<float>());
}

template <class E, class F>
inline void expect_error(const Json& expected, F&& f) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const E& error) {
    EXPECT_EQ(expected.at("error"), error.name());
    EXPECT_THAT(error.what(),
                testing::HasSubstr(expected.at("message_contains").get<std::string>()));
  }
}

}  // namespace pipette
