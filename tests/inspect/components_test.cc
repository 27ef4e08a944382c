#include "inspect/components.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "core/error.h"
#include "core/random.h"

namespace pipette::inspect {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

Array array(const Shape& shape, const std::vector<float>& values) {
  return Array::of<float>(shape, values);
}

Array random_array(const Shape& shape, std::uint64_t seed) {
  RandomStream random(seed, "components");
  Array made({DType::f32, shape});
  for (std::size_t i = 0; i < made.size(); ++i) made.data<float>()[i] = random.uniform(-1, 1);
  return made;
}

TEST(SingularValues, OfADiagonalMatrixAreItsMagnitudesFalling) {
  const Array diagonal = array({3, 4}, {2, 0, 0, 0, 0, -5, 0, 0, 0, 0, 0.5f, 0});
  EXPECT_THAT(singular_values(diagonal),
              ElementsAre(DoubleNear(5, 1e-12), DoubleNear(2, 1e-12), DoubleNear(0.5, 1e-12)));
}

TEST(SingularValues, OfAnOuterProductAreTheProductOfLengthsAndZeros) {
  // (1, 2, 2) and (3, 4) have lengths 3 and 5.
  const Array outer = array({3, 2}, {3, 4, 6, 8, 6, 8});
  EXPECT_THAT(singular_values(outer), ElementsAre(DoubleNear(15, 1e-12), DoubleNear(0, 1e-6)));
}

TEST(SingularValues, OfARotationAreOnes) {
  const float c = std::cos(0.7f), s = std::sin(0.7f);
  EXPECT_THAT(singular_values(array({2, 2}, {c, -s, s, c})),
              ElementsAre(DoubleNear(1, 1e-6), DoubleNear(1, 1e-6)));
}

TEST(SingularValues, OfAVectorAreItsLengthAndOfAConvolutionThoseOfItsProduct) {
  EXPECT_THAT(singular_values(array({2}, {3, 4})), ElementsAre(DoubleNear(5, 1e-12)));
  const Array kernel = random_array({3, 3, 2, 5}, 1);
  EXPECT_EQ(singular_values(kernel), singular_values(kernel.reshape({18, 5})));
}

// The squares sum to those of the elements, and a transpose has the same.
TEST(SingularValues, HaveTheNormOfTheMatrixAndOfItsTranspose) {
  const Array tall = random_array({40, 7}, 2);
  Array wide({DType::f32, Shape{7, 40}});
  double squares = 0;
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < 7; ++j) {
      const float value = tall.data<float>()[i * 7 + j];
      wide.data<float>()[j * 40 + i] = value;
      squares += static_cast<double>(value) * static_cast<double>(value);
    }
  }
  const std::vector<double> values = singular_values(tall), others = singular_values(wide);
  ASSERT_EQ(values.size(), 7u);
  EXPECT_NEAR(std::inner_product(values.begin(), values.end(), values.begin(), 0.0), squares,
              1e-10);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(values[i], others[i], 1e-10);
  EXPECT_TRUE(std::is_sorted(values.rbegin(), values.rend()));
}

TEST(SingularValues, OfValuesThatAreNotFiniteAreNan) {
  for (const float broken :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const std::vector<double> values = singular_values(array({2, 2}, {1, 2, broken, 3}));
    ASSERT_EQ(values.size(), 2u);
    EXPECT_TRUE(std::isnan(values[0]) && std::isnan(values[1]));
  }
}

TEST(SingularValues, NeedAMatrix) {
  for (const Shape& shape : {Shape{}, Shape{0, 4}, Shape{4, 0}}) {
    try {
      singular_values(Array::zeros(DType::f32, shape));
      FAIL() << shape.to_string();
    } catch (const InvalidArgument& e) {
      EXPECT_THAT(e.what(), HasSubstr(shape.to_string()));
    }
  }
}

double distance(const Projection::Point& a, const Projection::Point& b) {
  return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y));
}

TEST(Projection, OfPointsOnALineIsTheirPlaceOnIt) {
  // 2 t (3, 4, 0) / 5 for t = -1, 0, 1, 2 around (7, -1, 2): 2 apart, mean at t = 0.5.
  std::vector<float> values;
  for (const float t : {-1.0f, 0.0f, 1.0f, 2.0f}) {
    values.insert(values.end(), {7 + 1.2f * t, -1 + 1.6f * t, 2});
  }
  const Projection line = project(array({4, 3}, values));
  ASSERT_EQ(line.points.size(), 4u);
  EXPECT_NEAR(line.shares[0], 1, 1e-9);
  EXPECT_NEAR(line.shares[1], 0, 1e-9);
  const float expected[] = {3, 1, -1, -3};  // the first of the two that are farthest is positive
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(line.points[i].x, expected[i], 1e-5f);
    EXPECT_NEAR(line.points[i].y, 0, 1e-3f);
  }
}

TEST(Projection, OfTwoAxesKeepsBothInTheOrderOfTheirVariance) {
  // A cross: 3 along the last axis, 2 along the first.
  const Projection cross = project(array({4, 3}, {2, 0, 0, -2, 0, 0, 0, 0, 3, 0, 0, -3}));
  EXPECT_NEAR(cross.shares[0], 9.0 / 13, 1e-12);
  EXPECT_NEAR(cross.shares[1], 4.0 / 13, 1e-12);
  EXPECT_NEAR(cross.points[2].x, 3, 1e-6f);
  EXPECT_NEAR(cross.points[0].y, 2, 1e-6f);
}

// What is planar keeps all distances, however it is turned in space, and by either of the two
// products: one row fewer than columns, or many more.
TEST(Projection, KeepsTheDistancesOfAPlaneThatIsRotatedIntoSpace) {
  for (const std::int64_t count : {3, 50}) {
    const Array flat = random_array({count, 2}, 3);
    const Array basis = random_array({2, 9}, 4);  // made orthonormal
    double u[9], v[9], uu = 0, uv = 0, vv = 0;
    for (int j = 0; j < 9; ++j) {
      u[j] = static_cast<double>(basis.data<float>()[j]);
      uu += u[j] * u[j];
    }
    for (int j = 0; j < 9; ++j) {
      v[j] = static_cast<double>(basis.data<float>()[9 + j]);
      uv += u[j] * v[j];
    }
    for (int j = 0; j < 9; ++j) {
      v[j] -= uv / uu * u[j];
      vv += v[j] * v[j];
    }
    Array space({DType::f32, Shape{count, 3, 3}});
    const float* at = flat.data<float>();
    for (std::int64_t i = 0; i < count; ++i) {
      for (int j = 0; j < 9; ++j) {
        space.data<float>()[9 * i + j] =
            static_cast<float>(5 + static_cast<double>(at[2 * i]) * u[j] / std::sqrt(uu) +
                               static_cast<double>(at[2 * i + 1]) * v[j] / std::sqrt(vv));
      }
    }
    const Projection plane = project(space);
    EXPECT_NEAR(plane.shares[0] + plane.shares[1], 1, 1e-9);
    for (std::int64_t i = 1; i < count; ++i) {
      EXPECT_NEAR(distance(plane.points[0], plane.points[static_cast<std::size_t>(i)]),
                  distance({at[0], at[1]}, {at[2 * i], at[2 * i + 1]}), 1e-5);
    }
  }
}

TEST(Projection, KeepsTheWayOfAnEarlierOne) {
  const Array rows = random_array({30, 6}, 5);
  const Projection free = project(rows);
  Projection turned = free;
  for (Projection::Point& point : turned.points) point.y = -point.y;
  const Projection held = project(rows, &turned);
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(held.points[i].x, free.points[i].x);
    EXPECT_EQ(held.points[i].y, -free.points[i].y);
  }
  float farthest = 0;
  for (const auto& point : free.points) {
    if (std::fabs(point.x) > std::fabs(farthest)) farthest = point.x;
  }
  EXPECT_GT(farthest, 0);
}

TEST(Projection, OfEqualRowsIsOnePointAndOfNanNone) {
  const Projection same = project(Array::filled(Shape{5, 4}, 2.5f));
  EXPECT_EQ(same.shares[0], 0);
  for (const auto& point : same.points) EXPECT_TRUE(point.x == 0 && point.y == 0);
  const Projection vector = project(array({3}, {1, 2, 6}));  // one number for each row
  EXPECT_NEAR(vector.shares[0], 1, 1e-12);
  EXPECT_NEAR(vector.points[2].x, 3, 1e-6f);
  EXPECT_EQ(vector.points[2].y, 0);
  const Projection broken =
      project(array({2, 2}, {1, std::numeric_limits<float>::quiet_NaN(), 3, 4}));
  ASSERT_EQ(broken.points.size(), 2u);
  EXPECT_TRUE(std::isnan(broken.points[1].x) && std::isnan(broken.shares[0]));
}

}  // namespace
}  // namespace pipette::inspect
