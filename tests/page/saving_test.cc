// Pictures and tables of the page's cards.
#include <regex>
#include <sstream>

#include "keras/weights.h"
#include "page/app_fixture.h"
#include "session/session.h"
#include "ui/card_picture.h"

namespace pipette::app {
namespace {

using testing::Test;

class SavingTest : public AppTest {
 protected:
  std::string picture(const std::string& card, ThemeKind colors = ThemeKind::light) {
    return card_picture(screen.ui, app, card, colors, {0, 0, 1280, 720});
  }
  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
  }
};

TEST_F(SavingTest, PictureHasTheWordsOfItsCardAsText) {
  act(action::kRun);
  run_until_idle();
  const std::string svg = picture("loss");
  for (const char* words : {">Loss<", ">Log<", ">Linear<", ">With feeds<", ">Without feeds<"}) {
    EXPECT_NE(svg.find(words), std::string::npos) << words;
  }
  EXPECT_EQ(svg.find("Accuracy"), std::string::npos);
  // The smooth curves are lines, not pieces of lines.
  EXPECT_NE(svg.find("stroke-width=\"2\""), std::string::npos);
}

TEST_F(SavingTest, TraceHasItsSpansThoughTheGraphicsCardDrawsThem) {
  act(action::kStepEngineRun);
  run_until_idle();
  const std::string svg = picture("traces");
  EXPECT_NE(svg.find(">Execution trace<"), std::string::npos);
  char host_color[10];
  std::snprintf(host_color, sizeof host_color, "#%06x",
                theme::kActivities[static_cast<int>(Activity::host)].shades.light);
  // Once in the legend, and where it is drawn.
  EXPECT_NE(svg.find(host_color, svg.find(host_color) + 1), std::string::npos);
}

TEST_F(SavingTest, PicturesAreLightOnADarkPageToo) {
  screen.ui.theme_kind = ThemeKind::dark;
  EXPECT_EQ(picture("loss"), [&] {
    screen.ui.theme_kind = ThemeKind::light;
    return picture("loss");
  }());
  EXPECT_NE(picture("loss", ThemeKind::dark), picture("loss"));
}

TEST_F(SavingTest, ThePageIsAsItWasAfterAPicture) {
  screen.move(300, 300);
  frame();
  const ImGuiStyle style = ImGui::GetStyle();
  picture("flow");
  EXPECT_EQ(ImGui::GetIO().MousePos.x, 300);
  EXPECT_EQ(ImGui::GetStyle().AntiAliasedLines, style.AntiAliasedLines);
  EXPECT_FALSE(screen.ui.display.pictured);
  EXPECT_EQ(ImGui::GetIO().DisplaySize.y, 720);
}

TEST_F(SavingTest, APictureHasNothingToPress) {
  const std::string svg = picture("pad");
  EXPECT_NE(svg.find(">Your digit<"), std::string::npos);
  EXPECT_EQ(svg.find(">Clear<"), std::string::npos);
}

TEST_F(SavingTest, NoPictureOfACardThatIsNotThere) { EXPECT_EQ(picture("schedule"), ""); }

TEST_F(SavingTest, LossesHaveARowForEachOfBothRuns) {
  act(action::kRun);
  run_until_idle();
  const std::vector<std::string> rows = lines(app.csv("losses"));
  ASSERT_EQ(rows.size(), 1u + 2 * 40);
  EXPECT_EQ(rows[0], "run,mini_batch,loss,cycle,seconds");
  EXPECT_TRUE(rows[1].starts_with("With feeds,0,")) << rows[1];
  EXPECT_TRUE(rows[41].starts_with("Without feeds,0,")) << rows[41];
  // The same bits in both, as everywhere.
  const auto loss = [](const std::string& row) {
    const std::size_t begin = row.find(',', row.find(',') + 1) + 1;
    return row.substr(begin, row.find(',', begin) - begin);
  };
  for (std::size_t i = 1; i <= 40; ++i) EXPECT_EQ(loss(rows[i]), loss(rows[i + 40]));
}

TEST_F(SavingTest, SavingTellsTheBrowserWhatAndUnderWhichName) {
  app.post({action::kSave, "traces", 0, "csv:trace"});
  frame();
  const auto asked = nlohmann::json::parse(host.saved);
  EXPECT_EQ(asked["as"], "csv:trace");
  EXPECT_EQ(asked["file"], "mnist-with-feeds-trace");
  app.post({action::kSave, "loss", 1, "svg"});
  frame();
  EXPECT_EQ(nlohmann::json::parse(host.saved)["file"], "mnist-with-feeds-loss");
  EXPECT_EQ(nlohmann::json::parse(host.saved)["dark"], true);
}

TEST_F(SavingTest, TheMenuOpensOverTheCardAndSaves) {
  frame();
  const auto loss = screen.ui.rects.find("loss");
  ASSERT_TRUE(loss);
  screen.move(loss->center_x(), loss->center_y());
  frame();
  ImGui::GetIO().AddKeyEvent(ImGuiKey_E, true);
  ImGui::GetIO().AddKeyEvent(ImGuiKey_E, false);
  app_frames(4);
  ASSERT_TRUE(screen.point_at("save/Table of losses (CSV)"));
  app_frames(2);
  screen.press(true);
  screen.press(false);
  app_frames(4);
  ASSERT_FALSE(host.saved.empty());
  EXPECT_EQ(nlohmann::json::parse(host.saved)["as"], "csv:losses");
}

TEST_F(SavingTest, WeightsAreThoseOfTheRunThatLeads) {
  act(action::kStepEngineRun);
  run_until_idle();
  app.post({action::kSave, "loss", 0, "weights"});
  frame();
  EXPECT_EQ(nlohmann::json::parse(host.saved)["file"], "mnist-with-feeds-weights");
  Session other(Experiment::from_json(state()["parameters"].dump()));
  std::vector<Variable> named;  // as Keras names them
  for (const Variable& variable : other.variables()) {
    named.emplace_back(variable.name() + ":0", variable.value());
  }
  keras::decode_weights(app.weights(), named);
  for (std::size_t i = 0; i < named.size(); ++i) other.variables()[i].assign(named[i].value());
  EXPECT_EQ(other.summary(false).weight_hash, state()["summary"]["weight_hash"]);
}

TEST_F(SavingTest, CardsOfWhatIsLearntOfferTheWeights) {
  const auto offered = [&](const std::string& card) {
    screen.ui.saving.menu = card;
    app_frames(3);
    return screen.ui.rects.find("save/Weights (safetensors)").has_value();
  };
  EXPECT_TRUE(offered("loss"));
  EXPECT_TRUE(offered("accuracy"));
  EXPECT_FALSE(offered("traces"));
}

}  // namespace
}  // namespace pipette::app
