// The colours of the page's canvas: those of theme/theme.h in Dear ImGui's format.
//
//   const Theme& theme = theme_for(ThemeKind::light);
//   draw->AddRectFilled(a, b, theme.card, sizes::kRadius);
//   draw->AddRectFilled(a, b, activity_color(theme, Activity::forward));
//
// Every text colour has a contrast of at least 4.5:1 on every surface on which it is used
// (tests/ui/theme_test.cc measures it). Light is the default, and the theme for projectors.
#pragma once

#include <iterator>
#include <vector>

#include "imgui.h"
#include "theme/theme.h"

namespace pipette::app {

enum class ThemeKind { light, dark };

using theme::Activity;

struct Theme {
  ImU32 page, card, card_border, sunken, hover;
  ImU32 text, text_dim, text_on_ink, text_on_dark, text_on_color;
  ImU32 ink, ink_hover;
  ImU32 line, grid;
  ImU32 good, bad, warn;
  ImU32 good_soft, bad_soft;
  ImU32 with_feeds, without_feeds;
  ImU32 track;
  ImU32 sync_line;
  ImU32 not_finite;
  ImU32 shadow;  // of cards
  ImU32 values[std::size(theme::kValues)];
  ImU32 classes[std::size(theme::kClasses)];
  ImU32 code[std::size(theme::kCode)];  // by code::CodePart; comments are dim text
  ImU32 activities[static_cast<int>(Activity::count)];
};

const Theme& theme_for(ThemeKind kind);

inline ImU32 activity_color(const Theme& theme, Activity activity) {
  return theme.activities[static_cast<int>(activity)];
}
std::vector<ImU32> activity_palette(const Theme& theme);

// `color` with its alpha multiplied.
ImU32 with_alpha(ImU32 color, float alpha);
ImU32 blend(ImU32 from, ImU32 to, float amount);

// Contrast ratio of two opaque colours as WCAG 2 defines it: 1 to 21.
double contrast_ratio(ImU32 a, ImU32 b);

// The theme's dark or light text colour, whichever is readable on `background`.
ImU32 text_on(const Theme& theme, ImU32 background);

// Sets the colours of ImGui's own widgets (text fields, combo boxes, tooltips, scroll bars).
void apply_to_imgui(const Theme& theme);

}  // namespace pipette::app
