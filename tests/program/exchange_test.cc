// What IPUs and replicas tell each other: numbers, waits and cycles.
#include "program/exchange.h"

#include "program/exchange_costs.h"
#include "program/tree_fixture.h"

namespace pipette {
namespace {

using namespace testing_support;

// Two replicas of two IPUs; a value of four floats.
class ExchangeTest : public testing::Test {
 protected:
  ExchangeTest() {
    Buffer value;
    value.spec = {DType::f32, Shape{4}};
    for (std::size_t i = 0; i < 2; ++i) {
      value.arena_offset = 64 * i;
      executable_.buffers.push_back(value);
    }
    executable_.arena_bytes = 128;
    executable_.num_ipus = 2;
  }
  // Adds an instruction to the program.
  template <class What>
  void add(What what, int ipu) {
    executable_.root.children.push_back(instruction("exchange", std::move(what)));
    executable_.root.children.back().ipu = ipu;
    number(executable_.root, executable_.num_instructions = 0);
  }
  float* floats(int replica, BufferId id) {
    return reinterpret_cast<float*>(replicas_->address(replica, id));
  }
  Exchange& made() {
    replicas_.emplace(executable_, 2, 2);
    recorder_.emplace(executable_, machine_);
    return exchange_.emplace(executable_, machine_, *replicas_, *recorder_);
  }

  Executable executable_;
  Machine machine_{with_num_ipus(4)};
  std::optional<Replicas> replicas_;
  std::optional<Recorder> recorder_;
  std::optional<Exchange> exchange_;
};

TEST_F(ExchangeTest, AllReduceGivesEachReplicaTheSumOrTheMean) {
  const AllReduce sum{0, 1, {DType::f32, Shape{4}}, kernels::ReduceOp::sum};
  AllReduce mean = sum;
  mean.op = kernels::ReduceOp::mean;
  add(sum, 1);
  add(mean, 1);
  Exchange& exchange = made();
  for (int i = 0; i < 4; ++i) {
    floats(0, 0)[i] = static_cast<float>(i);
    floats(1, 0)[i] = 10;
  }
  const Instruction& summing = executable_.root.children[0];
  machine_.device.spend(3, 1000);  // IPU 1 of the second replica is late
  exchange.all_reduce(summing, std::get<AllReduce>(summing.what));
  const std::int64_t cycles = all_reduce_cost(sum, 2, machine_.device.cost_model()).total_cycles();
  EXPECT_GT(cycles, 0);
  for (int r = 0; r < 2; ++r) {
    for (int i = 0; i < 4; ++i) EXPECT_EQ(floats(r, 1)[i], 10.0f + static_cast<float>(i));
    EXPECT_EQ(machine_.device.cycles(2 * r + 1), 1000 + cycles);
    EXPECT_EQ(machine_.device.cycles(2 * r), 0);
  }
  const Instruction& averaging = executable_.root.children[1];
  exchange.all_reduce(averaging, std::get<AllReduce>(averaging.what));
  for (int r = 0; r < 2; ++r) EXPECT_EQ(floats(r, 1)[3], 6.5f);
}

TEST_F(ExchangeTest, ACopyHoldsUpTheTwoIpusOfEachReplica) {
  add(InterIpuCopy{0, superstep(20)}, 1);
  Exchange& exchange = made();
  machine_.device.spend(0, 100);
  machine_.device.spend(3, 300);
  const Instruction& copy = executable_.root.children[0];
  exchange.inter_ipu_copy(copy, std::get<InterIpuCopy>(copy.what));
  EXPECT_EQ(machine_.device.cycles(0), 120);
  EXPECT_EQ(machine_.device.cycles(1), 120);
  EXPECT_EQ(machine_.device.cycles(2), 320);
  EXPECT_EQ(machine_.device.cycles(3), 320);
}

TEST_F(ExchangeTest, ATransferTakesTheTimeOfItsOwnIpuOnly) {
  RemoteLoad load{{0, 16, superstep(30)}};
  add(load, 1);
  Exchange& exchange = made();
  exchange.remote_transfer(executable_.root.children[0], load, SpanKind::remote_load);
  for (const int ipu : {0, 1, 2, 3}) {
    EXPECT_EQ(machine_.device.cycles(ipu), ipu % 2 == 1 ? 30 : 0) << ipu;
  }
  const Span last = machine_.trace[machine_.trace.end() - 1];
  EXPECT_EQ(last.kind, SpanKind::remote_load);
  EXPECT_EQ(last.bytes, 16);
}

TEST_F(ExchangeTest, GatheringSharesOfOneReplicaTakesNoTime) {
  GatherShares gather;
  add(gather, 0);
  Exchange& exchange = made();
  exchange.gather_shares(executable_.root.children[0], gather);
  EXPECT_EQ(machine_.device.now(), 0);
}

}  // namespace
}  // namespace pipette
