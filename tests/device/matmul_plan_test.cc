#include "device/matmul_plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/error.h"
#include "core/random.h"

namespace pipette {
namespace {

// PopSparse (arXiv 2303.16999), dense products [m, m] x [m, n], f32, digitised to about 3 %; the
// clock is inferred to be Bow's (docs/hardware.md, "Dense products").
struct Published {
  std::int64_t m, n;
  double tflops;
};
constexpr Published kPublished[] = {
    {1024, 4, 3.8},      {1024, 8, 6.6},      {1024, 16, 11.3},   {1024, 32, 16.2},
    {1024, 64, 21.4},    {1024, 128, 29.2},   {1024, 256, 34.3},  {1024, 512, 36.2},
    {1024, 1024, 43.6},  {1024, 2048, 49.9},  {1024, 4096, 55.5}, {1024, 8192, 57},
    {1024, 16384, 58.6}, {1024, 32768, 58.6}, {2048, 4, 5.8},     {2048, 8, 10.3},
    {2048, 16, 18.2},    {2048, 32, 26.2},    {2048, 64, 34.3},   {2048, 128, 39.2},
    {2048, 256, 44.8},   {2048, 512, 49.9},   {2048, 1024, 52.6}, {2048, 2048, 57},
    {2048, 4096, 58.6},  {2048, 8192, 60.2},  {4096, 4, 7.2},     {4096, 8, 12.5},
    {4096, 16, 22.6},    {4096, 32, 31.6},    {4096, 64, 41.4},   {4096, 128, 48.6},
    {4096, 256, 52.6},   {4096, 512, 54},     {4096, 1024, 55.5}, {4096, 2048, 57},
    {4096, 4096, 58.6},  {8192, 4, 7.8},      {8192, 8, 13.8},    {8192, 16, 25.1},
    {8192, 32, 36.5},    {8192, 64, 48.6},    {8192, 128, 49.9},  {8192, 256, 55.5},
    {8192, 1024, 54},
};

TEST(MatmulPlan, WithinTwelvePercentRmsOfPublishedProducts) {
  const Architecture& bow = architecture("Bow");
  double sum = 0, squares = 0, worst = 0;
  fmt::print(
      "  m=k      n  cycles     predicted  published TFLOP/s  error   splits m,k,n,serial\n");
  for (const Published& p : kPublished) {
    const MatmulPlan plan = plan_matmul(p.m, p.m, p.n, DType::f32, bow);
    const double tflops = plan.flops_per_second(bow) / 1e12;
    const double error = tflops / p.tflops - 1;
    sum += error;
    squares += error * error;
    worst = std::max(worst, std::abs(error));
    fmt::print("{:5d} {:6d} {:8d} {:10.1f} {:10.1f}        {:+6.1f} %   {},{},{},{}{}\n", p.m, p.n,
               plan.total_cycles(), tflops, p.tflops, 100 * error, plan.m_splits, plan.k_splits,
               plan.n_splits, plan.serial_splits, plan.swapped ? " swapped" : "");
  }
  const double count = static_cast<double>(std::size(kPublished));
  const double rms = std::sqrt(squares / count);
  fmt::print("f32, {} points: bias {:+.1f} %, rms {:.1f} %, worst {:.1f} %\n", count,
             100 * sum / count, 100 * rms, 100 * worst);
  EXPECT_LE(rms, 0.12);
  EXPECT_LE(std::abs(sum / count), 0.08);
}

// What a second implementation finds that tries every split, with the left and with the right
// operand held as weights; computed offline.
TEST(MatmulPlan, AgreesWithTheExhaustiveReference) {
  struct Row {
    const char* machine;
    std::int64_t m, k, n;
    DType dtype;
    double left_held, right_held;
  };
  const Row rows[] = {
      {"Mk2", 32, 784, 128, DType::f32, 2846.5, 2844.9},
      {"Mk2", 784, 32, 128, DType::f32, 2725.0, 2554.1},
      {"Mk2", 32, 128, 10, DType::f32, 1910.9, 1918.3},
      {"Mk2", 128, 32, 10, DType::f32, 1907.9, 1916.4},
      {"Mk2", 32, 10, 128, DType::f32, 1908.4, 1907.3},
      {"Mk2", 1, 1, 1, DType::f32, 1381.0, 1381.0},
      {"Mk2", 7, 1000, 3, DType::f32, 2080.1, 2084.9},
      {"Mk2", 512, 512, 512, DType::f32, 17493.9, 17493.9},
      {"Mk2", 512, 512, 512, DType::f16, 7301.0, 7301.0},
      {"Mk2", 1024, 4096, 1024, DType::f16, 94261.9, 94261.9},
      {"Mk2", 4096, 4096, 4096, DType::f16, 1132246.7, 1132246.7},
      {"Mk2", 100, 300, 5000, DType::f16, 10141.2, 9482.4},
      {"Mk2", 17, 33, 65, DType::f16, 1748.4, 1751.5},
      {"Mk1", 32, 784, 128, DType::f32, 3234.3, 3429.3},
      {"Mk1", 1024, 1024, 1024, DType::f32, 171845.6, 171845.6},
      {"Mk1", 1024, 1024, 1024, DType::f16, 53230.3, 53230.3},
      {"Mk1", 2944, 2944, 2944, DType::f32, 3710633.4, 3710633.4},
      {"Mk1", 3000, 5, 70, DType::f16, 1816.4, 1835.0},
      {"Bow", 32, 784, 128, DType::f32, 2846.5, 2844.9},
      {"Bow", 2048, 2048, 2048, DType::f32, 565983.0, 565983.0},
      {"Bow", 10000, 1000, 1, DType::f32, 22015.7, 33367.4},
      {"Bow", 6000, 6000, 6000, DType::f16, 3408742.6, 3408742.6},
      {"Bow", 16384, 64, 16384, DType::f16, 400534.0, 400534.0},
      {"Bow", 1, 4096, 4096, DType::f32, 53005.9, 36227.3},
  };
  for (const Row& r : rows) {
    const MatmulPlan plan = plan_matmul(r.m, r.k, r.n, r.dtype, architecture(r.machine));
    // Each of the six parts is rounded up by itself.
    EXPECT_NEAR(static_cast<double>(plan.total_cycles()), std::min(r.left_held, r.right_held), 6)
        << r.machine << " " << r.m << " " << r.k << " " << r.n;
  }
}

TEST(MatmulPlan, SmallProductsOfTheMnistModelTakeAFewThousandCycles) {
  const Architecture& mk2 = architecture("Mk2");
  const MatmulPlan plan = plan_matmul(32, 784, 128, DType::f32, mk2);
  EXPECT_LT(plan.total_cycles(), 4000);
  EXPECT_GT(plan.total_cycles(), 2000);
  EXPECT_GT(plan.tiles, 300);
  EXPECT_GT(plan.k_splits, 1);
}

class RandomProducts : public ::testing::Test {
 protected:
  std::int64_t size(std::uint32_t most) {
    return 1 + static_cast<std::int64_t>(next() % (1 + next() % most));
  }
  std::uint32_t next() {  // xorshift: any sequence will do
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }
  std::uint32_t state_ = 2463534242u;
};

TEST_F(RandomProducts, CoverTheProductWithinTheMachine) {
  for (int i = 0; i < 500; ++i) {
    const std::int64_t m = size(5000), k = size(5000), n = size(5000);
    const DType dtype = i % 2 ? DType::f16 : DType::f32;
    const Architecture& arch = architectures()[static_cast<std::size_t>(i % 3)];
    const MatmulPlan p = plan_matmul(m, k, n, dtype, arch);
    const std::string what = fmt::format("{} [{}, {}] x [{}, {}]", arch.name, m, k, k, n);
    EXPECT_GE(p.m_splits * p.m_block, m) << what;
    EXPECT_GE(p.k_splits * p.k_block, k) << what;
    EXPECT_GE(p.n_splits * p.n_block, n) << what;
    EXPECT_LE(p.tiles, arch.tiles) << what;
    EXPECT_LE(p.gathered_bytes_per_tile, arch.tile_memory_bytes) << what;
    EXPECT_EQ(p.reduce_exchange_cycles > 0, p.k_splits > 1) << what;
    // Never faster than the peak of the tiles at work.
    EXPECT_GE(static_cast<double>(p.multiply_cycles) * p.tiles * arch.amp_macs(dtype) * 2,
              static_cast<double>(p.flops))
        << what;
    // The transposed product is the same work.
    EXPECT_EQ(plan_matmul(n, k, m, dtype, arch).total_cycles(), p.total_cycles()) << what;
    const MatmulPlan bare = plan_matmul(m, k, n, dtype, arch, {.layout_changes = false});
    EXPECT_EQ(bare.layout_cycles, 0);
    EXPECT_LT(bare.total_cycles(), p.total_cycles()) << what;
  }
}

TEST_F(RandomProducts, PlanInWellUnderAMillisecond) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> us;
  for (int i = 0; i < 301; ++i) {
    const std::int64_t m = size(20000), k = size(20000), n = size(20000);
    const auto start = Clock::now();
    plan_matmul(m, k, n, DType::f32, architecture("Mk2"));
    us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  std::sort(us.begin(), us.end());
  fmt::print("planning one product: median {:.0f} us, 99th percentile {:.0f} us\n", us[150],
             us[297]);
  EXPECT_LT(us[150], 1000);
}

TEST(MatmulPlan, RejectsWhatItCannotPlan) {
  const Architecture& mk2 = architecture("Mk2");
  EXPECT_THROW(plan_matmul(0, 1, 1, DType::f32, mk2), InvalidArgument);
  EXPECT_THROW(plan_matmul(1, -5, 1, DType::f32, mk2), InvalidArgument);
  EXPECT_THROW(plan_matmul(1, 1, (1ll << 31) + 1, DType::f32, mk2), InvalidArgument);
  EXPECT_THROW(plan_matmul(1ll << 31, 1ll << 31, 1ll << 31, DType::f32, mk2), InvalidArgument);
  EXPECT_THROW(plan_matmul(8, 8, 8, DType::i32, mk2), TypeError);
  EXPECT_THROW(plan_matmul(8, 8, 8, DType::f32, mk2, {.available_memory_proportion = 0}),
               InvalidArgument);
  EXPECT_NO_THROW(plan_matmul(1 << 17, 1 << 17, 1 << 17, DType::f16, mk2));
}

}  // namespace
}  // namespace pipette
