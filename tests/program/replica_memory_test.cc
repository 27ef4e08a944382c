// Where buffers lie, in each replica.
#include "program/tree_fixture.h"

namespace pipette {
namespace {

using namespace testing_support;

TEST(ReplicaMemory, EachReplicaHasVariablesArenaAndNumberOfItsOwn) {
  Executable program = executable_of({});
  const BufferId value = add_scalar(program);
  Buffer index, constant, variable;
  index.kind = BufferKind::replica_index;
  constant.kind = BufferKind::constant;
  constant.storage = Array::scalar(7);
  variable.kind = BufferKind::variable;
  variable.variable = 0;
  for (const Buffer& buffer : {index, constant, variable}) program.buffers.push_back(buffer);
  program.variables.emplace_back("v", Array::scalar(5));
  const Replicas replicas(program, 2, 4);
  EXPECT_EQ(replicas.count(), 2);
  EXPECT_NE(replicas.address(0, value), replicas.address(1, value));
  EXPECT_NE(replicas.address(0, 3), replicas.address(1, 3));
  EXPECT_EQ(replicas.address(0, 3), program.variables[0].storage(0).bytes());
  EXPECT_EQ(replicas.address(0, 2), replicas.address(1, 2));
  for (int r = 0; r < 2; ++r) {
    EXPECT_EQ(scalar(replicas.addresses(r), 1), r);
    EXPECT_EQ(scalar(replicas.addresses(r), 2), 7);
  }
  Instruction on_third;
  on_third.ipu = 3;
  EXPECT_EQ(replicas.ipu_of(1, on_third), 7);
}

TEST(ReplicaMemory, CountsBelowZeroAreNone) {
  Executable program = executable_of({});
  const BufferId count = add_scalar(program);
  const Replicas replicas(program, 1, 1);
  scalar(replicas.addresses(0), count) = 4;
  EXPECT_EQ(replicas.value_of({9, count}), 4);
  EXPECT_EQ(replicas.value_of({9}), 9);
  scalar(replicas.addresses(0), count) = -4;
  EXPECT_EQ(replicas.value_of({9, count}), 0);
}

TEST(ReplicaMemory, RingsHaveTheEntryOfTheirMiniBatch) {
  Executable program = executable_of({});
  const BufferId ring = add_scalar(program, 3);
  Replicas replicas(program, 2, 1);
  std::vector<std::byte*> copy = replicas.buffers(1);
  replicas.select({ring}, 7);
  EXPECT_EQ(replicas.address(1, ring), copy[0] + 64);
  replicas.select({ring}, 5, 1, copy);
  EXPECT_EQ(copy[0], replicas.address(1, ring) + 64);
}

TEST(ReplicaMemory, ElementsAreKeptAsLongAsTheirMiniBatchMayNeedThem) {
  StreamIn in;
  in.leaves = {{0, {DType::i32, Shape{}}}};
  Executable program = executable_of(instruction("in", in));
  Buffer bound;
  bound.kind = BufferKind::bound;
  bound.entries = 2;
  program.buffers.push_back(bound);
  Replicas replicas(program, 1, 1);
  for (int b = 0; b < 3; ++b) {
    std::vector<Array>& element = replicas.element(0, program.root, b);
    element = {Array::scalar(b)};
    replicas.bind(0, in, b, element);
    EXPECT_EQ(scalar(replicas.addresses(0), 0), b);
  }
  replicas.select({0}, 1);
  EXPECT_EQ(scalar(replicas.addresses(0), 0), 1);
}

}  // namespace
}  // namespace pipette
