#include "page/save_menu.h"

#include <utility>

#include "page/actions.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr char kPopup[] = "save";
constexpr float kWidth = 190, kLine = 24;

// One line of the menu; true if it was chosen.
bool line(Ui& ui, int number, const std::string& label) {
  const float height = ui.thumbs() ? sizes::kControlTouch : kLine;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::Selectable(("##" + label).c_str(), false, 0, {kWidth, height});
  const Rect area = {at.x, at.y, kWidth, height};
  if (!ImGui::IsWindowAppearing()) ui.rects.publish("save/" + label, area);
  text_in(ui, area.inset(6, 0), label, ui.colors().text);
  if (number > 9 || ui.thumbs()) return clicked;
  text_in(ui, area.inset(6, 0), std::to_string(number), ui.colors().text_dim, sizes::kSmall,
          ui.fonts.mono, Align::right);
  if (!ImGui::IsKeyPressed(static_cast<ImGuiKey>(ImGuiKey_0 + number), false)) return clicked;
  ImGui::CloseCurrentPopup();
  return true;
}

}  // namespace

void SaveMenu::draw(Ui& ui, const std::function<Content(const std::string& card)>& content) {
  if (!ui.saving.menu.empty() && !ui.display.pictured) {
    card_ = std::exchange(ui.saving.menu, {});
    content_ = content(card_);
    ImGui::OpenPopup(kPopup);
    if (const auto button = ui.rects.find(card_ + "/save")) {
      ImGui::SetNextWindowPos({button->x, button->bottom() + 4});
    }
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(6, 6));
  if (ImGui::BeginPopup(kPopup)) {
    const bool dark = ui.theme_kind == ThemeKind::dark;
    int number = 0;
    const auto offer = [&](const std::string& label, const std::string& as) {
      if (!line(ui, ++number, label)) return;
      ui.intents.push_back({action::kSave, card_, dark && !light_ ? 1.0 : 0.0, as});
    };
    offer("Picture (SVG)", "svg");
    offer("Picture (PNG)", "png");
    for (const char* table : content_.tables) {
      offer("Table of " + std::string(table) + " (CSV)", std::string("csv:") + table);
    }
    if (content_.weights) offer("Weights (safetensors)", "weights");
    if (content_.moves) offer("Film of one engine run", "film");
    if (dark) {
      ImGui::Separator();
      ImGui::Checkbox("Light colours, for paper", &light_);
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace pipette::app
