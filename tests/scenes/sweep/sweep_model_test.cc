#include "scenes/sweep/sweep_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/edit.h"

namespace pipette::app::sweep_scene {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;

Experiment small() {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.training.steps = 20;
  e.training.batch_size = 4;
  e.model.hidden_units = {8};
  return e;
}

FieldSweep swept(const Variation& variation) {
  FieldSweep sweep;
  sweep.begin(small(), ImageData::generated(1), variation);
  while (sweep.busy()) sweep.advance(1e6);
  return sweep;
}

std::vector<double> places(const std::string& variation) {
  FieldSweep sweep;
  sweep.begin(small(), ImageData::generated(1), parse_variation(variation));
  std::vector<double> places;
  for (const auto& point : sweep_model(sweep, Figure::loss, small().to_json()).points) {
    places.push_back(point.x);
  }
  return places;
}

TEST(SweepModel, NumbersStandAtTheirPlaces) {
  EXPECT_THAT(places("batch_size=4,6,12"), testing::ElementsAre(0, DoubleNear(0.25, 1e-9), 1));
  EXPECT_THAT(places("learning_rate=0.001,0.01,0.1"),
              testing::ElementsAre(0, DoubleNear(0.5, 1e-9), 1));
  EXPECT_THAT(places("optimizer=sgd,adam"), testing::ElementsAre(0.25, 0.75));
  EXPECT_THAT(places("batch_size=4"), testing::ElementsAre(0.5));
}

TEST(SweepModel, SaysWhatCameOfEachAndWhichOneIsUsed) {
  const FieldSweep sweep = swept(parse_variation("learning_rate=0.001,0.1"));
  Experiment used = small();
  set_value(used, "learning_rate", 0.1);
  const SweepModel model = sweep_model(sweep, Figure::seconds, used.to_json());
  ASSERT_EQ(model.points.size(), 2u);
  EXPECT_EQ(model.title, "Learning rate");
  EXPECT_EQ(model.points[0].label, "0.001");
  EXPECT_FALSE(model.points[0].used);
  EXPECT_TRUE(model.points[1].used);
  EXPECT_TRUE(model.belongs);
  EXPECT_THAT(model.points[1].words, HasSubstr("Test accuracy: "));
  EXPECT_THAT(model.points[1].words, HasSubstr("Modelled time: "));
  ASSERT_TRUE(model.points[0].y);
  EXPECT_EQ(*model.points[0].y, *model.points[1].y) << "a learning rate takes no time";
  used.training.batch_size = 5;
  EXPECT_FALSE(sweep_model(sweep, Figure::seconds, used.to_json()).belongs);
}

TEST(SweepModel, APointThatCannotBeRunSaysWhy) {
  const FieldSweep sweep = swept(parse_variation("batch_size=4,200000"));
  const SweepModel model = sweep_model(sweep, Figure::loss, small().to_json());
  EXPECT_FALSE(model.points[0].failed);
  EXPECT_TRUE(model.points[1].failed);
  EXPECT_FALSE(model.points[1].y);
  EXPECT_THAT(model.points[1].words, HasSubstr("batch_size"));
}

TEST(SweepModel, OffersFieldsThatHaveAMeaning) {
  const auto names = [](const std::string& experiment) {
    std::vector<std::string> found;
    for (const Field* field : fields_to_vary(Experiment::defaults(experiment))) {
      found.push_back(field->name);
    }
    return found;
  };
  EXPECT_THAT(names("mnist-with-feeds"), testing::Contains("learning_rate"));
  EXPECT_THAT(names("mnist-with-feeds"), testing::Not(testing::Contains("stages")));
  EXPECT_THAT(names("mnist-pipelined"), testing::IsSupersetOf({"stages", "optimizer"}));
  EXPECT_THAT(names("mnist-pipelined"), testing::Not(testing::Contains("experiment")));
}

}  // namespace
}  // namespace pipette::app::sweep_scene
