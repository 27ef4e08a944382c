#include "device/cost_model.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/hash.h"
#include "device/clock.h"

namespace pipette {
namespace {

TEST(Cost, AddsPhasesAndKeepsTheMostTiles) {
  const Cost a{1, 2, 3, 4, 5, 6, 7};
  const Cost b{10, 20, 30, 40, 3, 60, 70};
  EXPECT_EQ(a + b, (Cost{11, 22, 33, 44, 5, 66, 77}));
  EXPECT_EQ((a + b).total_cycles(), 110);
}

TEST(CostModel, ElementwiseIsPoplibsFormula) {
  const CostModel model(architecture("Mk2"));
  // 1472 tiles x 1000 f32: 167 elements per worker, 84 vectors of 3 cycles.
  const Cost relu = model.elementwise(1'472'000, 1, DType::f32, OpClass::relu);
  EXPECT_EQ(relu.compute_cycles, 6 * (17 + 84 * 3) + 20);
  EXPECT_EQ(relu.sync_cycles, 90);
  EXPECT_EQ(relu.exchange_cycles, 0);
  EXPECT_EQ(relu.tiles, 1472);
  EXPECT_EQ(relu.bytes, 2 * 4 * 1'472'000);
  // 128 bytes a tile at least: 1000 f32 lie on 31 tiles, 33 of them on the fullest (in pairs).
  const Cost small = model.elementwise(1000, 1, DType::f32, OpClass::relu);
  EXPECT_EQ(small.tiles, 31);
  EXPECT_EQ(small.compute_cycles, 6 * (17 + 3 * 3) + 20);
}

TEST(CostModel, FusingSavesSyncAndOverhead) {
  const CostModel model(architecture("Mk2"));
  const OpClass ops[] = {OpClass::add, OpClass::relu};
  const Cost fused = model.fused_elementwise(100'000, 2, DType::f32, ops, 2);
  Cost apart = model.elementwise(100'000, 2, DType::f32, OpClass::add);
  apart += model.elementwise(100'000, 1, DType::f32, OpClass::relu);
  EXPECT_EQ(apart.sync_cycles, 2 * fused.sync_cycles);
  EXPECT_EQ(apart.compute_cycles - fused.compute_cycles, 6 * 17 + 20);
  EXPECT_EQ(apart.flops, fused.flops);
}

TEST(CostModel, MatmulSplitsThePlanIntoPhases) {
  const CostModel model(architecture("Mk2"));
  const MatmulPlan& plan = model.matmul_plan(32, 784, 128, DType::f32);
  const Cost cost = model.matmul(32, 784, 128, DType::f32);
  EXPECT_EQ(cost.total_cycles(), plan.total_cycles());
  EXPECT_EQ(cost.flops, 2 * 32 * 784 * 128);
  EXPECT_EQ(cost.bytes, 4 * (32 * 784 + 784 * 128 + 32 * 128));
  const CostModel bare(architecture("Mk2"), {.layout_changes = false});
  EXPECT_EQ(bare.matmul(32, 784, 128, DType::f32).layout_cycles, 0);
  const CostModel copy = model;  // the cache goes along and stays right
  EXPECT_EQ(copy.matmul(32, 784, 128, DType::f32), cost);
}

TEST(CostModel, ConvolutionIsAProduct) {
  const CostModel model(architecture("Mk2"));
  Conv2dSize size{.batch = 4,
                  .out_h = 14,
                  .out_w = 14,
                  .in_channels = 16,
                  .out_channels = 32,
                  .kernel_h = 3,
                  .kernel_w = 3};
  const Cost dense = model.conv2d(size, DType::f16);
  EXPECT_EQ(dense, model.matmul(32, 16 * 9, 4 * 14 * 14, DType::f16));
  size.groups = 4;
  EXPECT_EQ(model.conv2d(size, DType::f16).flops * 4, dense.flops);
  size.groups = 3;
  EXPECT_THROW(model.conv2d(size, DType::f16), InvalidArgument);
}

TEST(CostModel, ReductionsGrowWithTheWorkAndUseStages) {
  const CostModel model(architecture("Mk2"));
  std::int64_t last = 0;
  for (std::int64_t size = 1; size <= 1 << 24; size *= 4) {
    const Cost cost = model.reduce(1, size, 1, DType::f32);
    EXPECT_GE(cost.total_cycles(), last) << size;
    EXPECT_EQ(cost.flops, size - 1);
    last = cost.total_cycles();
  }
  // 16 M elements in one superstep would be 16 M x 4 bytes through one tile's 4 bytes a cycle.
  EXPECT_LT(last, 60'000);
  EXPECT_EQ(model.reduce(1, 1 << 24, 1, DType::f32).sync_cycles % (2 * 90), 0);
  EXPECT_GT(model.reduce(1, 1 << 24, 1, DType::f32).sync_cycles, 2 * 90);
  // A bias gradient: [32, 128] -> [128], one superstep, some hundred cycles.
  const Cost bias = model.reduce(1, 32, 128, DType::f32);
  EXPECT_LT(bias.total_cycles(), 1000);
  EXPECT_EQ(bias.flops, 31 * 128);
}

TEST(CostModel, LossesAndUpdatesAreTheirParts) {
  const CostModel model(architecture("Mk2"));
  EXPECT_GT(model.softmax(32, 10, DType::f32).total_cycles(),
            2 * model.reduce(32, 10, 1, DType::f32).total_cycles());
  EXPECT_GT(model.cross_entropy(32, 10, DType::f32).total_cycles(),
            model.reduce(32, 10, 1, DType::f32).total_cycles());
  std::int64_t last = 0;
  for (OptimizerKind kind :
       {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::rmsprop, OptimizerKind::adam}) {
    const std::int64_t cycles = model.optimizer_update(100'352, kind, DType::f32).total_cycles();
    EXPECT_GT(cycles, last);
    last = cycles;
  }
}

TEST(CostModel, MovesFollowTheirBandwidths) {
  const Architecture& mk2 = architecture("Mk2");
  const CostModel model(mk2);
  EXPECT_EQ(model.exchange(1472 * 4000).exchange_cycles, 101 + 1000);
  EXPECT_EQ(model.transpose(1472 * 1000, DType::f32).layout_cycles, 587 + 12500);
  EXPECT_EQ(model.copy(1472 * 4800).compute_cycles, 6 * (17 + 100) + 20);
  // tut6 on hardware: 40.044 MB in 2.641 million cycles.
  EXPECT_NEAR(static_cast<double>(model.stream_copy(40'044'000).exchange_cycles) / 2.641e6, 1,
              0.01);
  EXPECT_EQ(model.stream_copy(0).exchange_cycles, 1490);
  // One IPU alone is held by its own port, four by the memory they share.
  const double alone = cycles_to_seconds(model.remote_transfer(1 << 30, 1).exchange_cycles, mk2);
  const double four = cycles_to_seconds(model.remote_transfer(1 << 30, 4).exchange_cycles, mk2);
  EXPECT_NEAR(alone, (1 << 30) / 20e9, 1e-6);
  EXPECT_NEAR(four, (1 << 30) / 9.6e9, 1e-6);
  EXPECT_EQ(model.remote_transfer(1 << 30, 8).exchange_cycles,
            model.remote_transfer(1 << 30, 4).exchange_cycles);
}

TEST(CostModel, IoTilesPassOnTheirShareOfTheBytes) {
  Architecture arch = architecture("Mk2");
  arch.io_tiles = 32;
  const CostModel model(arch);
  const Cost cost = model.io_tile_copy(32 * 4000);
  EXPECT_EQ(cost.exchange_cycles, 101 + 4000 / 4);
  EXPECT_EQ(cost.sync_cycles, 90);
  arch.tiles = 16;  // fewer tiles compute than hand over
  EXPECT_EQ(CostModel(arch).io_tile_copy(32 * 4000).exchange_cycles, 101 + 8000 / 4);
  EXPECT_EQ(model.io_tile_copy(0).total_cycles(), 0);
}

TEST(CostModel, AllReduceIsARing) {
  const Architecture& mk2 = architecture("Mk2");
  const CostModel model(mk2);
  EXPECT_EQ(model.allreduce(1, 1 << 20), Cost{});
  for (int n : {2, 4, 8, 16}) {
    const std::int64_t bytes = 64 << 20;
    const double seconds = cycles_to_seconds(model.allreduce(n, bytes).exchange_cycles, mk2);
    const double closed = 2.0 * (n - 1) * 1.28e-6 + 2.0 * (n - 1) / n * static_cast<double>(bytes) /
                                                        mk2.global_bytes_per_second(n);
    EXPECT_NEAR(seconds / closed, 1.0, 1e-3) << n;
  }
  EXPECT_GT(model.sync(16).sync_cycles, model.sync(2).sync_cycles);
  EXPECT_EQ(model.sync(2).sync_cycles, 90 + 40);  // 15 ns there and back at 1.33 GHz: 39.9
}

// Reduce-scatter and all-gather make an all-reduce; the adding is the rest of it.
TEST(CostModel, AllGatherIsHalfTheRing) {
  const CostModel model(architecture("Mk2"));
  EXPECT_EQ(model.allgather(1, 1 << 20), Cost{});
  EXPECT_EQ(model.allgather(4, 0), Cost{});
  for (const int n : {2, 3, 4, 8, 16}) {
    for (const std::int64_t bytes : {1, 1000, 1 << 20}) {
      const Cost gather = model.allgather(n, bytes);
      const Cost reduce = model.allreduce(n, bytes);
      const std::int64_t chunk = (bytes + n - 1) / n;
      const Cost add = model.elementwise((chunk + 3) / 4, 2, DType::f32, OpClass::add);
      EXPECT_EQ(2 * gather.total_cycles() + (n - 1) * add.total_cycles(), reduce.total_cycles());
      EXPECT_EQ(gather.exchange_cycles, (n - 1) * model.global_exchange(n, chunk).exchange_cycles);
    }
  }
  EXPECT_THROW(model.allgather(0, 1), InvalidArgument);
  EXPECT_THROW(model.allgather(2, -1), InvalidArgument);
}

TEST(CostModel, AStepOfTheMnistModelTakesAboutTwentyMicroseconds) {
  const Architecture& mk2 = architecture("Mk2");
  const CostModel model(mk2);
  const DType f = DType::f32;
  Cost step = model.stream_copy(100'480);
  step += model.matmul(32, 784, 128, f);
  step += model.elementwise(32 * 128, 2, f, OpClass::relu);
  step += model.matmul(32, 128, 10, f);
  step += model.softmax(32, 10, f);
  step += model.cross_entropy(32, 10, f);
  step += model.matmul(128, 32, 10, f);   // weight gradient, second layer
  step += model.matmul(32, 10, 128, f);   // gradient of the activations
  step += model.matmul(784, 32, 128, f);  // weight gradient, first layer
  step += model.reduce(1, 32, 128, f);
  step += model.optimizer_update(784 * 128 + 128 * 10, OptimizerKind::sgd, f);
  const double us = cycles_to_us(step.total_cycles(), mk2);
  fmt::print("one step: {:.1f} us: exchange {}, sync {}, layout {}, compute {} cycles\n", us,
             step.exchange_cycles, step.sync_cycles, step.layout_cycles, step.compute_cycles);
  EXPECT_GT(us, 15);
  EXPECT_LT(us, 30);
}

TEST(CostModel, NothingCostsNothingAndNonsenseThrows) {
  const CostModel model(architecture("Mk2"));
  EXPECT_EQ(model.matmul(0, 3, 3, DType::f32), Cost{});
  EXPECT_EQ(model.elementwise(0, 1, DType::f32, OpClass::exp), Cost{});
  EXPECT_EQ(model.reduce(3, 0, 3, DType::f32), Cost{});
  EXPECT_EQ(model.gather(0, 8, DType::f32), Cost{});
  EXPECT_EQ(model.copy(0), Cost{});
  EXPECT_THROW(model.elementwise(-1, 1, DType::f32, OpClass::exp), InvalidArgument);
  EXPECT_THROW(model.matmul(-1, 3, 3, DType::f32), InvalidArgument);
  EXPECT_THROW(model.reduce(1ll << 40, 1ll << 40, 1ll << 40, DType::f32), InvalidArgument);
  EXPECT_THROW(model.exchange(-1), InvalidArgument);
  EXPECT_THROW(model.gather(1ll << 40, 1ll << 40, DType::f32), InvalidArgument);
  EXPECT_THROW(model.gather(4, -1, DType::f32), InvalidArgument);
  EXPECT_THROW(model.sync(0), InvalidArgument);
}

TEST(CostModel, EveryDtypeHasACost) {
  const CostModel model(architecture("Mk2"));
  for (DType dtype :
       {DType::f32, DType::f16, DType::i32, DType::u32, DType::i8, DType::u8, DType::boolean}) {
    EXPECT_GT(model.elementwise(100, 1, dtype, OpClass::copy).total_cycles(), 0);
    EXPECT_GT(model.reduce(4, 4, 4, dtype).total_cycles(), 0);
    EXPECT_GT(model.gather(4, 4, dtype).total_cycles(), 0);
    EXPECT_GT(model.cast(10, dtype, DType::f32).total_cycles(), 0);
    EXPECT_GT(model.transpose(10, dtype).total_cycles(), 0);
  }
}

// Cycles are part of what an experiment's fingerprint covers: every build must give these. A change
// of the model changes the figure; then say why in the commit.
TEST(CostModel, GivesTheSameCyclesInEveryBuild) {
  Hash hash;
  const auto add = [&hash](const Cost& c) {
    const std::int64_t cycles[] = {c.exchange_cycles, c.sync_cycles, c.layout_cycles,
                                   c.compute_cycles};
    hash.add(cycles, sizeof(cycles));
  };
  std::uint32_t state = 7;
  const auto size = [&state] {
    state = state * 1664525u + 1013904223u;
    return static_cast<std::int64_t>(1 + (state >> 8) % (1u << (1 + (state >> 28))));
  };
  for (const Architecture& arch : architectures()) {
    const CostModel model(arch);
    for (int i = 0; i < 200; ++i) {
      const DType dtype = i % 2 ? DType::f16 : DType::f32;
      const std::int64_t a = size();  // one by one: compilers order arguments differently
      const std::int64_t b = size();
      const std::int64_t c = size();
      add(model.matmul(a, b, c, dtype));
      add(model.reduce(a, b, c, dtype));
      add(model.softmax(a, b, dtype));
      add(model.optimizer_update(a * b, OptimizerKind::adam, dtype));
      add(model.transpose(a * c, dtype));
      add(model.gather(a, b, dtype));
      add(model.allreduce(1 + i % 16, a * b, dtype));
      add(model.stream_copy(a * c));
      add(model.remote_transfer(b * c, 1 + i % 4));
    }
  }
  EXPECT_EQ(hash.hex(), "2804615235f25fe3");
}

}  // namespace
}  // namespace pipette
