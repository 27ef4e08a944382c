#include <gtest/gtest.h>

#include "app/fake_models.h"
#include "app/harness.h"

namespace pipette::app {
namespace {

bool asked(const Intents& intents, Intent::Kind kind) {
  for (const Intent& intent : intents) {
    if (intent.kind == kind) return true;
  }
  return false;
}

TEST(PageTest, DrawsEveryCard) {
  FakePage fake;
  Harness harness(1280, 720);
  harness.frames(fake.model, 3);
  const ImDrawData& data = harness.frame(fake.model);
  EXPECT_GT(data.TotalVtxCount, 2000);
  for (const char* name : {"flow", "traces", "loss", "accuracy", "digits", "pad", "parameters"}) {
    const auto rect = harness.ui.rects.find(name);
    ASSERT_TRUE(rect) << name;
    EXPECT_LE(rect->bottom(), 720) << name << " must be in sight at 1280 x 720";
    EXPECT_LE(rect->right(), 1280) << name;
  }
}

TEST(PageTest, AClickWithinOneFrameRuns) {
  FakePage fake;
  Harness harness(1280, 720);
  ASSERT_TRUE(harness.click(fake.model, "transport/run"));
  EXPECT_TRUE(asked(harness.take(), Intent::Kind::kRun));
}

}  // namespace
}  // namespace pipette::app
