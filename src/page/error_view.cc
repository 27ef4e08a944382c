// The error view: a small card below the transport.
#include <algorithm>

#include "page/actions.h"
#include "page/transport_view.h"
#include "ui/widgets.h"

namespace pipette::app {

void draw_error(Ui& ui, const std::string& error, const Rect& page) {
  if (error.empty()) return;
  const Theme& theme = ui.colors();
  constexpr float kMostWidth = 560;
  const float control = ui.header_control();
  const float width = std::min(kMostWidth, page.w - 2 * sizes::kGap);
  const float inner = width - 2 * sizes::kPadding - control - 8;
  const float lines = wrapped_height(ui, error, inner);
  const Rect area = {page.x + (page.w - width) / 2, page.y + sizes::kBar + sizes::kGap, width,
                     std::max(lines, control) + 2 * sizes::kPadding};
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.w, area.h});
  ImGui::Begin("error", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  ui.rects.publish("error", area);
  fill_rect(ui, area, theme.card, sizes::kRadius);
  outline_rect(ui, area, theme.bad, sizes::kRadius);
  Rect content = area.inset(sizes::kPadding);
  const Rect close = content.cut_right(control, 8);
  if (button(ui, "error/close", {close.x, content.center_y() - control / 2, control, control},
             {.icon = Icon::close, .quiet = true})) {
    ui.ask(action::kForgetError);
  }
  content.cut_top((content.h - lines) / 2);
  text_wrapped(ui, content, error, theme.bad, sizes::kText);
  ImGui::End();
}

}  // namespace pipette::app
