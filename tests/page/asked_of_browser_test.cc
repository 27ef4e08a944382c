// What the page asks of the browser: HTML over the canvas, by its name.
#include <nlohmann/json.hpp>

#include "experiment/catalogue.h"
#include "page/actions.h"
#include "page/app_fixture.h"

namespace pipette::app {
namespace {

TEST_F(AppTest, WhatHtmlShowsIsAskedOfTheBrowser) {
  act(action::kPresent);
  act(action::kAskTask);
  act(action::kOpenLessons);
  act(action::kOpenPython);
  EXPECT_EQ(host.opened, (std::vector<std::string>{"presentation", "class", "lessons", "python"}));
}

TEST_F(AppTest, TheCatalogueIsHandedOverInItsGroupsWithTheChosenOne) {
  act(action::kChooseExperiment);
  EXPECT_EQ(host.opened, std::vector<std::string>{"catalogue"});
  const nlohmann::json list = nlohmann::json::parse(host.opened_json);
  EXPECT_EQ(list["chosen"], "mnist-with-feeds");
  ASSERT_EQ(list["experiments"].size(), catalogue().size());
  EXPECT_EQ(list["experiments"][0]["group"], catalogue()[0].group);
  EXPECT_EQ(list["experiments"][0]["description"], catalogue()[0].description);
}

TEST_F(AppTest, AChosenExperimentIsShownFromItsTop) {
  screen.ui.page_scroll = 300;
  app.post({action::kSelectExperiment, {}, 0, "mnist-pipelined"});
  frame();
  EXPECT_EQ(screen.ui.page_scroll, 0);
}

}  // namespace
}  // namespace pipette::app
