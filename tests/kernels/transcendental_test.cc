#include "kernels/transcendental.h"

#include <algorithm>
#include <limits>

#include "kernels/elementwise.h"
#include "kernels/kernel_testing.h"

namespace pipette::kernels {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kNaN = std::nanf("");

// Every `step`-th float bit pattern from `low` to `high`, both of one sign.
std::vector<float> floats_between(float low, float high, std::uint32_t step) {
  std::vector<float> values;
  const std::uint32_t first = std::min(bits_of(low), bits_of(high));
  const std::uint32_t last = std::max(bits_of(low), bits_of(high));
  for (std::uint64_t bits = first; bits <= last; bits += step) {
    values.push_back(float_of(static_cast<std::uint32_t>(bits)));
  }
  return values;
}

double worst_ulps(const std::vector<float>& x, void (*kernel)(const float*, float*, std::int64_t),
                  double (*exact)(double)) {
  std::vector<float> y(x.size());
  kernel(x.data(), y.data(), static_cast<std::int64_t>(x.size()));
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double distance = ulps(y[i], exact(static_cast<double>(x[i])));
    if (distance > worst) worst = distance;
  }
  return worst;
}

double exact_exp(double x) { return std::exp(x); }
double exact_log(double x) { return std::log(x); }
double exact_tanh(double x) { return std::tanh(x); }
double exact_sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

TEST(Transcendental, ExpIsWithinTwoUlpsOverItsRange) {
  EXPECT_LE(worst_ulps(floats_between(1e-8f, 88.7228f, 997), vector_exp, exact_exp), 2.0);
  EXPECT_LE(worst_ulps(floats_between(-1e-8f, -87.336f, 997), vector_exp, exact_exp), 2.0);
}

TEST(Transcendental, LogIsWithinTwoUlpsOverItsRange) {
  EXPECT_LE(worst_ulps(floats_between(1e-44f, 3.4e38f, 4999), vector_log, exact_log), 2.0);
  EXPECT_LE(worst_ulps(floats_between(0.5f, 2.0f, 37), vector_log, exact_log), 2.0);
}

TEST(Transcendental, TanhAndSigmoidAreWithinFourUlps) {
  for (const float sign : {1.0f, -1.0f}) {
    const std::vector<float> x = floats_between(sign * 1e-6f, sign * 80.0f, 997);
    EXPECT_LE(worst_ulps(x, vector_tanh, exact_tanh), 4.0);
    EXPECT_LE(worst_ulps(x, vector_sigmoid, exact_sigmoid), 4.0);
  }
}

double worst_error(UnaryOp op, const std::vector<float>& x, double (*exact)(double)) {
  std::vector<float> y(x.size());
  unary(op, DType::f32, x.data(), y.data(), static_cast<std::int64_t>(x.size()));
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    worst =
        std::max(worst, std::fabs(static_cast<double>(y[i]) - exact(static_cast<double>(x[i]))));
  }
  return worst;
}

TEST(Transcendental, CosSinAndErfAreWithinThreeTenMillionths) {
  for (const float sign : {1.0f, -1.0f}) {
    const std::vector<float> angles = floats_between(sign * 1e-6f, sign * 8192.0f, 997);
    EXPECT_LE(worst_error(UnaryOp::cos, angles, [](double x) { return std::cos(x); }), 3e-7);
    EXPECT_LE(worst_error(UnaryOp::sin, angles, [](double x) { return std::sin(x); }), 3e-7);
    const std::vector<float> x = floats_between(sign * 1e-6f, sign * 10.0f, 997);
    EXPECT_LE(worst_error(UnaryOp::erf, x, [](double v) { return std::erf(v); }), 3e-7);
  }
}

TEST(Transcendental, CosSinAndErfOfSpecialValues) {
  const auto one = [](UnaryOp op, float x) {
    float y = 0;
    unary(op, DType::f32, &x, &y, 1);
    return y;
  };
  EXPECT_EQ(one(UnaryOp::cos, 0), 1);
  EXPECT_EQ(one(UnaryOp::sin, 0), 0);
  EXPECT_EQ(one(UnaryOp::erf, 0), 0);
  EXPECT_EQ(one(UnaryOp::erf, kInfinity), 1);
  EXPECT_EQ(one(UnaryOp::erf, -kInfinity), -1);
  for (const float x : {kInfinity, -kInfinity, kNaN, 1.0e5f, -3e38f}) {
    EXPECT_TRUE(std::isnan(one(UnaryOp::cos, x))) << x;
    EXPECT_TRUE(std::isnan(one(UnaryOp::sin, x))) << x;
  }
  EXPECT_TRUE(std::isnan(one(UnaryOp::erf, kNaN)));
}

TEST(Transcendental, SpecialValues) {
  under_every_set([] {
    EXPECT_EQ(scalar_exp(0.0f), 1.0f);
    EXPECT_EQ(scalar_exp(kInfinity), kInfinity);
    EXPECT_EQ(scalar_exp(100.0f), kInfinity);
    EXPECT_EQ(scalar_exp(-kInfinity), 0.0f);
    EXPECT_EQ(scalar_exp(-88.0f), 0.0f);
    EXPECT_TRUE(std::isnan(scalar_exp(kNaN)));
    EXPECT_EQ(scalar_log(1.0f), 0.0f);
    EXPECT_EQ(scalar_log(0.0f), -kInfinity);
    EXPECT_EQ(scalar_log(-0.0f), -kInfinity);
    EXPECT_EQ(scalar_log(kInfinity), kInfinity);
    EXPECT_TRUE(std::isnan(scalar_log(-1.0f)));
    EXPECT_TRUE(std::isnan(scalar_log(kNaN)));
    EXPECT_EQ(scalar_tanh(kInfinity), 1.0f);
    EXPECT_EQ(scalar_tanh(-kInfinity), -1.0f);
    EXPECT_TRUE(std::isnan(scalar_tanh(kNaN)));
    EXPECT_EQ(bits_of(scalar_tanh(-0.0f)), bits_of(-0.0f));
    EXPECT_EQ(scalar_sigmoid(0.0f), 0.5f);
    EXPECT_EQ(scalar_sigmoid(kInfinity), 1.0f);
    EXPECT_EQ(scalar_sigmoid(-kInfinity), 0.0f);
    EXPECT_TRUE(std::isnan(scalar_sigmoid(kNaN)));
  });
}

TEST(Transcendental, SameBitsUnderEverySet) {
  std::vector<float> x = floats_between(1e-10f, 200.0f, 1999);
  const std::size_t positive = x.size();
  for (std::size_t i = 0; i < positive; ++i) x.push_back(-x[i]);
  for (const float special : {0.0f, -0.0f, kInfinity, -kInfinity, kNaN, 1e-44f}) {
    x.push_back(special);
  }
  for (const auto kernel : {vector_exp, vector_log, vector_tanh, vector_sigmoid}) {
    expect_same_under_every_set("transcendental", [&] {
      std::vector<float> y(x.size());
      kernel(x.data(), y.data(), static_cast<std::int64_t>(x.size()));
      return y;
    });
  }
}

}  // namespace
}  // namespace pipette::kernels
