#include <vector>

#include "core/error.h"
#include "kernels/binary_testing.h"
#include "kernels/elementwise.h"
#include "kernels/kernel_testing.h"

namespace pipette::kernels {
namespace {

// Index of the element of `shape` that broadcasting puts at row-major position `at` of `result`.
std::size_t broadcast_index(const Shape& shape, const Shape& result, std::int64_t at) {
  std::int64_t index = 0;
  std::int64_t stride = 1;
  for (int back = 1; back <= result.rank(); ++back) {
    const std::int64_t coordinate = at % result[-back];
    at /= result[-back];
    if (back > shape.rank()) continue;
    if (shape[-back] != 1) index += coordinate * stride;
    stride *= shape[-back];
  }
  return static_cast<std::size_t>(index);
}

void check_broadcast(const Shape& a_shape, const Shape& b_shape) {
  const Shape result = broadcast(a_shape, b_shape);
  const auto a = random_floats(a_shape.num_elements(), "left", 0.5f, 2.0f);
  const auto b = random_floats(b_shape.num_elements(), "right", 0.5f, 2.0f);
  for (const BinaryOp op : kBinaryOps) {
    under_every_set([&] {
      std::vector<float> y(static_cast<std::size_t>(result.num_elements()));
      binary(op, DType::f32, Broadcast::of(a_shape, b_shape), a.data(), b.data(), y.data());
      for (std::size_t i = 0; i < y.size(); ++i) {
        const double p =
            static_cast<double>(a[broadcast_index(a_shape, result, static_cast<std::int64_t>(i))]);
        const double q =
            static_cast<double>(b[broadcast_index(b_shape, result, static_cast<std::int64_t>(i))]);
        ASSERT_EQ(y[i], static_cast<float>(exact(op, p, q)))
            << a_shape.to_string() << " with " << b_shape.to_string() << " at " << i;
      }
    });
  }
}

TEST(Broadcast, BinaryBroadcastsAsNumPyDoes) {
  check_broadcast({}, {});
  check_broadcast({7}, {7});
  check_broadcast({5, 19}, {5, 19});
  check_broadcast({5, 19}, {19});
  check_broadcast({19}, {5, 19});
  check_broadcast({5, 19}, {5, 1});
  check_broadcast({5, 19}, {});
  check_broadcast({1}, {6, 2});
  check_broadcast({3, 1, 4}, {2, 1});
  check_broadcast({2, 1, 3, 1, 2}, {4, 1, 5, 1});
  check_broadcast({0, 3}, {3});
}

TEST(Broadcast, RandomBroadcasts) {
  RandomStream random(5, "broadcasts");
  for (int trial = 0; trial < 30; ++trial) {
    std::vector<std::int64_t> a;
    std::vector<std::int64_t> b;
    const auto rank = 1 + random.uniform_int(4);
    for (std::uint32_t axis = 0; axis < rank; ++axis) {
      const std::int64_t size = 1 + random.uniform_int(5);
      a.push_back(random.uniform_int(3) == 0 ? 1 : size);
      b.push_back(random.uniform_int(3) == 0 ? 1 : size);
    }
    b.erase(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(random.uniform_int(rank)));
    check_broadcast(Shape(a), Shape(b));
  }
}

TEST(Broadcast, PlansMergeAxesAndRefuseWhatDoesNotFit) {
  EXPECT_EQ(Broadcast::of({4, 5, 6}, {4, 5, 6}).rank, 1);
  EXPECT_EQ(Broadcast::of({4, 5, 6}, {5, 6}).rank, 2);
  EXPECT_EQ(Broadcast::of({4, 5, 6}, {}).rank, 1);
  EXPECT_THROW(Broadcast::of({4, 5}, {4}), InvalidArgument);
  // Alternating axes do not merge: nine of them are one too many.
  EXPECT_THROW(Broadcast::of({2, 1, 2, 1, 2, 1, 2, 1, 2}, {1, 2, 1, 2, 1, 2, 1, 2, 1}),
               InvalidArgument);
}

}  // namespace
}  // namespace pipette::kernels
