#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "core/typed_number.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

double next_of_125(double value, int direction) {
  const double power = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
  const double digit = value / power;
  if (direction > 0) return power * (digit < 1.99 ? 2 : digit < 4.99 ? 5 : 10);
  return power * (digit > 5.01 ? 5 : digit > 2.01 ? 2 : digit > 1.01 ? 1 : 0.5);
}

std::string shown(double value, const NumberLook& look) {
  const bool whole = look.integer && value == std::floor(value) && std::fabs(value) < 0x1p53;
  return whole ? format_count(static_cast<std::int64_t>(value)) : format_number(value);
}

std::string editable(double value, const NumberLook& look) {
  const bool whole = look.integer && value == std::floor(value) && std::fabs(value) < 0x1p53;
  return whole ? std::to_string(static_cast<std::int64_t>(value)) : format_number(value, 6);
}

// The content of a field: text, or an edit box, which a click opens and Enter, Escape or a click
// elsewhere closes. Returns the entered text.
std::optional<std::string> editable_text(Ui& ui, const std::string& name, const Rect& area,
                                         const std::string& words, const std::string& editable) {
  publish_control(ui, name + "/text", target_of(ui, area), Claim::text);
  ImGui::SetCursorScreenPos({area.x, area.y});
  if (ui.edit.field != name) {
    if (invisible_button(name + "/text", target_of(ui, area))) {
      ui.edit.field = name;
      ui.edit.just_begun = true;
      ui.animate(0.1);
    }
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    text_in(ui, area, words, ui.colors().text, sizes::kText, ui.fonts.mono, Align::center);
    return std::nullopt;
  }
  char* buffer = ui.edit.text.data();
  if (ui.edit.just_begun) {
    std::snprintf(buffer, ui.edit.text.size(), "%s", editable.c_str());
    ImGui::SetKeyboardFocusHere();
    ui.edit.just_begun = false;
  }
  ImGui::PushFont(ui.fonts.mono, sizes::kText);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(2, (area.h - ImGui::GetFontSize()) / 2));
  ImGui::SetNextItemWidth(area.w);
  const bool entered =
      ImGui::InputText(("##" + name).c_str(), buffer, ui.edit.text.size(),
                       ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  const bool left = ImGui::IsItemDeactivated();
  const bool cancelled = ImGui::IsKeyPressed(ImGuiKey_Escape);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ui.animate(1);
  if (!entered && !left) return std::nullopt;
  ui.edit.field.clear();
  return cancelled ? std::nullopt : std::optional<std::string>(buffer);
}

void frame_field(Ui& ui, const Rect& area, bool error) {
  const Theme& theme = ui.colors();
  outline_rect(ui, area, error ? theme.bad : theme.card_border, sizes::kControlRadius,
               error ? 1.5f : 1.0f);
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
                  double* value, std::string* words) {
  const double before = *value;
  ui.rects.publish(name, area);
  fill_rect(ui, area, ui.colors().sunken, sizes::kControlRadius);
  Rect middle = area;
  const float side = ui.thumbs() ? sizes::kControlTouch : 0.86f * std::min(area.h, ui.control());
  const Rect less = middle.cut_left(side);
  const Rect more = middle.cut_right(side);
  const std::string number = with_unit(*value, shown(*value, look), look.unit);
  const bool refused = !look.words.empty();
  const auto typed = editable_text(ui, name, middle, refused ? look.words : number,
                                   refused ? look.words : editable(*value, look));
  bool corrected = false;  // the number entered may equal the value behind the words
  if (typed && !(refused && *typed == look.words)) {
    if (const std::optional<double> entered = typed_number(*typed)) {
      *value = *entered;
      corrected = refused;
    } else if (words != nullptr && !typed->empty()) {
      *words = *typed;
    }
  }
  if (button(ui, name + "/less", less,
             {.icon = Icon::minus, .enabled = *value > look.minimum, .quiet = true})) {
    *value = stepped(*value, -1, look);
  }
  if (button(ui, name + "/more", more,
             {.icon = Icon::plus, .enabled = *value < look.maximum, .quiet = true})) {
    *value = stepped(*value, +1, look);
  }
  frame_field(ui, area, look.error);
  return corrected || *value != before;
}

bool text_field(Ui& ui, const std::string& name, const Rect& area, bool error, std::string* value) {
  ui.rects.publish(name, area);
  fill_rect(ui, area, ui.colors().sunken, sizes::kControlRadius);
  const auto typed = editable_text(ui, name, area.inset(6, 0), *value, *value);
  frame_field(ui, area, error);
  if (!typed || *typed == *value) return false;
  *value = *typed;
  return true;
}

}  // namespace pipette::app
