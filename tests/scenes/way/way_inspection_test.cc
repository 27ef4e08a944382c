// Which image is followed, when it is looked at again, and that the values are the session's.
#include "scenes/way/way_inspection.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/item.h"
#include "session/small_experiments.h"
#include "ui/json_writer.h"

namespace pipette::app::way_scene {
namespace {

std::vector<float> values(const Array& array) {
  return {array.data<float>(), array.data<float>() + array.size()};
}
std::vector<float> values(const WayStation& station) {
  return {station.values, station.values + station.size()};
}

// A vertical line.
std::vector<float> a_drawing() {
  std::vector<float> pixels(784);
  for (int y = 5; y < 23; ++y) item(pixels, y * 28 + 14) = 1;
  return pixels;
}

class WayInspectionTest : public testing::Test {
 protected:
  explicit WayInspectionTest(const char* name = "mnist-with-feeds") : session(least_work_of(name)) {
    inspection.start(session);
  }
  const WayModel& model() { return inspection.model(); }
  void follow(double now_s = 0, bool running = false) {
    inspection.follow(session, now_s, running);
  }
  const WayStation& station(StationKind kind, int layer = -1) {
    for (const WayStation& each : model().stations) {
      if (each.kind == kind && (layer < 0 || each.layer == layer)) return each;
    }
    throw NotFound("no such station");
  }
  ImageWay way_of_test(std::int64_t test) {
    const LabelledImages image = session.data().test(test, test + 1);
    return session.layers().way(unit_floats(image.images), *image.labels.data<std::uint8_t>());
  }

  Session session;
  WayInspection inspection;
};

TEST_F(WayInspectionTest, StationsLeadThroughTheLayersAndBack) {
  EXPECT_TRUE(model().stations.empty()) << "nobody has looked";
  follow();
  std::vector<std::string> names;
  for (const WayStation& each : model().stations) names.push_back(each.name);
  EXPECT_EQ(names, (std::vector<std::string>{"image", "infeed", "dense", "dense_1", "probabilities",
                                             "loss", "dense_1", "dense_1/kernel", "dense",
                                             "dense/kernel"}));
  EXPECT_EQ(model().selected, 0);
  EXPECT_EQ(model().ipus, std::vector<std::string>{"IPU 0"});
}

TEST_F(WayInspectionTest, ValuesAreThoseOfTheSession) {
  inspection.pick(3);
  follow();
  const LabelledImages image = session.data().test(3, 4);
  const ImageWay way = way_of_test(3);
  EXPECT_EQ(model().label, *image.labels.data<std::uint8_t>());
  EXPECT_EQ(model().loss, way.loss);
  EXPECT_TRUE(std::equal(inspection.bytes().begin(), inspection.bytes().end(),
                         image.images.data<std::uint8_t>()));
  for (int layer = 0; layer < 2; ++layer) {
    const ImageWay::Layer& expected = item(way.layers, layer);
    EXPECT_EQ(values(station(StationKind::layer, layer)), values(expected.output));
    EXPECT_EQ(values(station(StationKind::gradient, layer)), values(expected.gradient));
    EXPECT_EQ(values(station(StationKind::weights, layer)), values(expected.kernel_gradient));
    EXPECT_EQ(station(StationKind::weights, layer).shape, expected.kernel_gradient.shape());
  }
  const std::vector<float> p = values(way.probabilities);
  EXPECT_EQ(std::vector<float>(model().probabilities.begin(), model().probabilities.end()), p);
  EXPECT_EQ(model().prediction, std::max_element(p.begin(), p.end()) - p.begin());
  const std::vector<float> hidden = values(station(StationKind::layer, 0));
  EXPECT_EQ(station(StationKind::layer, 0).zeros, std::count(hidden.begin(), hidden.end(), 0.0f));
}

TEST_F(WayInspectionTest, ADrawingIsWhatItIsTakenForUntilSomebodySaysWhatItIs) {
  inspection.draw(a_drawing());
  follow();
  EXPECT_TRUE(model().drawn);
  EXPECT_FALSE(model().label_given);
  EXPECT_EQ(model().label, model().prediction);
  EXPECT_EQ(model().ink, 18);
  const int other = (model().prediction + 1) % 10;
  inspection.label(other);
  follow();
  EXPECT_TRUE(model().label_given);
  EXPECT_EQ(model().label, other);
  EXPECT_NEAR(model().loss, -std::log(item(model().probabilities, other)), 1e-5);
  inspection.label(-1);
  follow();
  EXPECT_EQ(model().label, model().prediction);
  inspection.draw({});
  follow();
  EXPECT_FALSE(model().drawn) << "the test image again";
  EXPECT_TRUE(model().label_given);
}

TEST_F(WayInspectionTest, LooksAgainOnlyWhenSomethingHasChanged) {
  follow();
  const std::uint64_t version = model().version;
  follow(100);
  EXPECT_EQ(model().version, version) << "nothing has";
  session.step(StepSize::instruction);
  follow(100.01);
  EXPECT_EQ(model().version, version + 1) << "what stands still is shown as it is";
  inspection.pick(2);
  EXPECT_TRUE(inspection.waits());
  follow(100.02);
  EXPECT_EQ(model().version, version + 2);
  EXPECT_FALSE(inspection.waits());
}

TEST_F(WayInspectionTest, WhileItTrainsItLooksAtMostTwiceASecond) {
  follow(10, true);
  const std::uint64_t version = model().version;
  session.step(StepSize::training_step);
  follow(10.4, true);
  EXPECT_EQ(model().version, version) << "too soon";
  follow(1000, true);
  EXPECT_EQ(model().version, version + 1);
  EXPECT_EQ(model().step, 1);
  inspection.draw(a_drawing());
  follow(1000.1, true);
  EXPECT_EQ(model().version, version + 2) << "the first stroke at once";
  inspection.draw(std::vector<float>(784, 1.0f));
  follow(1000.2, true);
  EXPECT_EQ(model().version, version + 2) << "the others when it is due";
  EXPECT_TRUE(inspection.waits());
  follow(2000, true);
  EXPECT_EQ(model().version, version + 3);
  EXPECT_EQ(model().ink, 784);
}

TEST_F(WayInspectionTest, KeepsWhatWasChosenInAnotherRun) {
  inspection.pick(5);
  follow();
  inspection.select(8);
  EXPECT_EQ(item(model().stations, 8).name, "dense");
  Session other(least_work_of("mnist-pipelined"));
  inspection.start(other);
  EXPECT_TRUE(model().stations.empty()) << "nothing of the earlier run";
  inspection.follow(other, 0, false);
  EXPECT_EQ(model().test, 5);
  EXPECT_EQ(item(model().stations, model().selected).kind, StationKind::gradient);
  EXPECT_EQ(item(model().stations, model().selected).name, "dense");
  inspection.select(1000);
  EXPECT_EQ(model().selected + 1, std::ssize(model().stations));
  inspection.pick(1000000000);
  inspection.follow(other, 0, false);
  EXPECT_EQ(model().test, other.data().test_count() - 1);
}

TEST_F(WayInspectionTest, ChangesNothingOfTheRun) {
  Session alone(least_work_of("mnist-with-feeds"));
  alone.advance(Budget::unlimited());
  double now_s = 0;
  while (!session.advance(Budget::instructions(7))) follow(++now_s);
  EXPECT_EQ(session.summary(false).weight_hash, alone.summary(false).weight_hash);
  EXPECT_EQ(session.summary(false).modelled_cycles, alone.summary(false).modelled_cycles);
}

TEST_F(WayInspectionTest, StateHasEveryStation) {
  follow();
  JsonWriter json;
  WayInspection::write(model(), &json);
  const std::string text = json.text();
  EXPECT_NE(text.find("\"kind\":\"weights\",\"name\":\"dense/kernel\""), std::string::npos) << text;
  EXPECT_NE(text.find("\"label\":" + std::to_string(model().label)), std::string::npos);
}

class PipelinedWay : public WayInspectionTest {
 protected:
  PipelinedWay() : WayInspectionTest("mnist-pipelined") {}
};

// The gradient by what a stage gives is made by the next one, which has to send it back.
TEST_F(PipelinedWay, EachStationIsInTheStageThatMakesIt) {
  Experiment experiment = least_work_of("mnist-pipelined");
  experiment.pipeline.stages = 4;
  const Session four(experiment);
  inspection.start(four);
  inspection.follow(four, 0, false);
  EXPECT_EQ(model().ipus.size(), 4u);
  EXPECT_EQ(station(StationKind::image).stage, -1);
  for (int layer = 0; layer < 3; ++layer) {
    EXPECT_EQ(station(StationKind::layer, layer).stage, layer);
    EXPECT_EQ(station(StationKind::gradient, layer).stage, layer + 1);
    EXPECT_EQ(station(StationKind::weights, layer).stage, layer);
  }
  EXPECT_EQ(station(StationKind::loss).stage, 3);
  EXPECT_EQ(station(StationKind::layer, 1)
                .caption.find("dense_1 makes 5 numbers of the 6 that IPU "
                              "0 sends it; "),
            0u);
}

TEST(WayInspection, FollowsEveryNetworkOfTheCatalogue) {
  for (const CatalogueEntry& entry : catalogue()) {
    const Session session(least_work_of(entry.name));
    if (session.layers().names().empty()) continue;
    WayInspection inspection;
    inspection.start(session);
    inspection.follow(session, 0, false);
    const auto& stations = inspection.model().stations;
    EXPECT_EQ(std::count_if(stations.begin(), stations.end(),
                            [](const WayStation& s) { return s.kind == StationKind::layer; }),
              std::ssize(session.layers().names()))
        << entry.name;
    for (const WayStation& station : stations) {
      EXPECT_EQ(station.caption.back(), '.') << entry.name << ", " << station.name;
      EXPECT_LT(station.stage, std::ssize(inspection.model().ipus)) << entry.name;
      EXPECT_GT(station.size(), 0) << entry.name;
    }
  }
}

}  // namespace
}  // namespace pipette::app::way_scene
