// Choosing an experiment from the catalogue.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiment/catalogue.h"
#include "page/actions.h"
#include "page/app_fixture.h"

namespace pipette::app {
namespace {

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

TEST_F(AppTest, AnExperimentIsChosenByItsName) {
  app.post({action::kSelectExperiment, {}, 0, "mnist-without-feeds"});
  frame();
  EXPECT_EQ(state()["experiment"], "mnist-without-feeds");
  app.post({action::kSelectExperiment, {}, 0, "no-such-thing"});
  frame();
  EXPECT_EQ(state()["experiment"], "mnist-without-feeds");
}

}  // namespace
}  // namespace pipette::app
