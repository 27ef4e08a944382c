// Advice of profiles: what it means to experiments, and that its promises hold.
#include "core/json.h"
#include "session/advised_experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/edit.h"
#include "session/advice_trial.h"

namespace pipette {
namespace {

using profile::Advice;
using profile::AdviceKind;

struct AdviceChange {
  const char* name;
  Json value;
};

Experiment changed(const char* name, const std::vector<AdviceChange>& changes) {
  Experiment e = Experiment::defaults(name);
  for (const AdviceChange& change : changes) set_value(e, change.name, change.value);
  return e;
}

std::vector<Advice> advice_for(const Experiment& e) {
  const ImageData data = ImageData::generated(e.training.seed);
  AdviceTrial run(e, data);
  run.advance(Budget());
  std::vector<Advice> all;
  const std::vector<profile::Profile> profiles = run.session().profiles();
  for (const profile::Insight& insight : profiles.at(0).insights) {
    all.insert(all.end(), insight.advice.begin(), insight.advice.end());
  }
  return all;
}

struct AdviceCase {
  const char* title;
  const char* name;
  std::vector<AdviceChange> changes;
  std::vector<AdviceKind> expected;
};

void PrintTo(const AdviceCase& c, std::ostream* out) { *out << c.title; }

class Promises : public testing::TestWithParam<AdviceCase> {};

// The advised experiment is run. What comes differs from what was promised by at most a tenth of
// what was to be gained.
TEST_P(Promises, Hold) {
  const Experiment e = changed(GetParam().name, GetParam().changes);
  const ImageData data = ImageData::generated(e.training.seed);
  const std::vector<Advice> all = advice_for(e);
  std::vector<AdviceKind> kinds;
  for (const Advice& advice : all) {
    kinds.push_back(advice.kind);
    ASSERT_FALSE(advice.changes.empty());
    AdviceTrial trial(with_changes(e, parse_changes(advice.changes)), data);
    trial.advance(Budget());
    const std::optional<double> came = trial.came(advice.promise);
    ASSERT_TRUE(came) << advice.text;
    const profile::Promise& promise = advice.promise;
    EXPECT_TRUE(promise.kept(*came)) << advice.text << promise.from << promise.to << *came;
    EXPECT_NEAR(*came, promise.to, 0.1 * (promise.from - promise.to))
        << advice.text << " from " << promise.from;
  }
  EXPECT_EQ(kinds, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Catalogue, Promises,
    testing::Values(
        AdviceCase{"with feeds",
                   "mnist-with-feeds",
                   {},
                   {AdviceKind::faster_host, AdviceKind::more_steps_per_run}},
        AdviceCase{"elements made when asked",
                   "mnist-with-feeds",
                   {{"host.prefetch_data_streams", false}, {"steps_per_execution", 50}},
                   {AdviceKind::prefetch, AdviceKind::faster_host, AdviceKind::more_steps_per_run}},
        AdviceCase{"without feeds", "mnist-without-feeds", {}, {AdviceKind::use_feeds}},
        AdviceCase{"a pipeline",
                   "mnist-pipelined",
                   {},
                   {AdviceKind::more_steps_per_run, AdviceKind::recompute,
                    AdviceKind::offload_activations}},
        AdviceCase{"a pipeline with state",
                   "mnist-pipelined",
                   {{"optimizer", "adam"}, {"offload_weight_update_variables", false}},
                   {AdviceKind::more_steps_per_run, AdviceKind::recompute,
                    AdviceKind::offload_activations, AdviceKind::offload_optimizer_state}},
        AdviceCase{
            "an uneven cut",
            "inspect-keras",
            {},
            {AdviceKind::cut_stages, AdviceKind::recompute, AdviceKind::offload_activations}},
        AdviceCase{"inspected",
                   "inspect-pipelined",
                   {{"steps_per_execution", 2}, {"steps", 4}},
                   {AdviceKind::recompute, AdviceKind::offload_activations}},
        AdviceCase{"an epoch in one loop",
                   "loops",
                   {{"steps_per_execution", 20}, {"steps", 40}},
                   {AdviceKind::faster_host}}));

TEST(AdvisedExperiment, HasTheBestCutInItsLayers) {
  const Experiment e = changed("inspect-keras", {{"steps_per_execution", 64}, {"steps", 64}});
  const std::vector<Advice> all = advice_for(e);
  ASSERT_THAT(all, testing::Contains(testing::Field(&Advice::kind, AdviceKind::cut_stages)));
  const auto advised = advised_experiment(all[0], e);
  ASSERT_TRUE(advised);
  std::vector<std::int64_t> stages;
  for (const LayerSpec& layer : advised->model.layers) stages.push_back(layer.stage);
  EXPECT_THAT(stages, testing::ElementsAre(0, 0, 0, 1));
  const Json changes = changes_between(e, *advised);
  EXPECT_EQ(changes.size(), 1u);
  EXPECT_EQ(with_changes(e, changes).to_json(), advised->to_json());
}

TEST(AdvisedExperiment, IsNoneWhereNoFieldSaysIt) {
  Advice cut;
  cut.kind = AdviceKind::cut_stages;
  cut.stages = {{"dense"}, {"dense_1", "dense_2"}};
  EXPECT_FALSE(advised_experiment(cut, Experiment::defaults("mnist-pipelined")));
  Advice more;
  more.kind = AdviceKind::more_steps_per_run;
  more.amount = 10;
  EXPECT_FALSE(advised_experiment(more, Experiment::defaults("mnist-without-feeds")));
  EXPECT_FALSE(advised_experiment(more, Experiment::defaults("loops")));
  Advice recompute;
  recompute.kind = AdviceKind::recompute;
  EXPECT_FALSE(advised_experiment(recompute, Experiment::defaults("mnist-with-feeds")));
}

TEST(AdvisedExperiment, IsNoneWhereItIsSoAlready) {
  Advice recompute;
  recompute.kind = AdviceKind::recompute;
  const Experiment e = changed("mnist-pipelined", {{"recompute", true}});
  EXPECT_FALSE(advised_experiment(recompute, e));
}

}  // namespace
}  // namespace pipette
