// The way of a digit on the page: what it draws, what keys, clicks and strokes ask for, on a small
// laptop and on a phone, with real sessions.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "page/actions.h"
#include "page/app.h"
#include "page/fake_host.h"
#include "scenes/way/actions.h"
#include "scenes/way/way_scene.h"
#include "ui/harness.h"

namespace pipette::app::way_scene {
namespace {

class WayPageTest : public testing::Test {
 protected:
  explicit WayPageTest(float width = 1280, float height = 720) : screen(width, height) {
    choose("mnist-with-feeds");
  }
  void choose(const std::string& name) {
    post({action::kSelectExperiment, {}, 0, name});
    post({action::kShowScene, {}, 0, "way"});
  }
  void post(Intent intent) {
    app.post(std::move(intent));
    frames(2);
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) screen.frame(app);
  }
  void click(const std::string& name) {
    frames(2);
    ASSERT_TRUE(screen.point_at(name)) << name;
    frames(1);
    screen.press(true);
    screen.press(false);
    frames(4);
  }
  void key(ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(key, true);
    ImGui::GetIO().AddKeyEvent(key, false);
    frames(4);
  }
  void draw_a_line() {
    const Rect pad = *screen.ui.rects.find("pick/canvas");
    screen.move(pad.center_x(), pad.y + 0.2f * pad.h);
    screen.press(true);
    frames(2);
    for (const float t : {0.3f, 0.5f, 0.7f, 0.8f}) {
      screen.move(pad.center_x(), pad.y + t * pad.h);
      frames(2);
    }
    screen.press(false);
    frames(4);
  }
  nlohmann::json state() { return nlohmann::json::parse(app.state_json()); }
  nlohmann::json way() { return state()["way"]; }

  FakeHost host;
  Harness screen;
  App app{host};
  double now = 1;
};

TEST_F(WayPageTest, EverythingIsInSightOnASmallLaptop) {
  for (const char* experiment : {"mnist-with-feeds", "mnist-pipelined", "loops"}) {
    choose(experiment);
    frames(3);
    for (const char* name : {"pick", "pick/canvas", "digit/0", "pick/verdict", "way", "way/play",
                             "way/caption", "station/0", "station/5", "loss", "accuracy"}) {
      const auto rect = screen.ui.rects.find(name);
      ASSERT_TRUE(rect) << experiment << ": " << name;
      EXPECT_LE(rect->bottom(), 720) << experiment << ": " << name;
      EXPECT_LE(rect->right(), 1280) << experiment << ": " << name;
    }
  }
}

TEST_F(WayPageTest, StationsAreGoneThroughByClickKeyAndButton) {
  EXPECT_EQ(way()["station"], 0);
  click("station/2");
  EXPECT_EQ(way()["station"], 2);
  EXPECT_EQ(state()["moment"].get<std::string>().find("dense makes 128 numbers of the 784 pixels"),
            0u);
  EXPECT_TRUE(screen.ui.rects.find("way/picture"));
  key(ImGuiKey_RightArrow);
  EXPECT_EQ(way()["station"], 3);
  key(ImGuiKey_LeftArrow);
  key(ImGuiKey_LeftArrow);
  EXPECT_EQ(way()["station"], 1);
  click("way/next");
  EXPECT_EQ(way()["station"], 2);
  click("way/back");
  EXPECT_EQ(way()["station"], 1);
  key(ImGuiKey_End);
  EXPECT_EQ(way()["station"], 9);
  key(ImGuiKey_RightArrow);
  EXPECT_EQ(way()["station"], 9) << "the last one";
  key(ImGuiKey_Home);
  EXPECT_EQ(way()["station"], 0);
}

TEST_F(WayPageTest, PlayingGoesFromStationToStationAndEnds) {
  key(ImGuiKey_P);
  EXPECT_TRUE(way()["playing"]);
  EXPECT_EQ(app.pace(), Pace::animated);
  int last = 0;
  for (int i = 0; i < 2000 && app.pace() != Pace::idle; ++i) {
    app.advance(now += 0.05, 6000);
    frames(1);
    const int station = way()["station"];
    EXPECT_LE(station - last, 1);
    last = station;
  }
  EXPECT_EQ(last, 9);
  EXPECT_FALSE(way()["playing"]);
  click("way/play");
  EXPECT_EQ(way()["station"], 0) << "it begins anew";
  click("station/4");
  EXPECT_FALSE(way()["playing"]) << "whoever chooses a station stays there";
}

TEST_F(WayPageTest, AnotherDigitIsPickedAndOneIsDrawn) {
  click("digit/2");
  EXPECT_EQ(way()["image"], 2);
  EXPECT_FALSE(way()["drawn"]);
  draw_a_line();
  EXPECT_TRUE(way()["drawn"]);
  EXPECT_FALSE(way()["label_given"]);
  EXPECT_EQ(way()["label"], way()["prediction"]);
  EXPECT_GT(way()["ink"], 20);
  const double loss = way()["loss"];
  click("pick/label");
  const int other = (way()["label"].get<int>() + 1) % 10;
  click("pick/label/" + std::to_string(other + 1));
  EXPECT_EQ(way()["label"], other);
  EXPECT_TRUE(way()["label_given"]);
  EXPECT_GT(way()["loss"], loss) << "of what is less likely";
  click("pick/clear");
  EXPECT_FALSE(way()["drawn"]);
  EXPECT_EQ(way()["image"], 2);
  draw_a_line();
  EXPECT_FALSE(way()["label_given"]) << "another drawing";
  click("digit/1");
  EXPECT_EQ(way()["image"], 1);
  EXPECT_FALSE(way()["drawn"]);
}

TEST_F(WayPageTest, ASlowPageLosesNothingOfAStrokeThatIsOverBeforeItsNextFrame) {
  choose("mnist-with-feeds");
  draw_a_line();
  const auto ink = way()["ink"];
  click("pick/clear");
  const Rect pad = *screen.ui.rects.find("pick/canvas");
  screen.move(pad.center_x(), pad.y + 0.2f * pad.h);
  screen.press(true);
  for (const float t : {0.3f, 0.5f, 0.7f, 0.8f}) screen.move(pad.center_x(), pad.y + t * pad.h);
  screen.press(false);
  // What the drawing makes of the network is looked at in a share of the time, as there is any.
  for (int i = 0; i < 600 && way()["ink"] != ink; ++i) frames(1);
  EXPECT_EQ(way()["ink"], ink);
}

TEST_F(WayPageTest, TheWayIsThatOfTheWeightsAlsoAfterGoingBackAndAReset) {
  const auto run = [this](const char* action) {
    post({action});
    for (int i = 0; i < 2000 && app.pace() != Pace::idle; ++i) app.advance(now += 1.0 / 60, 6000);
    frames(3);
  };
  const double untrained = way()["loss"];
  EXPECT_EQ(way()["step"], 0);
  run(action::kStepTraining);
  const double once = way()["loss"];
  EXPECT_EQ(way()["step"], 1);
  EXPECT_NE(once, untrained);
  run(action::kStepTraining);
  EXPECT_NE(way()["loss"], once);
  run(action::kStepBack);
  EXPECT_EQ(way()["step"], 1);
  EXPECT_EQ(way()["loss"], once);
  run(action::kReset);
  EXPECT_EQ(way()["loss"], untrained);
}

TEST_F(WayPageTest, NothingIsLookedAtOutOfSight) {
  const int looks = way()["looks"];
  EXPECT_GT(looks, 0);
  post({action::kShowScene, {}, 0, "feeds"});
  post({action::kStepTraining});
  app.advance(now += 1.0 / 60, 6000);
  frames(3);
  EXPECT_EQ(way()["looks"], looks);
}

TEST_F(WayPageTest, TablesHoldStationsAndValues) {
  click("station/2");
  const std::string stations = app.csv("stations");
  EXPECT_EQ(std::count(stations.begin(), stations.end(), '\n'), 1 + 10);
  EXPECT_NE(stations.find("3,layer,dense,forward,IPU 0,128,"), std::string::npos) << stations;
  EXPECT_EQ(app.csv("station").find("0,1,2,3,"), 0u);
  EXPECT_EQ(app.csv("image").find("row,column,byte\n"), 0u);
  const nlohmann::json tables = state()["tables"];
  EXPECT_NE(std::find(tables.begin(), tables.end(), "stations"), tables.end());
}

TEST_F(WayPageTest, ProgramsWithoutANetworkHaveNoWay) {
  post({action::kSelectExperiment, {}, 0, "perf-training-example"});
  EXPECT_TRUE(way().is_null());
  const nlohmann::json scenes = state()["scenes"];
  ASSERT_FALSE(scenes.empty());
  for (const auto& scene : scenes) EXPECT_NE(scene["name"], "way");
}

TEST(WayEmbedded, OneCardStandsAlone) {
  FakeHost host;
  Harness screen(700, 460);
  App app(host, "", "way");
  for (int i = 0; i < 4; ++i) screen.frame(app);
  EXPECT_TRUE(screen.ui.rects.find("station/2"));
  EXPECT_EQ(nlohmann::json::parse(app.state_json())["scene"], "way");
  const Rect way = *screen.ui.rects.find("way");
  EXPECT_GE(way.x, 0);
  EXPECT_LE(way.right(), 700);
}

TEST_F(WayPageTest, ALinkLeadsToTheDigitAndTheStation) {
  click("digit/3");
  click("station/5");
  const nlohmann::json address = state()["address"];
  EXPECT_EQ(address["digit"], 3);
  EXPECT_EQ(address["station"], 5);
  FakeHost elsewhere;
  App opened(elsewhere, address.dump());
  for (int i = 0; i < 4; ++i) screen.frame(opened);
  nlohmann::json there = nlohmann::json::parse(opened.state_json());
  EXPECT_EQ(there["way"]["image"], 3);
  EXPECT_EQ(there["way"]["station"], 5);
  EXPECT_EQ(there["address"], address);
  post({action::kOpenLink,
        {},
        0,
        R"({"v":1,"experiment":"mnist-with-feeds","scene":"way","station":99})"});
  EXPECT_EQ(way()["image"], 0);
  EXPECT_EQ(way()["station"], static_cast<int>(way()["stations"].size()) - 1)
      << "the last there is";
}

class WayPhoneTest : public WayPageTest {
 protected:
  WayPhoneTest() : WayPageTest(390, 844) {}
};

TEST_F(WayPhoneTest, StationsOfALargeNetworkScrollWithTheSelectedOne) {
  choose("loops");
  frames(3);
  EXPECT_TRUE(screen.ui.rects.find("station/0"));
  const int last = static_cast<int>(way()["stations"].size()) - 1;
  EXPECT_FALSE(screen.ui.rects.find("station/7"));
  for (int i = 1; i <= last; ++i) {
    post({action::kStepStation, {}, 1});
    frames(2);
    const auto rect = screen.ui.rects.find("station/" + std::to_string(i));
    ASSERT_TRUE(rect) << i;
    EXPECT_GE(rect->x, 0);
    EXPECT_LE(rect->right(), 390);
    EXPECT_GE(std::min(rect->w, rect->h), 44);
  }
}

}  // namespace
}  // namespace pipette::app::way_scene
