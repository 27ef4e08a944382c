#include "core/item.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

// Draws the text of a closed list. True if it is cut off.
bool draw_chosen(Ui& ui, const Rect& area, const std::string& shown) {
  constexpr float kArrow = 20;
  const Rect title = {area.x + 10, area.y, area.w - 14 - kArrow, area.h};
  const auto fits_in = [&](float size) {
    return text_width(ui, shown, size, ui.fonts.strong) <= title.w;
  };
  text_in(ui, title, shown, ui.colors().text, fits_in(sizes::kText) ? sizes::kText : sizes::kSmall,
          ui.fonts.strong);
  draw_icon(ui, Icon::chevron, {area.right() - kArrow, area.y, 12, area.h}, ui.colors().text_dim);
  return !fits_in(sizes::kSmall);
}

}  // namespace

int choice_box(Ui& ui, const std::string& name, const Rect& area, const std::string& shown,
               const std::vector<std::string>& options, int selected) {
  int chosen = -1;
  publish_control(ui, name, area);
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::SetNextItemWidth(area.w);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(10, (area.h - sizes::kText) / 2));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(6, 6));
  ImGui::PushFont(ui.fonts.strong, sizes::kText);
  constexpr ImGuiComboFlags kAll = ImGuiComboFlags_NoArrowButton | ImGuiComboFlags_HeightLargest;
  if (ImGui::BeginCombo(("##" + name).c_str(), "", kAll)) {
    // In its first frame the list is hidden and only measured; its items move in the next frame.
    const bool placed = !ImGui::IsWindowAppearing();
    for (int i = 0; i < static_cast<int>(options.size()); ++i) {
      const std::string& option = item(options, i);
      const float height = ui.thumbs() ? sizes::kControlTouch - 6 : 22;
      const ImVec2 at = ImGui::GetCursorScreenPos();
      if (ImGui::Selectable(option.c_str(), i == selected, 0, {0, height})) chosen = i;
      if (!placed) continue;
      ui.rects.publish(name + "/" + std::to_string(i),
                       {at.x, at.y, ImGui::GetItemRectSize().x, height});
    }
    ImGui::EndCombo();
  }
  ImGui::PopFont();
  ImGui::PopStyleVar(3);
  if (draw_chosen(ui, area, shown)) tooltip_for_last_item(ui, shown);
  return chosen;
}

bool choice_button(Ui& ui, const std::string& name, const Rect& area, const std::string& shown,
                   const std::string& tooltip) {
  const bool clicked = button(ui, name, area, {}, tooltip);
  draw_chosen(ui, area, shown);
  return clicked;
}

}  // namespace pipette::app
