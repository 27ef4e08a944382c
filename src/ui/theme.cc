#include "ui/theme.h"

#include <algorithm>
#include <cmath>

#include "ui/sizes.h"

namespace pipette::app {
namespace {

constexpr ImU32 opaque(unsigned int rgb) {
  return IM_COL32((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255, 255);
}

constexpr Theme make_theme(ThemeKind kind, ImU32 shadow) {
  using theme::Surface;
  const auto of = [kind](theme::Shades shades) {
    return opaque(kind == ThemeKind::light ? shades.light : shades.dark);
  };
  const auto surface = [of](Surface which) { return of(theme::shades_of(which)); };
  Theme made = {
      .page = surface(Surface::page),
      .card = surface(Surface::card),
      .card_border = surface(Surface::card_border),
      .sunken = surface(Surface::sunken),
      .hover = surface(Surface::hover),
      .text = surface(Surface::text),
      .text_dim = surface(Surface::text_dim),
      .text_on_ink = surface(Surface::text_on_ink),
      .text_on_dark = surface(Surface::text_on_dark),
      .text_on_color = surface(Surface::text_on_color),
      .ink = surface(Surface::ink),
      .ink_hover = surface(Surface::ink_hover),
      .line = surface(Surface::line),
      .grid = surface(Surface::grid),
      .good = surface(Surface::good),
      .bad = surface(Surface::bad),
      .warn = surface(Surface::warn),
      .good_soft = surface(Surface::good_soft),
      .bad_soft = surface(Surface::bad_soft),
      .with_feeds = surface(Surface::with_feeds),
      .without_feeds = surface(Surface::without_feeds),
      .track = surface(Surface::track),
      .sync_line = surface(Surface::sync_line),
      .not_finite = surface(Surface::not_finite),
      .shadow = shadow,
      .values = {},
      .classes = {},
      .code = {},
      .activities = {},
  };
  for (std::size_t i = 0; i < std::size(made.values); ++i) made.values[i] = of(theme::kValues[i]);
  for (std::size_t i = 0; i < std::size(made.classes); ++i)
    made.classes[i] = of(theme::kClasses[i]);
  for (std::size_t i = 0; i < std::size(made.code); ++i) made.code[i] = of(theme::kCode[i]);
  for (std::size_t i = 0; i < std::size(made.activities); ++i) {
    made.activities[i] = of(theme::kActivities[i].shades);
  }
  return made;
}

constexpr Theme kLight = make_theme(ThemeKind::light, IM_COL32(23, 27, 34, 14));
constexpr Theme kDark = make_theme(ThemeKind::dark, IM_COL32(0, 0, 0, 40));

double channel(ImU32 color, int shift) {
  const double value = static_cast<double>((color >> shift) & 255) / 255.0;
  return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(ImU32 color) {
  return 0.2126 * channel(color, IM_COL32_R_SHIFT) + 0.7152 * channel(color, IM_COL32_G_SHIFT) +
         0.0722 * channel(color, IM_COL32_B_SHIFT);
}

}  // namespace

const Theme& theme_for(ThemeKind kind) { return kind == ThemeKind::light ? kLight : kDark; }

std::vector<ImU32> activity_palette(const Theme& theme) {
  return {std::begin(theme.activities), std::end(theme.activities)};
}

ImU32 with_alpha(ImU32 color, float alpha) {
  const auto opacity = static_cast<float>((color >> IM_COL32_A_SHIFT) & 255) * alpha;
  const auto rounded = static_cast<ImU32>(std::clamp(opacity, 0.0f, 255.0f) + 0.5f);
  return (color & ~IM_COL32_A_MASK) | (rounded << IM_COL32_A_SHIFT);
}

ImU32 blend(ImU32 from, ImU32 to, float amount) {
  ImU32 result = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const auto a = static_cast<float>((from >> shift) & 255);
    const auto b = static_cast<float>((to >> shift) & 255);
    result |= static_cast<ImU32>(a + (b - a) * amount + 0.5f) << shift;
  }
  return result;
}

double contrast_ratio(ImU32 a, ImU32 b) {
  const double la = luminance(a);
  const double lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

ImU32 text_on(const Theme& theme, ImU32 background) {
  return contrast_ratio(theme.text_on_dark, background) >
                 contrast_ratio(theme.text_on_color, background)
             ? theme.text_on_dark
             : theme.text_on_color;
}

void apply_to_imgui(const Theme& theme) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.FontSizeBase = sizes::kText;
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.WindowRounding = 0;
  style.ChildBorderSize = 0;
  style.FramePadding = {8, 4};
  style.FrameRounding = sizes::kControlRadius;
  style.PopupRounding = sizes::kRadius;
  style.PopupBorderSize = 1;
  style.ItemSpacing = {8, 6};
  style.ScrollbarSize = 10;
  style.ScrollbarRounding = 5;
  style.DisabledAlpha = 0.45f;
  style.HoverStationaryDelay = 0.12f;
  style.HoverDelayNormal = 0.35f;
  style.CurveTessellationTol = 0.6f;
  const auto set = [&style](ImGuiCol index, ImU32 color) {
    style.Colors[index] = ImGui::ColorConvertU32ToFloat4(color);
  };
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.text_dim);
  set(ImGuiCol_WindowBg, theme.page);
  set(ImGuiCol_ChildBg, with_alpha(theme.card, 0));
  set(ImGuiCol_PopupBg, theme.card);
  set(ImGuiCol_Border, theme.card_border);
  set(ImGuiCol_FrameBg, theme.sunken);
  set(ImGuiCol_FrameBgHovered, theme.hover);
  set(ImGuiCol_FrameBgActive, theme.hover);
  set(ImGuiCol_Header, theme.hover);
  set(ImGuiCol_HeaderHovered, theme.hover);
  set(ImGuiCol_HeaderActive, theme.card_border);
  set(ImGuiCol_ScrollbarBg, with_alpha(theme.card, 0));
  set(ImGuiCol_ScrollbarGrab, with_alpha(theme.line, 0.7f));
  set(ImGuiCol_ScrollbarGrabHovered, theme.line);
  set(ImGuiCol_ScrollbarGrabActive, theme.text_dim);
  set(ImGuiCol_TextSelectedBg, with_alpha(theme.activities[1], 0.35f));
  set(ImGuiCol_InputTextCursor, theme.text);
  set(ImGuiCol_NavCursor, theme.ink);
  set(ImGuiCol_ModalWindowDimBg, with_alpha(theme.text, 0.35f));
}

}  // namespace pipette::app
