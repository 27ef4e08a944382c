#include "popdist/popdist.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/item.h"
#include "thread_instances.h"

namespace pipette::popdist {
namespace {

TEST(Popdist, AProcessAloneHasAllReplicas) {
  Membership membership;
  EXPECT_EQ(get_num_instances(), 1);
  EXPECT_EQ(get_instance_index(), 0);
  EXPECT_EQ(get_num_local_replicas(8), 8);
  EXPECT_EQ(get_replica_index_offset(8), 0);
  EXPECT_TRUE(speaks());
  EXPECT_EQ(membership.leave(3, "wrong").exit_code, 3);
}

#ifndef __EMSCRIPTEN__  // there are no threads

TEST(Popdist, SharesCoverAllReplicasOnceAndTheFirstHasReplica0) {
  for (int instances = 1; instances <= 5; ++instances) {
    for (int replicas = 1; replicas <= 9; ++replicas) {
      std::vector<int> begins(static_cast<std::size_t>(instances)), sizes = begins;
      testing_support::run_instances(instances, [&] {
        EXPECT_EQ(get_num_instances(), instances);
        const int index = get_instance_index();
        EXPECT_EQ(speaks(), index == 0);
        item(begins, index) = get_replica_index_offset(replicas);
        item(sizes, index) = get_num_local_replicas(replicas);
      });
      int next = 0;
      for (int i = 0; i < instances; ++i) {
        EXPECT_EQ(item(begins, i), next);
        EXPECT_GE(item(sizes, i), replicas / instances);
        EXPECT_LE(item(sizes, i), (replicas + instances - 1) / instances);
        next += item(sizes, i);
      }
      EXPECT_EQ(next, replicas);
      EXPECT_GT(sizes[0], 0);
    }
  }
}

#endif

}  // namespace
}  // namespace pipette::popdist
