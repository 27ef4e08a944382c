#include "device/links.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <set>

#include "core/random.h"
#include "device/cost_model.h"

namespace pipette {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Links, ConsecutiveIdsAreNeighbours) {
  std::vector<int> order;
  for (int ipu = 0; ipu < 8; ++ipu) order.push_back(Ladder().physical(ipu));
  EXPECT_THAT(order, ElementsAre(0, 1, 3, 2, 4, 5, 7, 6));
  for (int ipu = 0; ipu < 63; ++ipu) {
    EXPECT_EQ(Ladder().route(ipu, ipu + 1).size(), 1u) << ipu;
    EXPECT_EQ(Ladder().route(ipu + 1, ipu).size(), 1u) << ipu;
  }
}

TEST(Links, ARouteIsAShortestWayOnTheLadder) {
  EXPECT_THAT(Ladder().route(5, 5), IsEmpty());
  for (int from = 0; from < 16; ++from) {
    for (int to = 0; to < 16; ++to) {
      const int a = Ladder().physical(from), b = Ladder().physical(to);
      const auto hops = static_cast<std::size_t>(std::abs(a / 2 - b / 2) + (a % 2 != b % 2));
      const std::vector<LinkId> links = Ladder().route(from, to);
      EXPECT_EQ(links.size(), hops);
      EXPECT_EQ(std::set<LinkId>(links.begin(), links.end()).size(), hops);
    }
  }
}

TEST(Links, SelectionOrders) {
  const auto order = [](SelectionOrder kind) {
    std::vector<int> physical;
    for (int ipu = 0; ipu < 8; ++ipu) physical.push_back(Ladder{kind, 8}.physical(ipu));
    return physical;
  };
  EXPECT_THAT(order(SelectionOrder::zigzag), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(order(SelectionOrder::snake), ElementsAre(0, 1, 3, 2, 4, 5, 7, 6));
  EXPECT_EQ(order(SelectionOrder::automatic), order(SelectionOrder::snake));
  EXPECT_THAT(order(SelectionOrder::hoof), ElementsAre(0, 2, 4, 6, 7, 5, 3, 1));
  // Only the zigzag has neighbours in number that are two hops apart.
  EXPECT_EQ((Ladder{SelectionOrder::zigzag, 8}.route(1, 2).size()), 2u);
  for (int ipu = 0; ipu < 7; ++ipu) {
    EXPECT_EQ((Ladder{SelectionOrder::hoof, 8}.route(ipu, ipu + 1).size()), 1u) << ipu;
  }
}

TEST(Links, EachDirectionIsItsOwn) {
  std::set<LinkId> all;
  std::size_t steps = 0;
  for (int ipu = 0; ipu < 15; ++ipu) {
    all.insert(Ladder().route(ipu, ipu + 1)[0]);
    all.insert(Ladder().route(ipu + 1, ipu)[0]);
    steps += 2;
  }
  EXPECT_EQ(all.size(), steps);
}

TEST(LinkExchange, TakesAsLongAsTheLinkWithMostToDo) {
  std::vector<Copies> all(4);
  all[0].add(Ladder().route(0, 1), 10);    // across the first rung
  all[1].add(Ladder().route(0, 2), 7.25);  // across it too, and up
  all[2].add(Ladder().route(1, 2), 16);    // up
  all[3].add(Ladder().route(1, 0), 100);   // back
  all[1].latency_cycles = 3;
  LinkExchange exchange(all);
  EXPECT_EQ(exchange.cycles(), 0);
  exchange.add(0);
  EXPECT_EQ(exchange.cycles(), 10);
  exchange.add(1);
  EXPECT_EQ(exchange.cycles(), 21);  // 17.25 and 3, rounded up
  exchange.add(2);
  EXPECT_EQ(exchange.cycles(), 27);  // 23.25 on the way up
  exchange.clear();
  exchange.add(3);
  EXPECT_EQ(exchange.cycles(), 100);
}

TEST(LinkExchange, OrderDoesNotMatter) {
  RandomStream random(11, "links");
  for (int round = 0; round < 200; ++round) {
    std::vector<Copies> all(5);
    for (Copies& copies : all) {
      for (int i = 0; i < 3; ++i) {
        copies.add(Ladder().route(static_cast<int>(random.uniform_int(12)),
                                  static_cast<int>(random.uniform_int(12))),
                   static_cast<double>(random.uniform_int(1000)));
      }
    }
    LinkExchange exchange(all);
    for (int i = 0; i < 5; ++i) exchange.add(i);
    const std::int64_t forwards = exchange.cycles();
    exchange.clear();
    for (int i = 4; i >= 0; --i) exchange.add(i);
    EXPECT_EQ(exchange.cycles(), forwards);
  }
}

TEST(Links, FurtherApartCostsMore) {
  const CostModel model(architecture("Mk2"));
  const auto cycles = [&](int to, std::int64_t bytes) {
    return model.inter_ipu_copy(8, 0, to, bytes).exchange_cycles;
  };
  EXPECT_EQ(cycles(1, 4096), model.global_exchange(8, 4096).exchange_cycles);
  EXPECT_EQ(cycles(3, 4096), cycles(1, 4096));
  // 15 ns for each further hop, at 1.33 GHz.
  EXPECT_NEAR(static_cast<double>(cycles(2, 4096) - cycles(1, 4096)), 20, 1);
  EXPECT_NEAR(static_cast<double>(cycles(6, 4096) - cycles(1, 4096)), 60, 1);
  EXPECT_EQ(model.inter_ipu_copy(8, 0, 1, 0).exchange_cycles, 0);
  // A machine of two has four links between them.
  EXPECT_LT(model.inter_ipu_copy(2, 0, 1, 1 << 20).exchange_cycles, cycles(1, 1 << 20));
}

}  // namespace
}  // namespace pipette
