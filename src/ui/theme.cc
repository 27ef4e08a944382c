#include "ui/theme.h"

#include <algorithm>
#include <cmath>

#include "ui/sizes.h"

namespace pipette::app {
namespace {

constexpr ImU32 rgb(unsigned int hex) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255);
}

constexpr Theme kLight = {
    .page = rgb(0xf3f4f6),
    .card = rgb(0xffffff),
    .card_border = rgb(0xe2e5ea),
    .sunken = rgb(0xf6f7f9),
    .hover = rgb(0xebedf1),
    .text = rgb(0x171b22),
    .text_dim = rgb(0x565f6d),
    .text_on_ink = rgb(0xffffff),
    .text_on_dark = rgb(0xf4f6f8),
    .text_on_color = rgb(0x171b22),
    .ink = rgb(0x1f2530),
    .ink_hover = rgb(0x3a4352),
    .line = rgb(0xb4bcc8),
    .grid = rgb(0xe9ecf0),
    .good = rgb(0x18794a),
    .bad = rgb(0xc2372f),
    .warn = rgb(0x8a5a00),
    .good_soft = rgb(0xe3f4ea),
    .bad_soft = rgb(0xfce9e7),
    .with_feeds = rgb(0x0b7a75),
    .without_feeds = rgb(0x7a4fc9),
    .track = rgb(0xf1f2f4),
    .sync_line = rgb(0xc9971c),
    .shadow = IM_COL32(23, 27, 34, 14),
    .values = {rgb(0x46207f), rgb(0x9184c4), rgb(0xf4f4f6), rgb(0xeca03f), rgb(0x9c4a06)},
    .not_finite = rgb(0xe6009e),
    .activities = {
        rgb(0xe9ebee),  // idle
        rgb(0x86bff2),  // forward
        rgb(0xe5604f),  // backward
        rgb(0xefb927),  // update
        rgb(0xa9d8e0),  // exchange
        rgb(0x3c4553),  // sync
        rgb(0xfbd3bf),  // stream_copy
        rgb(0xd3d7dc),  // stream_begin
        rgb(0xf5a46b),  // stream_mid
        rgb(0xf3e39a),  // stream_end
        rgb(0xc3b6e6),  // host
        rgb(0xd9dce1),  // stall
        rgb(0x353d48),  // engine_run
        rgb(0xf2a9b5),  // compute
    }};

constexpr Theme kDark = {
    .page = rgb(0x0f1217),
    .card = rgb(0x181c23),
    .card_border = rgb(0x2a303a),
    .sunken = rgb(0x12161c),
    .hover = rgb(0x262c36),
    .text = rgb(0xeef1f5),
    .text_dim = rgb(0xa3adbb),
    .text_on_ink = rgb(0x12161c),
    .text_on_dark = rgb(0xeef1f5),
    .text_on_color = rgb(0x12161c),
    .ink = rgb(0xe7ebf0),
    .ink_hover = rgb(0xffffff),
    .line = rgb(0x566070),
    .grid = rgb(0x252b34),
    .good = rgb(0x4fc98a),
    .bad = rgb(0xff8a7d),
    .warn = rgb(0xf2c14e),
    .good_soft = rgb(0x173326),
    .bad_soft = rgb(0x3c1f1e),
    .with_feeds = rgb(0x35c4b5),
    .without_feeds = rgb(0xb698ff),
    .track = rgb(0x1f242c),
    .sync_line = rgb(0xc9a23c),
    .shadow = IM_COL32(0, 0, 0, 40),
    .values = {rgb(0xc3b5ff), rgb(0x6b59b4), rgb(0x20252d), rgb(0xae6a1c), rgb(0xffcd7d)},
    .not_finite = rgb(0xff2fb9),
    .activities = {
        rgb(0x262c35),  // idle
        rgb(0x7db9f5),  // forward
        rgb(0xf0705f),  // backward
        rgb(0xf2c14e),  // update
        rgb(0x4d8f9b),  // exchange
        rgb(0x9aa5b4),  // sync
        rgb(0x7c5344),  // stream_copy
        rgb(0x4a525e),  // stream_begin
        rgb(0xe0935a),  // stream_mid
        rgb(0xcdbd6a),  // stream_end
        rgb(0x8f7fc4),  // host
        rgb(0x3a414c),  // stall
        rgb(0x39424f),  // engine_run
        rgb(0xc77986),  // compute
    }};

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

const char* activity_name(Activity activity) {
  switch (activity) {
    case Activity::idle:
      return "Idle";
    case Activity::forward:
      return "Forward";
    case Activity::backward:
      return "Backward";
    case Activity::update:
      return "Weight update";
    case Activity::exchange:
      return "Exchange";
    case Activity::sync:
      return "Sync";
    case Activity::stream_copy:
      return "StreamCopy";
    case Activity::stream_begin:
      return "Begin";
    case Activity::stream_mid:
      return "Mid";
    case Activity::stream_end:
      return "End";
    case Activity::host:
      return "Host";
    case Activity::stall:
      return "Stall";
    case Activity::engine_run:
      return "Engine::run";
    case Activity::compute:
      return "Compute";
    case Activity::count:
      break;
  }
  return "";
}

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
