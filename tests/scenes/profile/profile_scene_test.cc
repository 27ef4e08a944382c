// The place of the profile's views: there is one once something has run.
#include "scenes/profile/profile_scene.h"

#include <gtest/gtest.h>

namespace pipette::app::profile_scene {
namespace {

Runs runs_of(const char* name) {
  const Experiment e = Experiment::defaults(name);
  return Runs(std::make_unique<Run>(RunKind::training, e, ImageData::generated(1)));
}

TEST(ProfileScene, ShowsProgramsOfTheDevice) {
  const ProfileScene scene;
  EXPECT_TRUE(scene.shows(runs_of("mnist-with-feeds")));
  EXPECT_TRUE(scene.shows(runs_of("inspect-keras")));
  EXPECT_FALSE(scene.shows(runs_of("dataset-benchmark")));
}

TEST(ProfileScene, DividesEveryPage) {
  ProfileScene scene;
  Ui ui;
  for (const float width : {360.0f, 800.0f, 1280.0f, 1920.0f}) {
    const PageFrame frame = scene.lay_out(ui, {.width = width, .height = 720});
    EXPECT_EQ(frame.phone, width < 760);
    EXPECT_GT(frame.loss.w, 0);
  }
}

}  // namespace
}  // namespace pipette::app::profile_scene
