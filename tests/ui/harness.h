// Dear ImGui without a screen: feeds input, runs frames, hands back intents.
//
//   Harness screen(1280, 720);
//   screen.frame_of([&] { draw_loss(screen.ui, model, &state, {0, 0, 600, 300}); });
//   EXPECT_TRUE(screen.point_at("loss/plot"));
#pragma once

#include <string>
#include <utility>

#include "render/span_batch.h"
#include "ui/fonts.h"
#include "ui/frontend.h"

namespace pipette::app {

class Harness {
 public:
  Harness(float width, float height) : width_(width), height_(height) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    ui.theme = &theme_for(ThemeKind::light);
    apply_to_imgui(*ui.theme);
    ui.fonts = load_fonts();
    ui.display.draw_spans = [](const ImDrawList*, const ImDrawCmd* command) {
      const auto& what = *static_cast<const render::SpanDraw*>(command->UserCallbackData);
      for (const render::SpanInput& span : what.batch->spans()) spans_us += span.duration_us;
    };
  }
  ~Harness() {
    for (ImTextureData* texture : ImGui::GetIO().Fonts->TexList) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    }
    ImGui::DestroyContext();
  }

  // One frame of a whole frontend; returns the draw data.
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
    draw_what_was_recorded(data);
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
  Intents take() { return std::exchange(ui.intents, {}); }

  Ui ui;

  // The lengths of all spans that the latest frame drew, as the renderer reads them: after draw().
  inline static double spans_us = 0;

 protected:
  float width_, height_;

 private:
  static void draw_what_was_recorded(const ImDrawData& data) {
    spans_us = 0;
    for (const ImDrawList* list : data.CmdLists) {
      for (const ImDrawCmd& command : list->CmdBuffer) {
        const ImDrawCallback callback = command.UserCallback;
        if (callback == nullptr || callback == ImDrawCallback_ResetRenderState) continue;
        callback(list, &command);
      }
    }
  }
};

}  // namespace pipette::app
