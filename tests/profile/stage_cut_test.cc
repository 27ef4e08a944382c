// Cuts of a pipeline's layers into stages.
#include "profile/stage_cut.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/random.h"
#include "session/session.h"

namespace pipette::profile {
namespace {

using ::testing::ElementsAre;

StageCut cut_of(const std::vector<std::int64_t>& loads, const std::vector<int>& layers_of) {
  StageCut cut;
  for (const std::int64_t load : loads) cut.layers.push_back({"layer", load});
  cut.layers_of = layers_of;
  return cut;
}

TEST(StageCut, TheBestOneIsThatOfTheTextbook) {
  // Skiena, The Algorithm Design Manual: 1 to 9 in three parts is 1 2 3 4 5 | 6 7 | 8 9.
  const StageCut best = best_cut(cut_of({1, 2, 3, 4, 5, 6, 7, 8, 9}, {3, 3, 3}));
  EXPECT_THAT(best.layers_of, ElementsAre(5, 2, 2));
  EXPECT_EQ(best.bound(), 17);
}

// The least bound of all cuts, by trying each.
std::int64_t least_bound(const std::vector<std::int64_t>& loads, std::size_t first, int stages) {
  if (stages == 1) {
    std::int64_t sum = 0;
    for (std::size_t i = first; i < loads.size(); ++i) sum += loads[i];
    return sum;
  }
  std::int64_t least = least_bound(loads, first, stages - 1);  // the stage has no layer
  std::int64_t sum = 0;
  for (std::size_t i = first; i < loads.size(); ++i) {
    sum += loads[i];
    least = std::min(least, std::max(sum, least_bound(loads, i + 1, stages - 1)));
  }
  return least;
}

TEST(StageCut, NoCutIsBetterThanTheBest) {
  RandomStream random(20260101, "cuts");
  for (int round = 0; round < 50; ++round) {
    std::vector<std::int64_t> loads;
    for (int i = 0; i < 7; ++i) loads.push_back(static_cast<std::int64_t>(random.next_u32() % 100));
    const StageCut best = best_cut(cut_of(loads, {4, 3, 0}));
    EXPECT_EQ(best.bound(), least_bound(loads, 0, 3));
  }
}

TEST(StageCut, IsReadFromTheProgram) {
  Session session(Experiment::defaults("inspect-keras"));
  session.advance(Budget::steps(1));
  const std::optional<StageCut> cut = stage_cut(session.profiles().at(0).program);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->to_string(), "Dense_256 | Dense_128 Dense_10");
  std::int64_t all = 0;
  for (const LayerLoad& layer : cut->layers) all += layer.cycles;
  EXPECT_EQ(cut->load_of(0) + cut->load_of(1), all);
}

TEST(StageCut, IsNoneWithoutAPipeline) {
  Session session(Experiment::defaults("mnist-with-feeds"));
  session.advance(Budget::steps(1));
  EXPECT_FALSE(stage_cut(session.profiles().at(0).program));
}

}  // namespace
}  // namespace pipette::profile
