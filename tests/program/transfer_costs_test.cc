// What transfers to streaming memory cost: IPUs of a machine share its bandwidth.
#include "program/transfer_costs.h"

#include "program/tree_fixture.h"

namespace pipette {
namespace {

using namespace testing_support;

constexpr std::int64_t kBytes = 1 << 20;

const CostModel& costs() {
  static const CostModel model(architecture("Mk2"));
  return model;
}

Instruction load_on(int ipu) {
  Instruction load = instruction("load", RemoteLoad{{0, kBytes, {}}});
  load.ipu = ipu;
  return load;
}

std::int64_t cycles(const Instruction& instruction) { return instruction.cost().total_cycles(); }

TEST(TransferCosts, IpusThatStreamInTheSamePartShareTheMachine) {
  Executable alone = executable_of(instruction("", Sequence{}, {load_on(0)}));
  Executable both = executable_of(instruction("", Sequence{}, {load_on(0), load_on(1)}), 2);
  cost_transfers({1, 1}, {}, costs(), alone.root);
  cost_transfers({1, 2}, {}, costs(), both.root);
  EXPECT_EQ(cycles(alone.root.children[0]), costs().remote_transfer(kBytes, 1).total_cycles());
  for (const Instruction& load : both.root.children) {
    EXPECT_EQ(cycles(load), costs().remote_transfer(kBytes, 2).total_cycles());
  }
}

TEST(TransferCosts, StageProgramsAndWeightUpdateDoNotShare) {
  Executable program = executable_of(instruction("", Pipeline{},
                                                 {instruction("", StageProgram{}, {load_on(0)}),
                                                  instruction("", StageProgram{}, {load_on(1)}),
                                                  instruction("", Sequence{}, {load_on(0)})}),
                                     2);
  cost_transfers({1, 2}, {}, costs(), program.root);
  const auto& parts = program.root.children;
  EXPECT_EQ(cycles(parts[0].children[0]), costs().remote_transfer(kBytes, 2).total_cycles());
  EXPECT_EQ(cycles(parts[1].children[0]), costs().remote_transfer(kBytes, 2).total_cycles());
  EXPECT_EQ(cycles(parts[2].children[0]), costs().remote_transfer(kBytes, 1).total_cycles());
}

TEST(TransferCosts, ReplicasOfAMachineCountAndSharedTransfersMoveAShare) {
  Executable program = executable_of(instruction("", Sequence{}, {load_on(0), load_on(0)}));
  cost_transfers({2, 1}, {program.root.children[1].id}, costs(), program.root);
  const int sharing = costs().arch().ipus_per_machine > 1 ? 2 : 1;
  EXPECT_EQ(cycles(program.root.children[0]),
            costs().remote_transfer(kBytes, sharing).total_cycles());
  EXPECT_EQ(std::get<RemoteLoad>(program.root.children[1].what).bytes, kBytes / 2);
  EXPECT_EQ(cycles(program.root.children[1]),
            costs().remote_transfer(kBytes / 2, sharing).total_cycles());
}

TEST(TransferCosts, GatheringCostsWithSeveralReplicasOnly) {
  const Executable program =
      executable_of(instruction("", Sequence{}, {instruction("", GatherShares{0, kBytes, {}})}));
  Instruction one = program.root, two = program.root;
  cost_transfers({1, 1}, {}, costs(), one);
  cost_transfers({2, 1}, {}, costs(), two);
  EXPECT_EQ(cycles(one.children[0]), 0);
  EXPECT_EQ(cycles(two.children[0]), costs().allgather(2, kBytes).total_cycles());
}

TEST(ReplicaLayout, SharesAreRoundedUp) {
  EXPECT_EQ((ReplicaLayout{4, 1}).share_of(100), 25);
  EXPECT_EQ((ReplicaLayout{3, 1}).share_of(100), 34);
}

}  // namespace
}  // namespace pipette
