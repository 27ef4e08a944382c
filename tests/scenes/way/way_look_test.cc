// Which image is followed, when it is looked at again, and that the values are the session's.
#include "scenes/way/way_look.h"

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

class WayLookTest : public testing::Test {
 protected:
  explicit WayLookTest(const char* name = "mnist-with-feeds") : session(least_work_of(name)) {
    look.start(session);
  }
  const WayModel& model() { return look.model(); }
  void follow(double now_s = 0, bool running = false) { look.follow(session, now_s, running); }
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
  WayLook look;
};

TEST_F(WayLookTest, StationsLeadThroughTheLayersAndBack) {
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

TEST_F(WayLookTest, ValuesAreThoseOfTheSession) {
  look.pick(3);
  follow();
  const LabelledImages image = session.data().test(3, 4);
  const ImageWay way = way_of_test(3);
  EXPECT_EQ(model().label, *image.labels.data<std::uint8_t>());
  EXPECT_EQ(model().loss, way.loss);
  EXPECT_TRUE(
      std::equal(look.bytes().begin(), look.bytes().end(), image.images.data<std::uint8_t>()));
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

TEST_F(WayLookTest, ADrawingIsWhatItIsTakenForUntilSomebodySaysWhatItIs) {
  look.draw(a_drawing());
  follow();
  EXPECT_TRUE(model().drawn);
  EXPECT_FALSE(model().label_given);
  EXPECT_EQ(model().label, model().prediction);
  EXPECT_EQ(model().ink, 18);
  const int other = (model().prediction + 1) % 10;
  look.label(other);
  follow();
  EXPECT_TRUE(model().label_given);
  EXPECT_EQ(model().label, other);
  EXPECT_NEAR(model().loss, -std::log(item(model().probabilities, other)), 1e-5);
  look.label(-1);
  follow();
  EXPECT_EQ(model().label, model().prediction);
  look.draw({});
  follow();
  EXPECT_FALSE(model().drawn) << "the test image again";
  EXPECT_TRUE(model().label_given);
}

TEST_F(WayLookTest, LooksAgainOnlyWhenSomethingHasChanged) {
  follow();
  const std::uint64_t version = model().version;
  follow(100);
  EXPECT_EQ(model().version, version) << "nothing has";
  session.step(StepSize::instruction);
  follow(100.01);
  EXPECT_EQ(model().version, version + 1) << "what stands still is shown as it is";
  look.pick(2);
  EXPECT_TRUE(look.waits());
  follow(100.02);
  EXPECT_EQ(model().version, version + 2);
  EXPECT_FALSE(look.waits());
}

TEST_F(WayLookTest, WhileItTrainsItLooksAtMostTwiceASecond) {
  follow(10, true);
  const std::uint64_t version = model().version;
  session.step(StepSize::training_step);
  follow(10.4, true);
  EXPECT_EQ(model().version, version) << "too soon";
  follow(1000, true);
  EXPECT_EQ(model().version, version + 1);
  EXPECT_EQ(model().step, 1);
  look.draw(a_drawing());
  follow(1000.1, true);
  EXPECT_EQ(model().version, version + 2) << "the first stroke at once";
  look.draw(std::vector<float>(784, 1.0f));
  follow(1000.2, true);
  EXPECT_EQ(model().version, version + 2) << "the others when it is due";
  EXPECT_TRUE(look.waits());
  follow(2000, true);
  EXPECT_EQ(model().version, version + 3);
  EXPECT_EQ(model().ink, 784);
}

TEST_F(WayLookTest, KeepsWhatWasChosenInAnotherRun) {
  look.pick(5);
  follow();
  look.select(8);
  EXPECT_EQ(item(model().stations, 8).name, "dense");
  Session other(least_work_of("mnist-pipelined"));
  look.start(other);
  EXPECT_TRUE(model().stations.empty()) << "nothing of the earlier run";
  look.follow(other, 0, false);
  EXPECT_EQ(model().test, 5);
  EXPECT_EQ(item(model().stations, model().selected).kind, StationKind::gradient);
  EXPECT_EQ(item(model().stations, model().selected).name, "dense");
  look.select(1000);
  EXPECT_EQ(model().selected + 1, std::ssize(model().stations));
  look.pick(1000000000);
  look.follow(other, 0, false);
  EXPECT_EQ(model().test, other.data().test_count() - 1);
}

TEST_F(WayLookTest, ChangesNothingOfTheRun) {
  Session alone(least_work_of("mnist-with-feeds"));
  alone.advance(Budget::unlimited());
  double now_s = 0;
  while (!session.advance(Budget::instructions(7))) follow(++now_s);
  EXPECT_EQ(session.summary(false).weight_hash, alone.summary(false).weight_hash);
  EXPECT_EQ(session.summary(false).modelled_cycles, alone.summary(false).modelled_cycles);
}

TEST_F(WayLookTest, StateHasEveryStation) {
  follow();
  JsonWriter json;
  WayLook::write(model(), &json);
  const std::string text = json.text();
  EXPECT_NE(text.find("\"kind\":\"weights\",\"name\":\"dense/kernel\""), std::string::npos) << text;
  EXPECT_NE(text.find("\"label\":" + std::to_string(model().label)), std::string::npos);
}

class PipelinedWay : public WayLookTest {
 protected:
  PipelinedWay() : WayLookTest("mnist-pipelined") {}
};

// The gradient by what a stage gives is made by the next one, which has to send it back.
TEST_F(PipelinedWay, EachStationIsInTheStageThatMakesIt) {
  Experiment experiment = least_work_of("mnist-pipelined");
  experiment.pipeline.stages = 4;
  const Session four(experiment);
  look.start(four);
  look.follow(four, 0, false);
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

TEST(WayLook, FollowsEveryNetworkOfTheCatalogue) {
  for (const CatalogueEntry& entry : catalogue()) {
    const Session session(least_work_of(entry.name));
    if (session.layers().names().empty()) continue;
    WayLook look;
    look.start(session);
    look.follow(session, 0, false);
    const auto& stations = look.model().stations;
    EXPECT_EQ(std::count_if(stations.begin(), stations.end(),
                            [](const WayStation& s) { return s.kind == StationKind::layer; }),
              std::ssize(session.layers().names()))
        << entry.name;
    for (const WayStation& station : stations) {
      EXPECT_EQ(station.caption.back(), '.') << entry.name << ", " << station.name;
      EXPECT_LT(station.stage, std::ssize(look.model().ipus)) << entry.name;
      EXPECT_GT(station.size(), 0) << entry.name;
    }
  }
}

}  // namespace
}  // namespace pipette::app::way_scene
