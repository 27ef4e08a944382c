#include "core/convert.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

namespace pipette {
namespace {

constexpr std::array kDTypes = {DType::f32, DType::f16,     DType::i32, DType::u32, DType::i8,
                                DType::u8,  DType::boolean, DType::f64, DType::i64};

// Values at the edges of all dtypes, more than one block of them.
std::vector<double> edges() {
  std::vector<double> values = {0.0, -0.0, 0.5, -0.5, 1.0, 2049.0, 65504.0, 65520.0, 1e-8, 1e30};
  for (const int bits : {7, 8, 15, 24, 31, 32, 53, 63}) {
    const double power = std::ldexp(1.0, bits);
    for (const double value : {power - 1, power, power + 1, power + 0.5}) {
      values.push_back(value);
      values.push_back(-value);
    }
  }
  for (const double value :
       {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()}) {
    values.push_back(value);
  }
  while (values.size() < 600) values.push_back(static_cast<double>(values.size()) * 1.37 - 411);
  return values;
}

TEST(Convert, EveryPairOfDtypesConvertsElementByElement) {
  const std::vector<double> values = edges();
  const auto count = static_cast<std::int64_t>(values.size());
  for (const DType source : kDTypes) {
    with_type(source, [&](auto source_tag) {
      using From = typename decltype(source_tag)::type;
      const auto from = std::make_unique<From[]>(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) from[i] = convert_element<From>(values[i]);
      for (const DType destination : kDTypes) {
        with_type(destination, [&](auto destination_tag) {
          using To = typename decltype(destination_tag)::type;
          const auto to = std::make_unique<To[]>(values.size());
          convert_elements(from.get(), source, to.get(), destination, count);
          for (std::size_t i = 0; i < values.size(); ++i) {
            const To wanted = convert_element<To>(from[i]);
            EXPECT_EQ(std::memcmp(&wanted, &to[i], sizeof wanted), 0)
                << dtype_name(source) << " to " << dtype_name(destination) << ", " << values[i];
          }
        });
      }
    });
  }
}

TEST(Convert, NoElementsAreNone) {
  convert_elements(nullptr, DType::f32, nullptr, DType::f32, 0);
  convert_elements(nullptr, DType::u8, nullptr, DType::f32, 0);
}

}  // namespace
}  // namespace pipette
