#include "ui/widgets.h"

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "ui/explained.h"

namespace pipette::app {
namespace {

constexpr float kTooltipText = 280;  // width of the tooltip's lines
constexpr float kLegendLine = 17, kLegendMark = 14, kLegendGap = 12;

struct Hit {
  bool hovered = false;
  bool held = false;
  bool clicked = false;
};

Hit hit(Ui& ui, const std::string& name, const Rect& area, bool enabled,
        Claim claim = Claim::none) {
  const Rect target = target_of(ui, area);
  publish_control(ui, name, target, claim);
  ImGui::BeginDisabled(!enabled);
  const bool clicked = invisible_button(name, target);
  const Hit result = {ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled),
                      ImGui::IsItemActive(), clicked};
  ImGui::EndDisabled();
  if (result.hovered && enabled && claim == Claim::none) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  return result;
}

void frame(Ui& ui, const Rect& area, ImU32 fill, ImU32 border) {
  fill_rect(ui, area, fill, sizes::kControlRadius);
  if (border != 0) outline_rect(ui, area, border, sizes::kControlRadius);
}

float segment_width(Ui& ui, const std::string& label) {
  const float words = text_width(ui, label, sizes::kSmall, ui.fonts.strong);
  return ui.thumbs() ? std::max(words + 12, sizes::kControlTouch) : words + 20;
}

// Drawn beside the heading of the card under the pointer. With touch, every card has one: a finger
// points at nothing.
void draw_save_button(Ui& ui, const std::string& card, const Rect& area, const Rect& place) {
  const std::string name = card + "/save";
  if (!ui.display.touch &&
      !ImGui::IsMouseHoveringRect({area.x, area.y}, {area.right(), area.bottom()})) {
    return publish_control(ui, name, target_of(ui, place));
  }
  if (button(ui, name, place, {.icon = Icon::save, .quiet = true},
             "Save as a picture or a table   ( E )")) {
    ui.saving.menu = card;
  }
}

}  // namespace

Rect target_of(const Ui& ui, const Rect& area) {
  const float beyond = ui.thumbs() ? std::max(0.0f, sizes::kControlTouch - area.h) / 2 : 0;
  return {area.x, area.y - beyond, area.w, area.h + 2 * beyond};
}

bool invisible_button(const std::string& name, const Rect& area) {
  ImGui::SetCursorScreenPos({area.x, area.y});
  return ImGui::InvisibleButton(name.c_str(), {std::max(1.0f, area.w), std::max(1.0f, area.h)});
}

Rect card(Ui& ui, const std::string& name, const Rect& area, const std::string& title,
          Rect* header) {
  const Theme& theme = ui.colors();
  ui.rects.publish(name, area, Claim::none, Part::card, clip_of(ui));
  fill_rect(ui, area.moved(0, 2), theme.shadow, sizes::kRadius);
  fill_rect(ui, area, theme.card, sizes::kRadius);
  outline_rect(ui, area, theme.card_border, sizes::kRadius);
  Rect content = area.inset(sizes::kPadding, 10);
  if (title.empty()) return content;
  Rect line = content.cut_top(sizes::kCardHeader, ui.thumbs() ? sizes::kHalf + 4 : sizes::kHalf);
  text_in(ui, line, title, theme.text, sizes::kTitle, ui.fonts.strong);
  const float width = text_width(ui, title, sizes::kTitle, ui.fonts.strong);
  explain_words(ui, "title", {line.x, line.y + 2, std::min(width, line.w), line.h - 4}, title);
  line.cut_left(width + 4);
  if (ui.saving.possible)
    draw_save_button(ui, name, area,
                     line.cut_left(ui.thumbs() ? sizes::kControlTouch : sizes::kCardHeader));
  if (header != nullptr) {
    *header = line;
    header->cut_left(8);
  }
  return content;
}

void begin_tooltip(Ui& ui) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(10, 8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, sizes::kControlRadius);
  ImGui::PushStyleColor(ImGuiCol_PopupBg, ui.colors().card);
  ImGui::BeginTooltip();
  // A new window is drawn only once its size is known. This frame may be the last one that a page
  // at rest would draw, so another is needed.
  if (ImGui::IsWindowAppearing()) ui.animate(0.1);
  ImGui::PushTextWrapPos(kTooltipText);
}

void end_tooltip() {
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

namespace {

bool rests_on_last_item(Ui& ui) {
  constexpr int kFlags = ImGuiHoveredFlags_AllowWhenDisabled | ImGuiHoveredFlags_DelayNormal |
                         ImGuiHoveredFlags_NoSharedDelay;
  const bool hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);
  const bool rested = ImGui::IsItemHovered(kFlags);
  if (hovered && !rested) ui.animate(0.1);  // frames until the pointer has rested long enough
  return rested;
}

}  // namespace

void show_tooltip(Ui& ui, const Rect& area, const std::string& string) {
  constexpr float kWidth = kTooltipText + 20, kGap = 6;
  const ImVec2 page = ImGui::GetIO().DisplaySize;
  const bool above = area.center_y() > page.y / 2;
  const float x = std::clamp(area.x, 4.0f, std::max(4.0f, page.x - kWidth - 4));
  ImGui::SetNextWindowPos({x, above ? area.y - kGap : area.bottom() + kGap}, ImGuiCond_Always,
                          {0, above ? 1.0f : 0.0f});
  begin_tooltip(ui);
  ImGui::TextUnformatted(string.data(), string.data() + string.size());
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  if (!ImGui::IsWindowAppearing()) ui.rects.publish("tooltip", {at.x, at.y, size.x, size.y});
  end_tooltip();
}

void tooltip_beside(Ui& ui, const Rect& area, const std::string& string) {
  if (!string.empty() && rests_on_last_item(ui)) show_tooltip(ui, area, string);
}

void tooltip_for_last_item(Ui& ui, const std::string& string) {
  if (string.empty() || ui.display.touch || !rests_on_last_item(ui)) return;
  const ImVec2 from = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
  show_tooltip(ui, {from.x, from.y, size.x, size.y}, string);
}

float button_width(Ui& ui, const ButtonLook& look) {
  float width = 2 * 11;
  if (look.icon != Icon::none) width += 16;
  if (look.icon != Icon::none && !look.label.empty()) width += 6;
  if (!look.label.empty()) width += text_width(ui, look.label, sizes::kText, ui.fonts.strong);
  return std::max(width, ui.control());
}

bool button(Ui& ui, const std::string& name, const Rect& area, const ButtonLook& look,
            const std::string& tooltip) {
  if (ui.display.pictured && look.quiet) return false;  // a picture has nothing to press
  const Theme& theme = ui.colors();
  const Hit state = hit(ui, name, area, look.enabled);
  tooltip_for_last_item(ui, tooltip);
  const bool warm = state.hovered && look.enabled;
  ImU32 fill = look.primary ? theme.ink : theme.card;
  ImU32 foreground = look.primary ? theme.text_on_ink : theme.text;
  if (warm) fill = look.primary ? theme.ink_hover : theme.hover;
  if (look.selected) fill = theme.hover;
  if (state.held) fill = blend(fill, theme.text, 0.1f);
  const bool bare = look.quiet && !warm && !look.selected;
  if (!look.enabled) {
    foreground = with_alpha(foreground, 0.38f);
    if (look.primary) fill = with_alpha(fill, 0.5f);
  }
  if (!bare) frame(ui, area, fill, look.primary || look.quiet ? 0 : theme.card_border);

  const bool has_icon = look.icon != Icon::none;
  const float label_width =
      look.label.empty() ? 0 : text_width(ui, look.label, sizes::kText, ui.fonts.strong);
  const float gap = has_icon && label_width > 0 ? 6.0f : 0.0f;
  const float width = (has_icon ? 16.0f : 0.0f) + gap + label_width;
  float x = area.x + (area.w - width) / 2;
  if (has_icon) {
    draw_icon(ui, look.icon, {x, area.center_y() - 8, 16, 16}, foreground);
    x += 16 + gap;
  }
  if (label_width > 0) {
    text(ui, x, area.center_y() - sizes::kText / 2 - 0.5f, look.label, foreground, sizes::kText,
         ui.fonts.strong);
  }
  return state.clicked;
}

float segmented_width(Ui& ui, const std::vector<std::string>& labels) {
  float width = 4;
  for (const std::string& label : labels) width += segment_width(ui, label);
  return width;
}

int segmented(Ui& ui, const std::string& name, const Rect& area,
              const std::vector<std::string>& labels, int selected) {
  const Theme& theme = ui.colors();
  frame(ui, area, theme.hover, 0);
  // A finger needs as much of each; what is left is shared by what they need beyond that.
  const float least = ui.thumbs() ? sizes::kControlTouch : 0;
  const auto beyond = [&](const std::string& label) {
    return std::max(1.0f, segment_width(ui, label) - least);
  };
  float all_beyond = 0;
  for (const std::string& label : labels) all_beyond += beyond(label);
  const float stretch = (area.w - 4 - least * static_cast<float>(labels.size())) / all_beyond;
  float x = area.x + 2;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float width = least + beyond(labels[i]) * stretch;
    const Rect part = {x, area.y + 2, width, area.h - 4};
    const Hit state = hit(ui, name + "/" + std::to_string(i), {x, area.y, width, area.h}, true);
    if (state.clicked) selected = static_cast<int>(i);
    const bool chosen = static_cast<int>(i) == selected;
    if (chosen) {
      fill_rect(ui, part, theme.card, sizes::kControlRadius - 2);
      outline_rect(ui, part, theme.card_border, sizes::kControlRadius - 2);
    }
    text_in(ui, part, labels[i], chosen || state.hovered ? theme.text : theme.text_dim,
            sizes::kSmall, ui.fonts.strong, Align::center);
    x += width;
  }
  return selected;
}

int notch_slider(Ui& ui, const std::string& name, const Rect& area, int notches, int notch,
                 const std::string& tooltip, float under) {
  if (ui.display.pictured) return notch;
  const Theme& theme = ui.colors();
  const Hit state = hit(ui, name, area, true, Claim::horizontal);
  tooltip_for_last_item(ui, tooltip);
  const float left = area.x + 9;
  const float span = area.w - 18;
  const auto steps = static_cast<float>(std::max(1, notches - 1));
  if (state.held) {
    const float at = (ImGui::GetIO().MousePos.x - left) / span * steps;
    notch = std::clamp(static_cast<int>(std::lround(at)), 0, notches - 1);
  }
  const float y = area.center_y() - under / 2;
  const float knob = left + span * static_cast<float>(notch) / steps;
  ui.draw()->AddRectFilled({left, y - 2}, {left + span, y + 2}, theme.card_border, 2);
  ui.draw()->AddRectFilled({left, y - 2}, {knob, y + 2}, theme.ink, 2);
  const bool dots = span > 6 * steps;
  for (int i = 0; dots && i < notches; ++i) {
    const float x = left + span * static_cast<float>(i) / steps;
    ui.draw()->AddCircleFilled({x, y}, 2.2f, i <= notch ? theme.ink : theme.line);
  }
  const float radius = state.hovered || state.held ? 9.0f : 8.0f;
  ui.draw()->AddCircleFilled({knob, y}, radius, theme.ink);
  ui.draw()->AddCircleFilled({knob, y}, radius - 3.5f, theme.card);
  return notch;
}

void reveal(Ui& ui, const std::string& field, const Rect& area) {
  if (ui.reveal.frames <= 0 || field != ui.reveal.field) return;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float before = ImGui::GetScrollY();
  const float after = std::clamp(before + way_into({at.x, at.y, size.x, size.y}, area), 0.0f,
                                 ImGui::GetScrollMaxY());
  if (after != before) ImGui::SetScrollY(after);
  ui.reveal.area = area.moved(0, before - after);
}

float legend_item(Ui& ui, float x, float center_y, ImU32 color, const std::string& label,
                  const char* term) {
  ui.draw()->AddRectFilled({x, center_y - 4.5f}, {x + 9, center_y + 4.5f}, color, 2.5f);
  const float width = kLegendMark + text(ui, x + kLegendMark, center_y - sizes::kSmall / 2 - 0.5f,
                                         label, ui.colors().text_dim, sizes::kSmall);
  if (term != nullptr) explain_words(ui, "legend", {x, center_y - 8, width, 16}, term);
  return width;
}

Rect legend_place(Ui& ui, const std::vector<LegendItem>& items, const Rect& header, Rect* content) {
  float all = 0, x = 0;
  int lines = 1;
  for (const LegendItem& item : items) {
    const float width = kLegendMark + text_width(ui, item.label, sizes::kSmall);
    all += width + kLegendGap;
    if (x > 0 && x + width > content->w) {
      x = 0;
      ++lines;
    }
    x += width + kLegendGap;
  }
  const Rect beside = {header.x + 6, header.center_y() - kLegendLine / 2, header.w - 6,
                       kLegendLine};
  if (all - kLegendGap <= beside.w) return beside;
  return content->cut_top(static_cast<float>(lines) * kLegendLine, 4);
}

void draw_legend(Ui& ui, const std::vector<LegendItem>& items, const Rect& area) {
  float x = area.x, y = area.y + kLegendLine / 2;
  for (const LegendItem& item : items) {
    const float width = kLegendMark + text_width(ui, item.label, sizes::kSmall);
    if (x > area.x && x + width > area.right()) {
      x = area.x;
      y += kLegendLine;
    }
    x += legend_item(ui, x, y, item.color, item.label, item.term) + kLegendGap;
  }
}

}  // namespace pipette::app
