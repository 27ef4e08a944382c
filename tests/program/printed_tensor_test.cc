#include "program/printed_tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "graph/ops.h"
#include "loops/cond.h"
#include "loops/loops.h"
#include "program/strategy.h"

namespace pipette {
namespace {

Array range(const Shape& shape) {
  Array array(ArraySpec{DType::f32, shape});
  float next = 0;
  for (float& x : array.span<float>()) x = next++;
  return array;
}

TEST(PrintedTensor, LooksAsPublished) {
  EXPECT_EQ(printed_tensor("/print-tensor", Array::scalar(306.0f)), "/print-tensor: 306.0000\n");
  EXPECT_EQ(printed_tensor("/print-tensor", Array::scalar(4.0f)), "/print-tensor: 4.0000000\n");
  const auto pair = [](float a, float b) {
    return printed_tensor("x", Array::of<float>({2}, {a, b}));
  };
  EXPECT_EQ(pair(206, 212), "x: [206.00000 212.00000]\n");
  EXPECT_EQ(pair(306, 6012), "x: [ 306.0000 6012.0000]\n");
  EXPECT_EQ(pair(1, -2.5), "x: [ 1.0000000 -2.5000000]\n");
  EXPECT_EQ(printed_tensor("m", range({2, 2})),
            "m: [[0.0000000 1.0000000]\n    [2.0000000 3.0000000]]\n");
  EXPECT_EQ(printed_tensor("i", Array::of<std::int32_t>({2}, {7, -1})), "i: [ 7 -1]\n");
  EXPECT_EQ(printed_tensor("b", Array::scalar(true)), "b: 1\n");
  EXPECT_EQ(printed_tensor("none", Array::zeros(DType::f32, {0})), "none: []\n");
  EXPECT_EQ(printed_tensor("half", Array::scalar(0.5f).cast(DType::f16)), "half: 0.5000000\n");
}

TEST(PrintedTensor, AllHaveExponentsWhereOneNeedsIt) {
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(printed_tensor("x", Array::of<float>({3}, {1e-5f, 0, -inf})),
            "x: [9.9999997e-06 0.0000000e+00          -inf]\n");
  EXPECT_EQ(printed_tensor("x", Array::of<float>({2}, {inf, 2})), "x: [      inf 2.0000000]\n");
}

TEST(PrintedTensor, LargeOnesShowTheirEdges) {
  EXPECT_EQ(printed_tensor("x", range({1001})),
            "x: [   0.0000    1.0000    2.0000 ...  998.0000  999.0000 1000.0000]\n");
  const std::string text = printed_tensor("x", range({500, 4}));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 7);
  EXPECT_THAT(text, testing::EndsWith("[1996.0000 1997.0000 1998.0000 1999.0000]]\n"));
}

// What `body` prints on `num_ipus` IPUs; and the cycles that it takes.
std::string printed_by(int num_ipus, const std::function<void()>& body,
                       std::int64_t* cycles = nullptr) {
  DeviceConfig device;
  device.num_ipus = num_ipus;
  Machine machine(device);
  std::string text;
  machine.print_tensor = [&](const std::string& lines) { text += lines; };
  Strategy strategy(machine);
  strategy.run(Function("printing", body));
  if (cycles != nullptr) *cycles = machine.device.now();
  return text;
}

TEST(PrintTensor, PrintsInTheOrderInWhichItRuns) {
  const Variable v("v", Array::scalar(1.0f));
  const std::string text = printed_by(1, [&] {
    print_tensor(read(v));
    loops::repeat(3, [&] {
      loops::cond(
          read(v) < 2.0, [&] { print_tensor(read(v), "small"); },
          [&] { print_tensor(read(v), "large"); });
      assign(v, read(v) + 1.0);
    });
  });
  EXPECT_EQ(text,
            "/print-tensor: 1.0000000\nsmall: 1.0000000\nlarge: 2.0000000\nlarge: 3.0000000\n");
}

TEST(PrintTensor, EachReplicaPrints) {
  const std::string text = printed_by(2, [] { print_tensor(replica_index(), "replica"); });
  EXPECT_EQ(text, "replica: 0\nreplica: 1\n");
}

TEST(PrintTensor, CostsTheCopyOfAStream) {
  std::int64_t silent = 0, printing = 0;
  const Variable v("v", Array::zeros(DType::f32, {100}));
  printed_by(
      1, [&] { assign(v, read(v) + 1.0); }, &silent);
  printed_by(
      1,
      [&] {
        assign(v, read(v) + 1.0);
        print_tensor(read(v));
      },
      &printing);
  EXPECT_EQ(printing - silent, Machine().device.host().data_phase_cycles(400));
}

}  // namespace
}  // namespace pipette
