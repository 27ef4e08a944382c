// The model builder as a page: what it draws, what clicks, drags and keys ask for.
#include <gtest/gtest.h>

#include "experiment/experiment.h"
#include "page/actions.h"
#include "page/fake_models.h"
#include "page/page_harness.h"

namespace pipette::app {
namespace {

class BuilderPageTest : public testing::Test {
 protected:
  BuilderPageTest() {
    fake.shell.scenes = {{"tensors", "Tensors"}, {"model", "Model"}};
    fake.shell.scene = 1;
    fake.scene = &fake.builder;
    fake.builder.model() = model_scene::builder_of(experiment);
  }
  // What was asked of the model: its name, number and text.
  std::string asked() {
    for (const Intent& intent : screen.take()) {
      if (intent.action != action::kSetParameter) continue;
      return intent.name + " " + std::to_string(static_cast<int>(intent.number)) + " " +
             intent.text;
    }
    return "";
  }
  Rect place(const std::string& name) {
    const auto rect = screen.ui.rects.find(name);
    EXPECT_TRUE(rect) << name;
    return rect.value_or(Rect());
  }
  void drag(const std::string& name, float to) {
    screen.frame(fake);
    const Rect from = place(name);
    screen.move(from.center_x(), from.center_y());
    screen.frame(fake);
    screen.press(true);
    screen.frames(fake, 2);
    screen.move(from.center_x(), to);
    screen.frames(fake, 2);
    screen.press(false);
    screen.frames(fake, 2);
  }

  Experiment experiment = Experiment::defaults("inspect-keras");
  FakePage fake;
  PageHarness screen{1280, 720};
};

TEST_F(BuilderPageTest, EverythingIsInSightOnASmallLaptop) {
  screen.frames(fake, 3);
  for (const char* name :
       {"scenes/1", "builder", "layers/0", "layers/1/units", "layers/3/activation", "layers/add",
        "layers/2/outfeed", "layers/3/remove", "stages/1/first", "code", "code/copy",
        "code/language/2", "loss", "accuracy", "parameters"}) {
    const Rect rect = place(name);
    EXPECT_LE(rect.bottom(), 720) << name;
    EXPECT_LE(rect.right(), 1280) << name;
    EXPECT_GT(rect.h, 8) << name;
  }
  EXPECT_FALSE(screen.ui.rects.find("layers/2/name")) << "only of the selected layer";
}

TEST_F(BuilderPageTest, ButtonsOfALayer) {
  ASSERT_TRUE(screen.click(fake, "layers/1/remove"));
  EXPECT_EQ(asked(), "layers/1/remove 0 ");
  ASSERT_TRUE(screen.click(fake, "layers/1/outfeed"));
  EXPECT_EQ(asked(), "layers/1/outfeed 1 ");
  ASSERT_TRUE(screen.click(fake, "layers/2/outfeed"));
  EXPECT_EQ(asked(), "layers/2/outfeed 0 ");
  ASSERT_TRUE(screen.click(fake, "layers/2/units/more"));
  EXPECT_EQ(asked(), "layers/2/units 256 ");
  ASSERT_TRUE(screen.click(fake, "layers/2/kind"));
  screen.frames(fake, 2);
  EXPECT_GT(place("layers/2/name").h, 8);
}

TEST_F(BuilderPageTest, ALayerIsAddedAndAnActivationChosen) {
  ASSERT_TRUE(screen.click(fake, "layers/add"));
  screen.frames(fake, 2);
  ASSERT_TRUE(screen.click(fake, "layers/add/9"));
  EXPECT_EQ(asked(), "layers/3/insert 0 dropout") << "before the last layer";
  ASSERT_TRUE(screen.click(fake, "layers/1/activation"));
  screen.frames(fake, 2);
  ASSERT_TRUE(screen.click(fake, "layers/1/activation/4"));
  EXPECT_EQ(asked(), "layers/1/activation 0 tanh");
}

TEST_F(BuilderPageTest, AShapeIsShownWhole) {
  fake.builder.model() = model_scene::builder_of(Experiment::defaults("keras-convolutions"));
  screen.frames(fake, 2);
  const float field = place("layers/0/shape").w;
  screen.frame_of([&] {
    EXPECT_GT(field, 12 + text_width(screen.ui, "28 × 28 × 1", sizes::kText, screen.ui.fonts.mono));
  });
}

TEST_F(BuilderPageTest, LayersAndBoundariesAreDragged) {
  screen.frames(fake, 2);
  drag("layers/1/grip", place("layers/3").bottom());
  EXPECT_EQ(asked(), "layers/1/move 3 ");
  drag("layers/3/grip", place("layers/1").y);
  EXPECT_EQ(asked(), "layers/3/move 1 ");
  drag("layers/1/grip", place("layers/1").center_y() + 2);
  EXPECT_EQ(asked(), "") << "stays where it is";
  drag("stages/1/first", place("layers/3").y);
  EXPECT_EQ(asked(), "stages/1/first 3 ");
}

TEST_F(BuilderPageTest, KeysSelectMoveAndRemove) {
  screen.frames(fake, 2);
  screen.key(fake, ImGuiKey_DownArrow);
  screen.key(fake, ImGuiKey_DownArrow);
  EXPECT_EQ(asked(), "");
  EXPECT_GT(place("layers/1/name").h, 8) << "the second is selected";
  screen.key(fake, ImGuiKey_Delete);
  EXPECT_EQ(asked(), "layers/1/remove 0 ");
}

TEST_F(BuilderPageTest, ProblemsStandAtTheirLayerWithWaysOut) {
  fake.builder.model().draft = true;
  fake.builder.model().rows[2].error = "it does not fit";
  fake.builder.model().rows[2].suggestions = {{"Flatten first", "layers/2/insert", 0, "flatten"}};
  screen.frames(fake, 2);
  EXPECT_GE(place("layers/2/problem").y, place("layers/2").bottom() - 1);
  ASSERT_TRUE(screen.click(fake, "layers/2/use/0"));
  EXPECT_EQ(asked(), "layers/2/insert 0 flatten");
  EXPECT_FALSE(screen.ui.rects.find("layers/end/problem"));
}

TEST_F(BuilderPageTest, TheCodeIsCopiedInTheLanguageThatIsShown) {
  ASSERT_TRUE(screen.click(fake, "code/language/1"));
  screen.frames(fake, 2);
  ASSERT_TRUE(screen.click(fake, "code/copy"));
  std::string copied;
  for (const Intent& intent : screen.take()) {
    if (intent.action == action::kCopyText) copied = intent.text;
  }
  EXPECT_EQ(copied, fake.builder.model().code.code[1]);
  EXPECT_FALSE(copied.empty());
}

TEST_F(BuilderPageTest, TheCodeInPythonIsOpened) {
  ASSERT_TRUE(screen.click(fake, "code/language/1"));
  screen.frames(fake, 2);
  EXPECT_FALSE(screen.ui.rects.find("code/open")) << "C++ runs elsewhere";
  const auto python = static_cast<std::size_t>(code::CodeLanguage::python);
  ASSERT_TRUE(screen.click(fake, "code/language/" + std::to_string(python)));
  screen.frames(fake, 2);
  ASSERT_TRUE(screen.click(fake, "code/open"));
  std::string opened;
  for (const Intent& intent : screen.take()) {
    if (intent.action == action::kOpenPython) opened = intent.text;
  }
  EXPECT_EQ(opened, fake.builder.model().code.code[python]);
  EXPECT_FALSE(opened.empty());
}

TEST_F(BuilderPageTest, ADifferentSceneIsAskedFor) {
  ASSERT_TRUE(screen.click(fake, "scenes/0"));
  const Intents intents = screen.take();
  ASSERT_EQ(intents.size(), 1U);
  EXPECT_EQ(intents[0].action, action::kShowScene);
  EXPECT_EQ(intents[0].text, "tensors");
}

}  // namespace
}  // namespace pipette::app
