#include "kernels/elementwise.h"

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "core/half.h"
#include "kernels/binary_testing.h"
#include "kernels/kernel_testing.h"

namespace pipette::kernels {
namespace {

constexpr UnaryOp kFloatOps[] = {
    UnaryOp::negate, UnaryOp::abs,     UnaryOp::sign, UnaryOp::square,     UnaryOp::relu,
    UnaryOp::sqrt,   UnaryOp::rsqrt,   UnaryOp::exp,  UnaryOp::reciprocal, UnaryOp::log,
    UnaryOp::tanh,   UnaryOp::sigmoid, UnaryOp::floor};
double exact(UnaryOp op, double x) {
  switch (op) {
    case UnaryOp::negate:
      return -x;
    case UnaryOp::abs:
      return std::fabs(x);
    case UnaryOp::sign:
      return (x > 0) - (x < 0);
    case UnaryOp::square:
      return x * x;
    case UnaryOp::relu:
      return x < 0 ? 0 : x;
    case UnaryOp::reciprocal:
      return 1 / x;
    case UnaryOp::sqrt:
      return std::sqrt(x);
    case UnaryOp::rsqrt:
      return 1 / std::sqrt(x);
    case UnaryOp::exp:
      return std::exp(x);
    case UnaryOp::log:
      return std::log(x);
    case UnaryOp::tanh:
      return std::tanh(x);
    case UnaryOp::sigmoid:
      return 1 / (1 + std::exp(-x));
    case UnaryOp::floor:
      return std::floor(x);
    case UnaryOp::cos:
    case UnaryOp::sin:
    case UnaryOp::erf:  // transcendental_test.cc
    case UnaryOp::logical_not:
      break;
  }
  return 0;
}

TEST(Elementwise, UnaryFloatsAreCloseToTheExactValueAtEveryLength) {
  for (const UnaryOp op : kFloatOps) {
    const bool positive = op == UnaryOp::log || op == UnaryOp::sqrt || op == UnaryOp::rsqrt;
    for (const std::int64_t count : {0, 1, 3, 4, 7, 16, 31, 100}) {
      const auto x = random_floats(count, "unary", positive ? 0.01f : -9.0f, 9.0f);
      std::vector<float> y(x.size());
      unary(op, DType::f32, x.data(), y.data(), count);
      for (std::size_t i = 0; i < x.size(); ++i) {
        EXPECT_LE(ulps(y[i], exact(op, static_cast<double>(x[i]))), 4.0)
            << "op " << static_cast<int>(op) << " of " << x[i];
      }
    }
  }
}

TEST(Elementwise, UnaryFloatsHaveTheSameBitsUnderEverySet) {
  std::vector<float> x = random_floats(533, "bits", -100, 100);
  for (const float special : {0.0f, -0.0f, 1e-42f, -0.5f, 8388607.5f, -8388608.0f, 1e30f,
                              std::numeric_limits<float>::infinity(), std::nanf("")}) {
    x.push_back(special);
    x.push_back(-special);
  }
  std::vector<UnaryOp> ops(std::begin(kFloatOps), std::end(kFloatOps));
  ops.insert(ops.end(), {UnaryOp::cos, UnaryOp::sin, UnaryOp::erf});
  for (const UnaryOp op : ops) {
    expect_same_under_every_set("unary " + std::to_string(static_cast<int>(op)), [&] {
      std::vector<float> y(x.size());
      unary(op, DType::f32, x.data(), y.data(), static_cast<std::int64_t>(x.size()));
      return y;
    });
  }
}

TEST(Elementwise, FloorEqualsTheLibraryAtEdges) {
  std::vector<float> x = {0.0f,  -0.0f,      0.5f,        -0.5f, 1.0f,   -1.0f,  2.5f,
                          -2.5f, 8388607.5f, -8388607.5f, 1e20f, -1e20f, 1e-40f, -1e-40f};
  under_every_set([&] {
    std::vector<float> y(x.size());
    unary(UnaryOp::floor, DType::f32, x.data(), y.data(), static_cast<std::int64_t>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(y[i], std::floor(x[i])) << x[i];
  });
}

TEST(Elementwise, NaNPassesThrough) {
  const float nan = std::nanf("");
  under_every_set([&] {
    for (const UnaryOp op : {UnaryOp::relu, UnaryOp::sign, UnaryOp::abs, UnaryOp::floor}) {
      float y = 0;
      unary(op, DType::f32, &nan, &y, 1);
      EXPECT_TRUE(std::isnan(y));
    }
    const float one = 1;
    for (const BinaryOp op : {BinaryOp::maximum, BinaryOp::minimum}) {
      float y = 0;
      binary(op, DType::f32, Broadcast::same(1), &nan, &one, &y);
      EXPECT_TRUE(std::isnan(y));
      binary(op, DType::f32, Broadcast::same(1), &one, &nan, &y);
      EXPECT_TRUE(std::isnan(y));
    }
  });
}

template <class T>
void check_wrapping(DType dtype) {
  const T low = std::numeric_limits<T>::min();
  const T high = std::numeric_limits<T>::max();
  const std::vector<T> a = {high, low, low, T{7}, high, T{3}};
  const std::vector<T> b = {T{1}, T{1}, static_cast<T>(-1), T{2}, high, static_cast<T>(-5)};
  std::vector<T> y(a.size());
  const Broadcast plan = Broadcast::same(static_cast<std::int64_t>(a.size()));
  const auto modulo = [](std::int64_t value) { return static_cast<T>(value); };
  for (const BinaryOp op : kBinaryOps) {
    binary(op, dtype, plan, a.data(), b.data(), y.data());
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto p = static_cast<std::int64_t>(a[i]);
      const auto q = static_cast<std::int64_t>(b[i]);
      std::int64_t expected = 0;
      switch (op) {
        case BinaryOp::add:
          expected = p + q;
          break;
        case BinaryOp::subtract:
          expected = p - q;
          break;
        case BinaryOp::multiply:
          expected = static_cast<std::int64_t>(static_cast<std::uint64_t>(p) *
                                               static_cast<std::uint64_t>(q));
          break;
        case BinaryOp::divide:
          expected = p / q;
          break;
        case BinaryOp::maximum:
          expected = std::max(p, q);
          break;
        case BinaryOp::minimum:
          expected = std::min(p, q);
          break;
      }
      EXPECT_EQ(y[i], modulo(expected)) << "op " << static_cast<int>(op) << " at " << i;
    }
  }
  unary(UnaryOp::negate, dtype, a.data(), y.data(), 3);
  EXPECT_EQ(y[1], modulo(-static_cast<std::int64_t>(low)));
  const T zero{0};
  EXPECT_THROW(binary(BinaryOp::divide, dtype, Broadcast::same(1), a.data(), &zero, y.data()),
               InvalidArgument);
}

TEST(Elementwise, IntegersWrapAround) {
  check_wrapping<std::int32_t>(DType::i32);
  check_wrapping<std::uint32_t>(DType::u32);
  check_wrapping<std::int8_t>(DType::i8);
  check_wrapping<std::uint8_t>(DType::u8);
}

TEST(Elementwise, HalvesAreComputedInFloatAndRoundedOnce) {
  std::vector<Half> a;
  std::vector<Half> b;
  for (const float x : random_floats(700, "half a", 0.1f, 4.0f)) a.emplace_back(x);
  for (const float x : random_floats(700, "half b", 0.1f, 4.0f)) b.emplace_back(x);
  std::vector<Half> y(a.size());
  for (const BinaryOp op : kBinaryOps) {
    binary(op, DType::f16, Broadcast::same(700), a.data(), b.data(), y.data());
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto p = static_cast<double>(static_cast<float>(a[i]));
      const auto q = static_cast<double>(static_cast<float>(b[i]));
      EXPECT_EQ(y[i].bits(), Half(static_cast<float>(exact(op, p, q))).bits());
    }
  }
  unary(UnaryOp::exp, DType::f16, a.data(), y.data(), 700);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double e = std::exp(static_cast<double>(static_cast<float>(a[i])));
    EXPECT_NEAR(static_cast<double>(static_cast<float>(y[i])), e, e * 0.0006);
  }
}

// Rows longer than what is widened at a time, and operands that are repeated or lie apart.
TEST(Elementwise, HalvesAreBroadcastInLongRows) {
  constexpr std::int64_t kRows = 3, kColumns = 1100;
  std::vector<Half> a, b;
  for (const float x : random_floats(kRows * kColumns, "half rows", -4.0f, 4.0f)) a.emplace_back(x);
  for (const float x : random_floats(2 * kColumns, "half row", -4.0f, 4.0f)) b.emplace_back(x);
  for (const std::int64_t stride : {0, 1, 2}) {
    Broadcast plan = Broadcast::same(kRows * kColumns);
    plan.rank = 2;
    plan.sizes = {kRows, kColumns};
    plan.a_strides = {kColumns, 1};
    plan.b_strides = {0, stride};
    under_every_set([&] {
      std::vector<Half> y(a.size());
      binary(BinaryOp::subtract, DType::f16, plan, a.data(), b.data(), y.data());
      for (std::size_t i = 0; i < a.size(); ++i) {
        const float q =
            b[static_cast<std::size_t>(static_cast<std::int64_t>(i) % kColumns * stride)];
        ASSERT_EQ(y[i].bits(), Half(static_cast<float>(a[i]) - q).bits())
            << i << " stride " << stride;
      }
    });
  }
}

TEST(Elementwise, BoolsAndUnsupportedTypes) {
  const bool a[4] = {false, false, true, true};
  const bool b[4] = {false, true, false, true};
  bool y[4] = {};
  const Broadcast plan = Broadcast::same(4);
  const auto values = [&] { return std::vector<bool>(y, y + 4); };
  binary(BinaryOp::maximum, DType::boolean, plan, a, b, y);
  EXPECT_EQ(values(), (std::vector<bool>{false, true, true, true}));
  binary(BinaryOp::multiply, DType::boolean, plan, a, b, y);
  EXPECT_EQ(values(), (std::vector<bool>{false, false, false, true}));
  unary(UnaryOp::logical_not, DType::boolean, a, y, 4);
  EXPECT_EQ(values(), (std::vector<bool>{true, true, false, false}));
  EXPECT_THROW(binary(BinaryOp::add, DType::boolean, plan, a, b, y), TypeError);
  EXPECT_THROW(unary(UnaryOp::exp, DType::boolean, a, y, 4), TypeError);
  const std::int32_t integers[4] = {1, 2, 3, 4};
  std::int32_t results[4];
  EXPECT_THROW(unary(UnaryOp::exp, DType::i32, integers, results, 4), TypeError);
  EXPECT_THROW(unary(UnaryOp::logical_not, DType::f32, integers, results, 4), TypeError);
  const double doubles[4] = {};
  EXPECT_THROW(binary(BinaryOp::add, DType::f64, plan, doubles, doubles, nullptr), TypeError);
}

TEST(Elementwise, ComparesEveryWay) {
  const float nan = std::nanf("");
  const float a[5] = {1, 2, 3, nan, -0.0f};
  const float b[5] = {2, 2, 2, nan, 0.0f};
  const struct {
    Comparison op;
    std::vector<bool> expected;
  } cases[] = {{Comparison::equal, {false, true, false, false, true}},
               {Comparison::not_equal, {true, false, true, true, false}},
               {Comparison::less, {true, false, false, false, false}},
               {Comparison::less_equal, {true, true, false, false, true}},
               {Comparison::greater, {false, false, true, false, false}},
               {Comparison::greater_equal, {false, true, true, false, true}}};
  for (const auto& test : cases) {
    bool y[5] = {};
    compare(test.op, DType::f32, Broadcast::same(5), a, b, y);
    EXPECT_EQ(std::vector<bool>(y, y + 5), test.expected) << static_cast<int>(test.op);
  }
  const std::int32_t rows[2] = {1, 5};
  const std::int32_t columns[3] = {0, 1, 5};
  bool y[6] = {};
  compare(Comparison::equal, DType::i32, Broadcast::of({2, 1}, {3}), rows, columns, y);
  EXPECT_EQ(std::vector<bool>(y, y + 6),
            (std::vector<bool>{false, true, false, false, false, true}));
}

TEST(Elementwise, SelectsAndGatesGradients) {
  const bool condition[3] = {true, false, true};
  const std::int8_t a[3] = {1, 2, 3};
  const std::int8_t b[3] = {-1, -2, -3};
  std::int8_t y[3];
  select_elements(DType::i8, condition, a, b, y, 3);
  EXPECT_EQ(std::vector<int>(y, y + 3), (std::vector<int>{1, -2, 3}));
  const auto gate = random_floats(77, "gate");
  const auto gradient = random_floats(77, "gradient");
  under_every_set([&] {
    std::vector<float> out(77);
    relu_gradient(gate.data(), gradient.data(), out.data(), 77);
    for (std::size_t i = 0; i < 77; ++i) EXPECT_EQ(out[i], gate[i] > 0 ? gradient[i] : 0.0f);
  });
}

}  // namespace
}  // namespace pipette::kernels
