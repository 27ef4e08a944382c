#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/format.h"
#include "app/widgets.h"

namespace pipette::app {
namespace {

double next_of_125(double value, int direction) {
  const double power = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
  const double digit = value / power;
  if (direction > 0) return power * (digit < 1.99 ? 2 : digit < 4.99 ? 5 : 10);
  return power * (digit > 5.01 ? 5 : digit > 2.01 ? 2 : digit > 1.01 ? 1 : 0.5);
}

std::string shown(double value, const NumberLook& look) {
  return look.integer ? format_count(static_cast<std::int64_t>(value)) : format_number(value);
}

std::string editable(double value, const NumberLook& look) {
  return look.integer ? std::to_string(static_cast<std::int64_t>(value)) : format_number(value, 6);
}

// The text field a click opens; closes with Enter, Escape or a click elsewhere.
void edit_in_place(Ui& ui, const std::string& name, const Rect& middle, const NumberLook& look,
                   double* value) {
  char* buffer = ui.edit.text.data();
  if (ui.edit.just_begun) {
    std::snprintf(buffer, ui.edit.text.size(), "%s", editable(*value, look).c_str());
    ImGui::SetKeyboardFocusHere();
    ui.edit.just_begun = false;
  }
  ui.rects.publish(name + "/text", middle, Claim::kText);
  ImGui::PushFont(ui.fonts.mono, sizes::kText);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(2, (middle.h - ImGui::GetFontSize()) / 2));
  ImGui::SetCursorScreenPos({middle.x, middle.y});
  ImGui::SetNextItemWidth(middle.w);
  const bool entered =
      ImGui::InputText(("##" + name).c_str(), buffer, ui.edit.text.size(),
                       ImGuiInputTextFlags_CharsScientific | ImGuiInputTextFlags_AutoSelectAll |
                           ImGuiInputTextFlags_EnterReturnsTrue);
  const bool left = ImGui::IsItemDeactivated();
  const bool cancelled = ImGui::IsKeyPressed(ImGuiKey_Escape);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ui.animate(1);
  if (entered || left) {
    char* end = nullptr;
    const double typed = std::strtod(buffer, &end);
    if (end != buffer && !cancelled) *value = look.integer ? std::round(typed) : typed;
    ui.edit.field.clear();
  }
}

}  // namespace

double stepped(double value, int direction, const NumberLook& look) {
  double next = value + direction;
  if (look.doubles && look.integer && value >= 1) {
    next = direction > 0 ? std::exp2(std::floor(std::log2(value)) + 1)
                         : std::exp2(std::ceil(std::log2(value)) - 1);
  } else if ((look.steps_125 || !look.integer) && value > 0) {
    next = next_of_125(value, direction);
  }
  if (look.integer) next = std::round(next);
  return std::clamp(next, look.minimum, look.maximum);
}

bool number_field(Ui& ui, const std::string& name, const Rect& area, const NumberLook& look,
                  double* value) {
  const Theme& theme = ui.colors();
  const bool editing = ui.edit.field == name;
  const double before = *value;
  ui.rects.publish(name, area);
  fill_rect(ui, area, theme.sunken, sizes::kControlRadius);
  Rect middle = area;
  const float side = std::min(area.h, ui.control());
  const Rect less = middle.cut_left(side * 0.86f);
  const Rect more = middle.cut_right(side * 0.86f);

  if (editing) {
    edit_in_place(ui, name, middle, look, value);
  } else {
    ui.rects.publish(name + "/text", middle, Claim::kText);
    ImGui::SetCursorScreenPos({middle.x, middle.y});
    if (ImGui::InvisibleButton((name + "/text").c_str(), {middle.w, middle.h})) {
      ui.edit.field = name;
      ui.edit.just_begun = true;
      ui.animate(0.1);
    }
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    const std::string number = shown(*value, look);
    text_in(ui, middle, look.unit.empty() ? number : number + " " + look.unit, theme.text,
            sizes::kText, ui.fonts.mono, Align::kCenter);
  }
  if (button(ui, name + "/less", less,
             {.icon = Icon::kMinus, .enabled = *value > look.minimum, .quiet = true})) {
    *value = stepped(*value, -1, look);
  }
  if (button(ui, name + "/more", more,
             {.icon = Icon::kPlus, .enabled = *value < look.maximum, .quiet = true})) {
    *value = stepped(*value, +1, look);
  }
  outline_rect(ui, area, look.error ? theme.bad : theme.card_border, sizes::kControlRadius,
               look.error ? 1.5f : 1.0f);
  return *value != before;
}

}  // namespace pipette::app
