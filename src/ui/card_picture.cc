#include "ui/card_picture.h"

#include <algorithm>
#include <utility>

#include "imgui_internal.h"
#include "ui/draw_list_svg.h"

namespace pipette::app {
namespace {

constexpr int kFrames = 3;  // scrolling and rasterising settle after two

// Saves everything that the frames of a picture change, and restores it at the end.
class Aside {
 public:
  Aside(Ui& ui, ThemeKind colors)
      : ui_(ui), kind_(ui.theme_kind), theme_(ui.theme), scroll_(ui.page_scroll) {
    ImGuiIO& io = ImGui::GetIO();
    mouse_ = io.MousePos;
    size_ = io.DisplaySize;
    style_ = ImGui::GetStyle();
    events_.swap(ImGui::GetCurrentContext()->InputEventsQueue);
    io.MousePos = {-FLT_MAX, -FLT_MAX};
    ui.display.pictured = true;
    ui.theme_kind = colors;
    ui.theme = &theme_for(colors);
    apply_to_imgui(*ui.theme);
    ImGuiStyle& style = ImGui::GetStyle();
    style.AntiAliasedFill = style.AntiAliasedLines = false;
    style.CircleTessellationMaxError = 0.05f;
  }
  ~Aside() {
    ImGuiIO& io = ImGui::GetIO();
    events_.swap(ImGui::GetCurrentContext()->InputEventsQueue);
    io.MousePos = mouse_;
    io.DisplaySize = size_;
    ImGui::GetStyle() = style_;
    ui_.display.pictured = false;
    ui_.theme_kind = kind_;
    ui_.theme = theme_;
    ui_.page_scroll = scroll_;
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

 private:
  Ui& ui_;
  ThemeKind kind_;
  const Theme* theme_;
  float scroll_;
  ImVec2 mouse_, size_;
  ImGuiStyle style_;
  ImVector<ImGuiInputEvent> events_;
};

}  // namespace

std::string card_picture(Ui& ui, Frontend& frontend, const std::string& card, ThemeKind colors,
                         const Rect& page) {
  const Aside aside(ui, colors);
  Rect whole = page;
  for (int i = 0; i < kFrames; ++i) {
    whole.h = std::max(page.h, ui.display.page_height);
    ui.page_scroll = 0;
    ImGui::GetIO().DisplaySize = {whole.w, whole.h};
    ImGui::NewFrame();
    ui.rects.begin_frame();
    frontend.draw(ui, whole);
    ui.rects.end_frame();
    ImGui::Render();
  }
  const auto area = ui.rects.find(card);
  if (!area) return {};
  return draw_data_svg(ui, *ImGui::GetDrawData(), "page", *area, card);
}

}  // namespace pipette::app
