// The page around a scene, without a screen and without anything that runs (ui/harness.h).
//
//   PageHarness harness(1280, 720);
//   harness.click(fake, "transport/run");
//   EXPECT_EQ(harness.take().back().action, action::kRun);
#pragma once

#include <string>

#include "page/actions.h"
#include "page/fake_models.h"
#include "page/shell_view.h"
#include "ui/harness.h"

namespace pipette::app {

class PageHarness : public Harness {
 public:
  using Harness::Harness;

  // One frame; returns the draw data.
  const ImDrawData& frame(FakePage& page) {
    return frame_of([&] { view_.draw(ui, page.shell, *page.scene, {0, 0, width_, height_}); });
  }
  void frames(FakePage& page, int count) {
    for (int i = 0; i < count; ++i) frame(page);
  }
  // Both halves of the click arrive between two frames, as they do in a browser.
  bool click(FakePage& page, const std::string& name) {
    frame(page);
    if (!point_at(name)) return false;
    press(true);
    press(false);
    frames(page, 4);
    return true;
  }
  void key(FakePage& page, ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(key, true);
    ImGui::GetIO().AddKeyEvent(key, false);
    frames(page, 3);
  }

 private:
  ShellView view_;
};

}  // namespace pipette::app
