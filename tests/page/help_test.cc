// What the help lists, and where it leads.
#include "page/help.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "page/app_fixture.h"
#include "page/tutorial_words.h"

namespace pipette::app {
namespace {

using nlohmann::json;
using testing::Contains;

// The row of a name, or of one that ends with it.
json row_of(const json& help, const std::string& name) {
  for (const json& row : help["names"]) {
    for (const std::string known : row["names"]) {
      if (known.ends_with(name)) return row;
    }
  }
  return nullptr;
}

TEST(TutorialWords, EachRowHasItsFourCells) {
  ASSERT_GT(tutorial_words().size(), 60u);
  for (const TutorialWord& word : tutorial_words()) {
    ASSERT_FALSE(word.names.empty());
    EXPECT_FALSE(word.cpp.empty()) << word.names[0];
    EXPECT_FALSE(word.javascript.empty()) << word.names[0];
  }
  const TutorialWord& two =
      *std::find_if(tutorial_words().begin(), tutorial_words().end(),
                    [](const TutorialWord& word) { return word.names[0] == "tf.function"; });
  EXPECT_EQ(two.names, (std::vector<std::string>{"tf.function", "ipu_compiler.compile"}));
  EXPECT_EQ(two.cpp, std::vector<std::string>{"Function"});
  EXPECT_TRUE(two.experiments.empty());
}

TEST_F(AppTest, TheHelpHasKeysWordsAndTheNamesOfTheTutorialsWithTheirPlaces) {
  ImGui::GetIO().AddKeyEvent(ImGuiKey_H, true);
  ImGui::GetIO().AddKeyEvent(ImGuiKey_H, false);
  app_frames(4);
  ASSERT_THAT(host.opened, Contains("help"));
  const json help = json::parse(host.opened_json);
  EXPECT_EQ(help["title"], "Keyboard and mouse");
  EXPECT_THAT(help["keys"], Contains(json({"R", "Reset"})));
  EXPECT_THAT(help["keys"], Contains(json({",", "Schedule: one slot back"})));
  EXPECT_GT(help["words"].size(), 30u);

  const json queue = row_of(help, "IPUInfeedQueue");
  EXPECT_EQ(queue["javascript"][0], "p.infeedQueue");
  EXPECT_EQ(queue["places"][0]["field"], "prefetch_depth");
  EXPECT_EQ(queue["places"][0]["experiment"], "") << "the panel that is shown has it";
  EXPECT_EQ(row_of(help, "fashion_mnist")["places"][0]["label"], "Data");
  const json cast = row_of(help, "CastGradientsSGD");
  EXPECT_EQ(cast["places"][0]["field"], "gradient_accumulation_dtype");
  EXPECT_NE(cast["places"][0]["experiment"], "") << "another experiment has it";
  EXPECT_EQ(row_of(help, "dataset_benchmark")["places"][0]["experiment"], "dataset-benchmark");
  for (const json& row : help["names"]) {
    for (const json& place : row["places"]) EXPECT_NE(place["label"], "") << row;
  }
}

TEST_F(AppTest, TheCommandPaletteHasCommandsScenesControlsAndExperiments) {
  app.post({action::kOpenCommands});
  app_frames(4);
  ASSERT_THAT(host.opened, Contains("commands"));
  const json entries = json::parse(host.opened_json)["entries"];
  const auto find = [&](const std::string& group, const std::string& action, const std::string& key,
                        const std::string& value) {
    return std::find_if(entries.begin(), entries.end(), [&](const json& entry) {
             return entry["group"] == group && entry["action"] == action && entry[key] == value;
           }) != entries.end();
  };
  EXPECT_TRUE(find("Commands", "reset", "keys", "R"));
  EXPECT_TRUE(find("Commands", "copy-link", "title", "Copy a link to this page"));
  EXPECT_TRUE(find("Show", "show-scene", "value", "way"));
  EXPECT_TRUE(find("Controls", "show-control", "name", "batch_size"));
  EXPECT_TRUE(find("Experiments", "select-experiment", "value", "mnist-pipelined"));
  EXPECT_FALSE(find("Commands", "redo", "title", "Redo")) << "nothing can be redone";
  EXPECT_FALSE(find("Commands", "open-commands", "keys", "Ctrl + K")) << "it is open";
}

TEST(Help, FingersHaveNoKeys) {
  const json help = json::parse(help_json(true, {}, {}, Experiment::defaults("mnist-with-feeds")));
  EXPECT_EQ(help["title"], "With fingers");
  EXPECT_THAT(help["keys"][0], Contains("Scroll the page"));
}

TEST_F(AppTest, AControlIsShownInTheExperimentThatHasIt) {
  screen.resize(900, 500);
  frame();
  app.post({action::kShowControl, "prefetch_depth", 0, ""});
  app_frames(8);
  const auto row = screen.ui.rects.find("parameters/prefetch_depth");
  ASSERT_TRUE(row.has_value());
  EXPECT_GT(row->y, 0);
  EXPECT_LT(row->bottom(), 500);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the cursor is in it";
  app.post({action::kShowControl, "pipeline_schedule", 0, "mnist-pipelined"});
  app_frames(8);
  EXPECT_EQ(state()["experiment"], "mnist-pipelined");
  const auto schedule = screen.ui.rects.find("parameters/pipeline_schedule/0");
  ASSERT_TRUE(schedule.has_value());
  EXPECT_GT(schedule->y, 0);
  EXPECT_LT(schedule->bottom(), 500);
}

}  // namespace
}  // namespace pipette::app
