// Dear ImGui without a screen: feeds input, runs frames of the page, hands back intents.
//
//   Harness harness(1280, 720);
//   harness.click("transport/run");
//   EXPECT_EQ(harness.asked(), Intent::Kind::kRun);
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "app/fonts.h"
#include "app/frontend.h"
#include "app/page.h"

namespace pipette::app {

class Harness {
 public:
  Harness(float width, float height) : width_(width), height_(height) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    ui.theme = &theme_for(ThemeKind::kLight);
    apply_to_imgui(*ui.theme);
    ui.fonts = load_fonts();
    ui.draw_spans = [](const ImDrawList*, const ImDrawCmd*) {};
    page_ = std::make_unique<Page>();
  }
  ~Harness() {
    page_.reset();
    for (ImTextureData* texture : ImGui::GetIO().Fonts->TexList) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    }
    ImGui::DestroyContext();
  }

  // One frame of the page alone; returns the draw data.
  const ImDrawData& frame(const PageModel& model) {
    return frame_of([&] { page_->draw(ui, model, {0, 0, width_, height_}); });
  }
  // One frame of a whole frontend.
  const ImDrawData& frame(Frontend& frontend) {
    return frame_of([&] { frontend.draw(ui, {0, 0, width_, height_}); });
  }

  template <class Draw>
  const ImDrawData& frame_of(Draw draw) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {width_, height_};
    io.DeltaTime = 1.0f / 60;
    ui.now_s += 1.0 / 60;
    ImGui::NewFrame();
    ui.rects.begin_frame();
    draw();
    ui.rects.end_frame();
    ImGui::Render();
    ImDrawData& data = *ImGui::GetDrawData();
    if (data.Textures != nullptr) {
      for (ImTextureData* texture : *data.Textures) {
        if (texture->Status == ImTextureStatus_WantDestroy) {
          texture->SetTexID(ImTextureID_Invalid);
          texture->SetStatus(ImTextureStatus_Destroyed);
        } else if (texture->Status != ImTextureStatus_OK) {
          texture->SetTexID(ImTextureID(1));
          texture->SetStatus(ImTextureStatus_OK);
        }
      }
    }
    return data;
  }
  void frames(const PageModel& model, int count) {
    for (int i = 0; i < count; ++i) frame(model);
  }

  void resize(float width, float height) {
    width_ = width;
    height_ = height;
  }
  void move(float x, float y) { ImGui::GetIO().AddMousePosEvent(x, y); }
  void press(bool down) { ImGui::GetIO().AddMouseButtonEvent(0, down); }
  bool point_at(const std::string& name) {
    const auto rect = ui.rects.find(name);
    if (rect) move(rect->center_x(), rect->center_y());
    return rect.has_value();
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

  Intents take() { return std::exchange(ui.intents, {}); }

  Ui ui;

 private:
  float width_, height_;
  std::unique_ptr<Page> page_;
};

}  // namespace pipette::app
