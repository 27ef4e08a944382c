// The scene that tests/adding adds is offered, chosen, drawn and embedded.
#include "page/app_fixture.h"
#include "page/scenes.h"

namespace pipette::app {
namespace {

TEST_F(AppTest, ShowsTheAddedScene) {
  app.post({action::kShowScene, {}, 0, "toy"});
  app_frames(2);
  EXPECT_EQ(state()["scene"], "toy");
  EXPECT_TRUE(screen.ui.rects.find("toy").has_value());
  const auto card = embedded_card(make_scenes(), "toy");
  ASSERT_TRUE(card.has_value());
  EXPECT_STREQ(card->scene, "toy");
}

}  // namespace
}  // namespace pipette::app
