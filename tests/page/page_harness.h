// The page alone, without a screen and without anything that runs (ui/harness.h).
//
//   PageHarness harness(1280, 720);
//   harness.click(model, "transport/run");
//   EXPECT_EQ(harness.take().back().kind, Intent::Kind::kRun);
#pragma once

#include <string>

#include "page/page.h"
#include "ui/harness.h"

namespace pipette::app {

class PageHarness : public Harness {
 public:
  using Harness::Harness;

  // One frame; returns the draw data.
  const ImDrawData& frame(const PageModel& model) {
    return frame_of([&] { page_.draw(ui, model, {0, 0, width_, height_}); });
  }
  void frames(const PageModel& model, int count) {
    for (int i = 0; i < count; ++i) frame(model);
  }
  // Both halves of the click arrive between two frames, as they do in a browser.
  bool click(const PageModel& model, const std::string& name) {
    frame(model);
    if (!point_at(name)) return false;
    press(true);
    press(false);
    frames(model, 4);
    return true;
  }
  void key(const PageModel& model, ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(key, true);
    ImGui::GetIO().AddKeyEvent(key, false);
    frames(model, 3);
  }

 private:
  Page page_;
};

}  // namespace pipette::app
